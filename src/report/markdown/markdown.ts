import { count } from '../../core/count.ts'
import { inert } from '../../core/inert.ts'
import { OPEN, type Report, type RuleResult, type Status, type TargetResult } from '../../core/results.ts'
import { byImpact } from '../by-impact.ts'
import { failureFields, layOut } from '../failure-text.ts'
import { INSECURE } from '../insecure.ts'
import { verdictText } from '../verdict-text.ts'
import { code, fenced, html, tableCell } from './escape.ts'
import { fitted } from './fitted.ts'

/** A comment on GitHub holds 65,536 characters. */
export const COMMENT = 65_000
/** A step summary holds a megabyte. */
export const STEP_SUMMARY = 300_000

/** `report.md`: for a comment on a pull request, verdicts and failures first. What does not fit is said to be missing. */
export function renderMarkdown(report: Report, most = COMMENT): string {
  const { suite, run, targets } = report
  const rules = (status: Status) =>
    byImpact(targets.flatMap((target) => target.rules.filter((rule) => rule.status === status)))
  const head = [`## ${suite.name}: ${targets.map(verdictOf).join(', ') || 'no verdict'}`, '', ...table(targets)]
  const told = [
    ...(run.crash === undefined ? [] : [`**The suite itself failed:** ${code(inert(run.crash))}`]),
    ...(run.insecure ? [`**${INSECURE}**`] : []),
    ...(run.demo ? ['**Demo:** this is the bundled reference server, not a deployment.'] : []),
    ...targets.flatMap(leftOpenOf),
    ...(run.interrupted ? ['**Interrupted:** what is not told here was not tried.'] : []),
    ...targets.flatMap(stoppedOf),
    ...targets.flatMap(cutOf),
    ...rules('failed').map((rule) => broken(rule, 'failed')),
    ...rules('warned').map((rule) => broken(rule, 'warned')),
    ...targets.flatMap(openOf),
  ]
  const foot = `${suite.name} ${suite.version}, ${run.depth} depth, seed ${run.seed}; everything is in \`report.json\`.`
  return `${fitted(head.join('\n'), told, foot, most)}\n`
}

const verdictOf = (target: TargetResult): string =>
  `variant ${target.variant.toUpperCase()} ${verdictText(target).phrase}`

function table(targets: readonly TargetResult[]): string[] {
  const rows = targets.map(({ variant, baseUrl, proxy, counts, requests, ...target }) => [
    `${variant.toUpperCase()} at ${code(inert(baseUrl))}${proxy ? ` through the proxy ${code(inert(proxy))}` : ''}`,
    `**${verdictText(target).phrase}**`,
    ...[counts.passed, counts.failed, counts.warned, counts.inconclusive + counts.blocked, counts.skipped],
    ...[counts.observed, requests],
  ])
  const names = ['variant', 'verdict', 'passed', 'failed', 'warned', 'no result', 'not tried', 'observed', 'requests']
  const line = (cells: readonly (string | number)[]) =>
    `| ${cells.map((cell) => tableCell(String(cell))).join(' | ')} |`
  return [line(names), line(names.map((_, i) => (i < 2 ? '---' : '--:'))), ...rows.map(line)]
}

function stoppedOf({ variant, stopped }: TargetResult): string[] {
  return stopped === undefined
    ? []
    : [`**Variant ${variant.toUpperCase()} could not be tried:** ${code(inert(stopped))}`]
}

/** What keeps the verdict from being an unqualified `conformant`. */
function leftOpenOf(target: TargetResult): string[] {
  const { phrase, tone, details } = verdictText(target)
  if (tone !== 'warning' || target.stopped !== undefined) return []
  return [`**Variant ${target.variant.toUpperCase()}, ${phrase}:** ${inert(details.join('; '))}`]
}

function cutOf({ variant, cut }: TargetResult): string[] {
  return cut ? [`**Variant ${variant.toUpperCase()} was not tried to the end:** ${code(inert(cut.reason))}`] : []
}

/** Folded: the line says which rule and with which values, the rest is a click away. */
function broken(rule: RuleResult, what: 'failed' | 'warned'): string {
  const { id, title, failure } = rule
  const summary = inert(failure?.summary ?? title).replaceAll('\n', ' ')
  const fields = layOut([['rule', title], ...failureFields(rule)], '').join('\n')
  return [
    `<details><summary><b>${what}</b> <code>${html(id)}</code> <code>${html(cut(summary, 300))}</code></summary>`,
    '',
    fenced(cut(inert(fields), 8000)),
    '',
    '</details>',
  ].join('\n')
}

/** Rules without a result, by their reason. */
function openOf({ variant, rules }: TargetResult): string[] {
  const open = rules.filter(({ status }) => OPEN.includes(status))
  if (open.length === 0) return []
  const groups = Map.groupBy(open, ({ status, reason = 'no reason is known' }) => `${status}: ${reason}`)
  const lines = [...groups].map(
    ([reason, members]) => `- ${code(inert(reason))}: ${members.map(({ id }) => code(id)).join(', ')}`,
  )
  const title = `${count(open.length, 'rule')} of variant ${variant.toUpperCase()} without a result`
  return [[`<details><summary>${title}</summary>`, '', ...lines, '', '</details>'].join('\n')]
}

const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most)}… (cut; report.json holds the whole)` : text
