import type { CommandWords, Place, Words } from './words.ts'

/** A script for bash 3.2 and later, as macOS has it. */
export function bashScript({ commands, rules, faults }: Words): string {
  return `# bash completion for tenant-conformance: source <(tenant-conformance completion bash)
_tenant_conformance_rules='${rules.join(' ')}'
_tenant_conformance_faults='${faults.join(' ')}'
_tenant_conformance() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" words='' kind=words
  # bash takes --option=value apart.
  if [ "$cur" = '=' ]; then cur=''
  elif [ "$prev" = '=' ]; then prev="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  if [ "$COMP_CWORD" -eq 1 ]; then
    words='${[...commands.map(({ name }) => name), 'help', '--help', '--version'].join(' ')}'
  else
    case "\${COMP_WORDS[1]} $prev" in
${commands.flatMap(valueCases).join('\n')}
      *)
        case "\${COMP_WORDS[1]} $cur" in
${commands.map(optionCase).join('\n')}
${commands.map(argumentCase).join('\n')}
          'help '*) words='${commands.map(({ name }) => name).join(' ')}' ;;
        esac ;;
    esac
  fi
  local IFS=$' \\t\\n'
  case $kind in
    words) COMPREPLY=($(compgen -W "$words" -- "$cur")) ;;
    file) IFS=$'\\n'; compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$cur")) ;;
    directory) IFS=$'\\n'; compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$cur")) ;;
  esac
}
complete -F _tenant_conformance tenant-conformance
`
}

function valueCases({ name, options }: CommandWords): string[] {
  return options.flatMap((option) =>
    option.value === undefined ? [] : [`      '${name} --${option.name}') ${suggested(option.value)} ;;`],
  )
}

const optionCase = ({ name, options }: CommandWords): string =>
  `          '${name} -'*) words='${options.map((option) => `--${option.name}`).join(' ')}' ;;`

const argumentCase = ({ name, argument }: CommandWords): string => `          '${name} '*) ${suggested(argument)} ;;`

function suggested(place: Place): string {
  if (place === 'rule') return 'words=$_tenant_conformance_rules'
  if (place === 'fault') return 'words=$_tenant_conformance_faults'
  if (place === 'anything') return 'kind=none'
  return typeof place === 'string' ? `kind=${place}` : `words='${place.join(' ')}'`
}
