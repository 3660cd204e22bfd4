import { capitalize } from '../core/capitalize.ts'
import { count } from '../core/count.ts'
import { OPEN, type Report, type RuleResult, type Status, type TargetResult } from '../core/results.ts'
import { failureFields, layOut, oneLine, severityText } from './failure-text.ts'
import { groupByReason, rulesWith } from './reading-order.ts'
import { sanitizeReport } from './sanitize-report.ts'
import { exitText, INSECURE, QUICK, verdictText } from './verdict-text.ts'

/** A step summary on GitHub holds a megabyte. */
export const STEP_SUMMARY = 300_000

/** `report.md`: for a comment on a pull request, verdicts and failures first. Says what does not fit into `most` characters. */
export function renderMarkdown(report: Report, most = COMMENT): string {
  const { suite, run, targets } = sanitizeReport(report)
  const verdicts = targets.map((target) => `variant ${target.variant.toUpperCase()} ${verdictText(target).phrase}`)
  const exit = exitText(report)
  const parts = [
    run.crash !== undefined && `**The suite itself failed:** ${code(run.crash)}`,
    run.insecure && `**${INSECURE}**`,
    run.demo && '**Demo:** this is the bundled reference server, not a deployment.',
    ...targets.map(qualification),
    exit !== undefined && `**${capitalize(exit)}.**`,
    run.depth === 'quick' && `**Quick depth:** ${QUICK}.`,
    run.interrupted && '**Interrupted:** rules without a result were not tested.',
    ...targets.map(({ variant, stopped }) => stopped !== undefined && named(variant, 'could not be tested', stopped)),
    ...targets.map(({ variant, cut }) => cut && named(variant, 'was not tested to the end', cut.reason)),
    ...rulesWith('failed', targets).map(violation),
    ...rulesWith('warned', targets).map(violation),
    ...targets.map(withoutResult),
  ].filter((part) => typeof part === 'string')
  const head = `## ${suite.name}: ${verdicts.join(', ') || 'no verdict'}\n\n${countTable(targets)}`
  const foot = `${suite.name} ${suite.version}, ${run.depth} depth, seed ${run.seed}; \`report.json\` holds everything.`
  return `${fitted(head, parts, foot, most)}\n`
}

const named = (variant: string, what: string, why: string): string =>
  `**Variant ${variant.toUpperCase()} ${what}:** ${code(why)}`

/** Each status once, so that a row adds up to its rules. */
const COLUMNS: readonly (readonly [head: string, ...statuses: Status[]])[] = [
  ['passed', 'passed'],
  ['failed', 'failed'],
  ['warned', 'warned'],
  ['accepted', 'expected'],
  ['undecided', 'inconclusive', 'blocked'],
  ['not tested', 'skipped', 'attested'],
  ['observed', 'observed'],
]

function countTable(targets: readonly TargetResult[]): string {
  const heads = ['variant', 'verdict', 'rules', ...COLUMNS.map(([head]) => head), 'requests']
  const rows = targets.map((target) => {
    const { variant, baseUrl, proxy, counts, requests, rules } = target
    const numbers = COLUMNS.map(([, ...statuses]) => statuses.reduce((sum, status) => sum + counts[status], 0))
    return [
      `${variant.toUpperCase()} at ${codeCell(baseUrl)}${proxy ? ` through the proxy ${codeCell(proxy)}` : ''}`,
      `**${verdictText(target).phrase}**`,
      ...[rules.length, ...numbers, requests].map(String),
    ]
  })
  return table(heads, rows, 2)
}

/** What keeps the verdict from being an unqualified `conformant`. */
function qualification(target: TargetResult): string | undefined {
  const { phrase, tone, details } = verdictText(target)
  if (tone !== 'warning' || target.stopped !== undefined) return undefined
  return `**Variant ${target.variant.toUpperCase()}, ${phrase}:** ${details.join('; ')}`
}

/** Collapsed: the first line has the rule and its values. */
function violation(rule: RuleResult): string {
  const { id, title, status, failure } = rule
  const summary = oneLine(failure?.summary ?? title)
  const fields = layOut(failureFields(rule), '').join('\n')
  return details(
    `<b>${status}</b> (${severityText(rule)}) <code>${escapeHtml(id)}</code> <code>${escapeHtml(cut(summary, 300))}</code>`,
    fenced(cut(fields, 8000)),
  )
}

function withoutResult({ variant, rules }: TargetResult): string | undefined {
  const groups = OPEN.flatMap((status) => groupByReason(rules, status).map((group) => ({ ...group, status })))
  if (groups.length === 0) return undefined
  const lines = groups.map(
    ({ status, reason, rules }) => `- ${code(`${status}: ${reason}`)}: ${rules.map(({ id }) => code(id)).join(', ')}`,
  )
  const open = rules.filter(({ status }) => OPEN.includes(status)).length
  return details(`${count(open, 'rule')} of variant ${variant.toUpperCase()} without a result`, lines.join('\n'))
}

const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most)}… (cut; report.json holds the whole)` : text

/** A comment on GitHub holds 65,536 characters. */
export const COMMENT = 65_000

/** Text as a code span: neither mention, link nor markup. */
export function code(text: string): string {
  const ticks = '`'.repeat(longestRun(text) + 1)
  const inner = oneLine(text)
  return /^`|`$/.test(inner) ? `${ticks} ${inner} ${ticks}` : `${ticks}${inner}${ticks}`
}

/** Text as a code block that it cannot end. */
function fenced(text: string): string {
  const ticks = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${ticks}text\n${text}\n${ticks}`
}

const longestRun = (text: string): number => Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))

/** Text as the content of an HTML element. */
const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A collapsed block. Both parts are Markdown already. */
export const details = (summary: string, content: string): string =>
  `<details><summary>${summary}</summary>\n\n${content}\n\n</details>`

/** Texts as one cell of a table, each a code span on a separate line. */
export const codeCell = (...texts: readonly string[]): string =>
  texts.map((text) => escapeBars(code(text))).join('<br>')

/** A bar ends a cell, even within a code span. */
const escapeBars = (markdown: string): string => markdown.replaceAll('|', '\\|')

/** A table of cells that are Markdown already. Columns from `numbers` on are right-aligned. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[], numbers = heads.length): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(heads), line(heads.map((_, i) => (i < numbers ? '---' : '--:'))), ...rows.map(line)].join('\n')
}

/** Head, as many of the parts as fit into `most` characters, and foot. Says how many parts are left out. */
export function fitted(head: string, parts: readonly string[], foot: string, most: number): string {
  const first = (kept: number) => {
    const left = parts.length - kept
    const note = `**${left} of ${parts.length} entries did not fit here**: report.json holds them.`
    return [head, ...parts.slice(0, kept), ...(left > 0 ? [note] : []), foot].join('\n\n')
  }
  let kept = parts.length
  while (kept > 0 && first(kept).length > most) kept--
  return first(kept)
}
