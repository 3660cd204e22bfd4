import { inert } from '../../core/inert.ts'
import { code } from '../markdown/escape.ts'
import { fitted } from '../markdown/fitted.ts'
import { COMMENT } from '../markdown/markdown.ts'
import { saidInCell, table } from '../markdown/table.ts'
import type { Diff, TargetDiff } from './compare.ts'
import { groupsOf, summaryOf } from './groups.ts'

/** The same for a pull-request comment. What does not fit is said to be missing. */
export function renderDiffMarkdown({ made, targets, regressed }: Diff): string {
  const settings = made.map(({ what, before, after }) => `- ${said(what)}: ${said(before)}, now ${said(after)}`)
  const head = [
    `## Conformance: ${regressed ? 'regressed' : 'no regression'}`,
    ...(settings.length > 0 ? ['The two runs were not made alike:', settings.join('\n')] : []),
  ]
  return `${fitted(head.join('\n\n'), targets.flatMap(section), '', COMMENT).trimEnd()}\n`
}

function section(target: TargetDiff): string[] {
  return [
    `### Variant ${target.variant.toUpperCase()}: ${summaryOf(target)}`,
    ...groupsOf(target).map(({ title, entries }) => {
      const rows = entries.map(({ id, said, details }) => [saidInCell(id), saidInCell(said, ...details)])
      return `**${title}**\n\n${table(['rule', ''], rows)}`
    }),
  ]
}

const said = (text: string): string => code(inert(text))
