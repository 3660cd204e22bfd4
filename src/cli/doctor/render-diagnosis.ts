import { count } from '../../core/count.ts'
import { inert } from '../../core/inert.ts'
import { wrapText } from '../../core/wrap-text.ts'
import type { Style } from '../../report/console.ts'
import type { Diagnosis } from './diagnose.ts'
import type { Finding } from './finding.ts'
import type { MissingSetting } from './missing-settings.ts'

/** What `doctor` prints for one variant. */
export function renderDiagnosis(diagnosis: Diagnosis, style: Style): string {
  const { variant, baseUrl, findings, rules } = diagnosis
  const width = Math.max(...findings.map(({ about }) => about.length))
  return [
    style.strong(`variant ${variant.toUpperCase()} at ${inert(baseUrl)}`),
    '',
    ...findings.flatMap((finding) => findingLines(finding, width, style)),
    '',
    ...(rules ? ruleLines(rules, style) : []),
    ...estimateLines(diagnosis),
    conclusion(diagnosis, style),
    '',
  ].join('\n')
}

function findingLines({ mark, about, text, todo, paste = [] }: Finding, width: number, style: Style): string[] {
  const label = { good: style.good('ok  '), doubtful: style.warn('look'), stop: style.bad('stop') }[mark]
  return [
    ...wrapText(inert(text), `  ${label}  ${about.padEnd(width)}  `, width + 10),
    ...(todo ? wrapText(inert(todo), `${' '.repeat(8)}→ `).map((line) => style.strong(line)) : []),
    ...paste.map((line) => `${' '.repeat(10)}${inert(line)}`),
  ]
}

function ruleLines({ total, tried, missing }: NonNullable<Diagnosis['rules']>, style: Style): string[] {
  const all = `${tried} of ${count(total, 'rule')} can be tested`
  if (missing.length === 0) return [`${all}: nothing is missing`, '']
  const needs = total - tried === 1 ? 'needs' : 'need'
  return [
    `${all}, if the run finds the data that they need; ${total - tried} ${needs} this:`,
    '',
    ...missing.flatMap((one) => missingLines(one, style)),
  ]
}

function missingLines({ supply, rules, paste }: MissingSetting, { dim }: Style): string[] {
  return [
    ...wrapText(supply, `${String(rules.length).padStart(4)}  `),
    ...wrapText(rules.join(', '), '      ').map(dim),
    ...paste.map((line) => `      ${line}`),
    '',
  ]
}

function estimateLines({ rate, estimates }: Diagnosis): string[] {
  if (!estimates) return []
  const pace = rate === 'unlimited' ? 'without a rate limit' : `at ${rate} requests per second`
  const rows = estimates.map(({ depth, requests, timing, seconds }) => {
    const time = seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
    return [depth, `about ${requests}`, `${timing}`, time]
  })
  const table = [['depth', 'requests', 'of them for timing, at most', pace], ...rows]
  const widths = table[0]!.map((_, i) => Math.max(...table.map((row) => row[i]!.length)))
  const lines = table.map((row) => `  ${row.map((cell, i) => cell.padEnd(widths[i]!)).join('  ')}`.trimEnd())
  return [...lines, ...wrapText(EXCLUDED, '  '), '']
}

const EXCLUDED =
  'for this variant alone, if it conforms: failures add requests and 10 seconds to two minutes, or block rules; the other variant, a busy machine or a slow control module add seconds'

function conclusion({ findings, requests, usable }: Diagnosis, style: Style): string {
  const doubts = findings.filter(({ mark }) => mark === 'doubtful').length
  const sent = `${count(requests, 'request')} sent`
  if (!usable) return `${style.bad('a run would end without a verdict')}, ${sent}`
  return `${style.good('a run can start')}${doubts > 0 ? `, ${count(doubts, 'thing')} to look at` : ''}, ${sent}`
}
