import { inert } from '../../core/inert.ts'
import type { Style } from '../console/style.ts'
import type { Diff, TargetDiff } from './compare.ts'
import { groupsOf, summaryOf } from './groups.ts'

/** What `diff` prints: what the runs were made with, then each variant's changes, and last one line for each. */
export function renderDiff({ made, targets, regressed }: Diff, style: Style): string {
  const settings = made.map(({ what, before, after }) => style.warn(inert(`${what}: ${before}, now ${after}`)))
  const lines = [
    ...(settings.length > 0 ? ['the two runs were not made alike:', ...settings.map((line) => `  ${line}`), ''] : []),
    ...targets.flatMap((target) => changes(target, style)),
    ...targets.map((target) => verdict(target, style)),
    regressed ? style.bad('regressed') : style.good('no regression'),
  ]
  return `${lines.join('\n')}\n`
}

function changes(target: TargetDiff, style: Style): string[] {
  const groups = groupsOf(target)
  if (groups.length === 0) return []
  const lines = groups.flatMap(({ title, regression, entries }) => [
    `${regression ? style.bad(title) : title}:`,
    ...entries.flatMap(({ id, said, details }) => [
      `  ${style.strong(inert(id))}  ${inert(said)}`,
      ...details.map((detail) => `    ${inert(detail)}`),
    ]),
    '',
  ])
  return [style.strong(`variant ${target.variant.toUpperCase()}`), '', ...lines]
}

function verdict(target: TargetDiff, style: Style): string {
  const { before, after } = target.verdict
  const said = before === after ? before : `${before}, now ${after}`
  return `variant ${target.variant.toUpperCase()}: ${style.strong(said)} — ${summaryOf(target)}`
}
