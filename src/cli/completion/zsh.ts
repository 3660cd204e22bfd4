import type { CommandWords, OptionWords, Place, Words } from './words.ts'

/** A script for zsh, to be sourced or to stand in a folder of \`$fpath\` as \`_tenant-conformance\`. */
export function zshScript({ commands, rules, faults }: Words): string {
  const known = [...commands, { name: 'help', summary: 'tells of a command' }]
  return `#compdef tenant-conformance
# zsh completion for tenant-conformance: source <(tenant-conformance completion zsh), after compinit
_tenant_conformance_rules=(${rules.join(' ')})
_tenant_conformance_faults=(${faults.join(' ')})
_tenant_conformance() {
  local -a commands=(
${known.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe -t commands command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${commands.map(commandCase).join('\n')}
    help) _describe -t commands command commands ;;
  esac
}
if [ "$funcstack[1]" = _tenant-conformance ]; then _tenant_conformance "$@"
else compdef _tenant_conformance tenant-conformance; fi
`
}

function commandCase({ name, options, argument }: CommandWords): string {
  // An argument of which nothing is known would keep zsh from completing options.
  const after = argument === 'anything' ? [] : [quoted(`*:argument:${action(argument)}`)]
  const lines = [...options.map(optionSpec), ...after]
  return `    ${name}) _arguments \\\n${lines.map((line) => `      ${line}`).join(' \\\n')} ;;`
}

function optionSpec({ name, help, multiple, value }: OptionWords): string {
  const about = help.replace(/[[\]\\]/g, '\\$&')
  const after = value === undefined ? '' : `:value:${action(value)}`
  return quoted(`${multiple ? '*' : ''}--${name}${value === undefined ? '' : '='}[${about}]${after}`)
}

function action(place: Place): string {
  if (place === 'file') return '_files'
  if (place === 'directory') return '_files -/'
  if (place === 'rule' || place === 'fault') return `($_tenant_conformance_${place}s)`
  return place === 'anything' ? ' ' : `(${place.join(' ')})`
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
