import { inert } from '../report/inert.ts'
import type { Diff, TargetDiff } from './compare.ts'
import { groupsOf, summaryOf } from './groups.ts'

/** The same for a pull-request comment. */
export function renderDiffMarkdown({ made, targets, regressed }: Diff): string {
  const head = `## Conformance: ${regressed ? 'regressed' : 'no regression'}`
  const settings = made.map(({ what, before, after }) => `- ${code(what)}: ${code(before)}, now ${code(after)}`)
  const parts = [
    head,
    ...(settings.length > 0 ? ['The two runs were not made alike:', settings.join('\n')] : []),
    ...targets.flatMap(section),
  ]
  return `${parts.join('\n\n')}\n`
}

function section(target: TargetDiff): string[] {
  return [
    `### Variant ${target.variant.toUpperCase()}: ${summaryOf(target)}`,
    ...groupsOf(target).map(({ title, entries }) => {
      const rows = entries.map(
        ({ id, said, details }) => `| ${code(id)} | ${[said, ...details].map(cell).join('<br>')} |`,
      )
      return [`**${title}**`, '', '| rule | |', '|---|---|', ...rows].join('\n')
    }),
  ]
}

/** What a deployment said is shown as it is: it makes no markup, link or mention. */
const cell = (text: string): string =>
  inert(text).replace(/[\\`*_{}[\]()#+!|<>@~$&:-]/g, (character) => `&#${character.codePointAt(0)};`)

const code = (text: string): string => `<code>${cell(text)}</code>`
