import { count } from '../../core/count.ts'
import { inert } from '../../core/inert.ts'
import { wrapped } from '../../core/wrap-text.ts'
import type { Style } from '../../report/console/style.ts'
import type { Estimate } from './estimate.ts'
import type { Examined } from './examine.ts'
import type { Finding } from './finding.ts'
import type { Lack } from './left-out.ts'

/** What `doctor` prints of one variant. */
export function renderExamined(found: Examined, style: Style): string {
  const { variant, baseUrl, findings, rules, estimates, usable } = found
  const width = Math.max(...findings.map(({ about }) => about.length))
  return [
    style.strong(`variant ${variant.toUpperCase()} at ${inert(baseUrl)}`),
    '',
    ...findings.flatMap((finding) => findingLines(finding, width, style)),
    '',
    ...(rules ? ruleLines(rules, style) : []),
    ...(estimates ? costLines(found, estimates) : []),
    conclusion(found, usable, style),
    '',
  ].join('\n')
}

const MARKS = { good: 'ok', doubtful: 'look', stop: 'stop' } as const

function findingLines({ mark, about, text, todo, paste = [] }: Finding, width: number, style: Style): string[] {
  const paint = { good: style.good, doubtful: style.warn, stop: style.bad }[mark]
  const start = `  ${paint(MARKS[mark].padEnd(4))}  ${about.padEnd(width)}  `
  return [
    ...wrapped(inert(text), start, width + 10),
    ...(todo ? wrapped(inert(todo), `${' '.repeat(8)}→ `).map((line) => style.strong(line)) : []),
    ...paste.map((line) => `${' '.repeat(10)}${inert(line)}`),
  ]
}

function ruleLines({ total, tried, missing }: NonNullable<Examined['rules']>, style: Style): string[] {
  const all = `${tried} of ${count(total, 'rule')} will be tried`
  if (missing.length === 0) return [`${all}: nothing is missing`, '']
  return [
    `${all}; ${total - tried} ${total - tried === 1 ? 'waits' : 'wait'} for this:`,
    '',
    ...missing.flatMap((lack) => lackLines(lack, style)),
  ]
}

function lackLines({ supply, rules, paste }: Lack, { dim }: Style): string[] {
  return [
    ...wrapped(supply, `${String(rules.length).padStart(4)}  `),
    ...wrapped(rules.join(', '), '      ').map(dim),
    ...paste.map((line) => `      ${line}`),
    '',
  ]
}

function costLines({ rate }: Examined, estimates: readonly Estimate[]): string[] {
  const pace = rate === 'unlimited' ? 'as fast as it answers' : `at ${rate} requests a second`
  const rows = estimates.map(({ depth, requests, timing, seconds }) => [
    depth,
    `about ${requests}`,
    `${timing}`,
    time(seconds),
  ])
  return table([['depth', 'requests', 'of these measuring time', pace], ...rows])
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)))
  return [...rows.map((row) => `  ${row.map((cell, i) => cell.padEnd(widths[i]!)).join('  ')}`.trimEnd()), '']
}

const time = (seconds: number): string => (seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`)

function conclusion({ findings, requests }: Examined, usable: boolean, style: Style): string {
  const doubts = findings.filter(({ mark }) => mark === 'doubtful').length
  const sent = `${count(requests, 'request')} sent`
  if (!usable) return `${style.bad('a run would end without a verdict')}, ${sent}`
  return `${style.good('a run can begin')}${doubts > 0 ? `, ${count(doubts, 'thing')} to look at first` : ''}, ${sent}`
}
