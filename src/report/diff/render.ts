import type { Style } from '../console/style.ts'
import { COMMENT, code, codeCell, fitted, table } from '../markdown/syntax.ts'
import { renderable } from '../renderable.ts'
import { changeGroups, changeSummary } from './change-groups.ts'
import type { Diff, TargetDiff } from './compare.ts'

/** What `diff` prints: in which conditions the runs differ, then each variant's changes, and last one line for each. */
export function renderDiff(diff: Diff, style: Style): string {
  const { made, targets, regressed } = renderable(diff)
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
  const { made, targets, regressed } = renderable(diff)
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
