import type { CommandWords, OptionWords, Place, Words } from './words.ts'

const START = 'complete -c tenant-conformance'

/** A script for fish. */
export function fishScript({ commands, rules, faults }: Words): string {
  const known = [...commands, { name: 'help', summary: 'tells of a command' }]
  return `# fish completion for tenant-conformance: tenant-conformance completion fish | source
set -g _tenant_conformance_rules ${rules.join(' ')}
set -g _tenant_conformance_faults ${faults.join(' ')}
${START} -f
${known.map(({ name, summary }) => `${START} -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`).join('\n')}
${commands.flatMap(commandLines).join('\n')}
${START} -n '__fish_seen_subcommand_from help' -a ${quoted(commands.map(({ name }) => name).join(' '))}
`
}

function commandLines({ name, options, argument }: CommandWords): string[] {
  const when = `${START} -n '__fish_seen_subcommand_from ${name}'`
  const after = argument === 'anything' ? [] : [`${when} ${values(argument)}`]
  return [...options.map((option) => `${when} ${optionWords(option)}`), ...after]
}

function optionWords({ name, help, value }: OptionWords): string {
  const about = `-l ${name} -d ${quoted(help)}`
  if (value === undefined) return about
  if (value === 'anything') return `${about} -x`
  return `${about} ${value === 'file' ? '-r' : '-x'} ${values(value)}`
}

function values(place: Exclude<Place, 'anything'>): string {
  if (place === 'file') return '-F'
  if (place === 'directory') return `-a '(__fish_complete_directories)'`
  return place === 'rule' || place === 'fault'
    ? `-a '$_tenant_conformance_${place}s'`
    : `-a ${quoted((place as readonly string[]).join(' '))}`
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
