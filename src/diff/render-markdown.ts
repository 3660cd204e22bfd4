import { inert } from '../report/inert.ts'
import { code } from '../report/markdown/escape.ts'
import { fitted } from '../report/markdown/fitted.ts'
import { saidInCell, table } from '../report/markdown/table.ts'
import { COMMENT } from '../report/markdown.ts'
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
