import { count } from '../../core/count.ts'
import type { Style } from '../console.ts'
import { COMMENT, code, codeCell, fitted, table } from '../markdown.ts'
import { sanitizeReport } from '../sanitize-report.ts'
import type { Diff, Drift, Movement, RuleChange, TargetDiff } from './compare.ts'
import { differingAspects } from './observation-text.ts'

/** What `diff` prints: in which conditions the runs differ, then each variant's changes, and last one line for each. */
export function renderDiff(diff: Diff, style: Style): string {
  const { made, targets, regressed } = sanitizeReport(diff)
  const conditions = made.map(({ what, before, after }) => `  ${style.warn(`${what}: ${before}, now ${after}`)}`)
  const lines = [
    ...(conditions.length > 0 ? ['the two runs differ in their conditions:', ...conditions, ''] : []),
    ...targets.flatMap((target) => changeLines(target, style)),
    ...targets.map((target) => {
      const { before, after } = target.verdict
      const verdict = before === after ? before : `${before}, now ${after}`
      return `variant ${target.variant.toUpperCase()}: ${style.strong(verdict)} — ${changeSummary(target)}`
    }),
    regressed ? style.bad('regressed') : style.good('no regression'),
  ]
  return `${lines.join('\n')}\n`
}

function changeLines(target: TargetDiff, style: Style): string[] {
  const lines = changeGroups(target).flatMap(({ title, isRegression, changes }) => [
    `${isRegression ? style.bad(title) : title}:`,
    ...changes.flatMap(({ id, text, details }) => [
      `  ${style.strong(id)}  ${text}`,
      ...details.map((line) => `    ${line}`),
    ]),
    '',
  ])
  return lines.length === 0 ? [] : [style.strong(`variant ${target.variant.toUpperCase()}`), '', ...lines]
}

/** The comparison for a comment on a pull request. */
export function renderDiffMarkdown(diff: Diff): string {
  const { made, targets, regressed } = sanitizeReport(diff)
  const conditions = made.map(({ what, before, after }) => `- ${code(what)}: ${code(before)}, now ${code(after)}`)
  const head = [
    `## Conformance: ${regressed ? 'regressed' : 'no regression'}`,
    ...(conditions.length > 0 ? ['The two runs differ in their conditions:', conditions.join('\n')] : []),
  ]
  const parts = targets.flatMap((target) => [
    `### Variant ${target.variant.toUpperCase()}: ${changeSummary(target)}`,
    ...changeGroups(target).map(({ title, changes }) => {
      const rows = changes.map(({ id, text, details }) => [codeCell(id), codeCell(text, ...details)])
      return `**${title}**\n\n${table(['rule', ''], rows)}`
    }),
  ])
  return `${fitted(head.join('\n\n'), parts, '', COMMENT).trimEnd()}\n`
}

/** Changes of one kind, as every rendering shows them. */
interface ChangeGroup {
  readonly title: string
  readonly isRegression: boolean
  readonly changes: readonly { readonly id: string; readonly text: string; readonly details: readonly string[] }[]
}

/** The changes of a target in reading order. */
function changeGroups({ broken, untried, fresh, kept, tried, drifted, unmeasured, moved }: TargetDiff): ChangeGroup[] {
  const regression = (title: string, changes: readonly RuleChange[]) => ({
    title,
    isRegression: true,
    changes: changes.map(ruleChange),
  })
  const other = (title: string, changes: ChangeGroup['changes']) => ({ title, isRegression: false, changes })
  return [
    regression('newly violated', broken),
    regression('no longer tested', untried),
    other('violated, and new in the catalogue', fresh.map(ruleChange)),
    other('newly passed', kept.map(ruleChange)),
    other('newly tested, and passed', tried.map(ruleChange)),
    other('observed behaviour that changed', drifted.map(driftChange)),
    other('observed in one of the runs only', unmeasured.map(driftChange)),
    other('measured', moved.map(measuredChange)),
  ].filter(({ changes }) => changes.length > 0)
}

const ruleChange = ({ id, before, after, why }: RuleChange) => ({
  id,
  text: `${before}, now ${after}`,
  details: why === undefined ? [] : [why],
})

/** `per_page=101: 400 (code x), now 200 (data 100 records)`. */
const driftChange = ({ id, title, before, after }: Drift) => ({
  id,
  text: title,
  details: differingAspects(id, [before, after]).map(
    ({ name, texts }) => `${name === undefined ? '' : `${name}: `}${texts.join(', now ')}`,
  ),
})

const measuredChange = ({ what, before, after, unit }: Movement) => ({
  id: what,
  text: `${before}${unit}, now ${after}${unit}`,
  details: [],
})

/** `2 rules newly violated, 1 rule no longer tested, 12 observed behaviours changed`. */
function changeSummary({ only, broken, untried, kept, stillBroken, drifted }: TargetDiff): string {
  if (only === 'before') return 'not in the later report'
  if (only === 'after') return 'not in the earlier report'
  const parts: readonly (readonly [changes: readonly unknown[], noun: string, what: string])[] = [
    [broken, 'rule', 'newly violated'],
    [untried, 'rule', 'no longer tested'],
    [kept, 'rule', 'newly passed'],
    [stillBroken, 'rule', 'still violated'],
    [drifted, 'observed behaviour', 'changed'],
  ]
  const texts = parts.flatMap(([{ length }, noun, what]) => (length > 0 ? [`${count(length, noun)} ${what}`] : []))
  return texts.join(', ') || 'nothing changed'
}
