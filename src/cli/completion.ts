import { allRules, ruleIds } from '../core/catalog.ts'
import { UsageError } from '../core/usage-error.ts'
import { type Args, type Command, refuseMore } from './command.ts'
import { REFERENCES, topicNames } from './topics.ts'

/** Each script calls `tenant-conformance complete -- WORDS...` with the words up to the cursor. */
const SCRIPTS: Readonly<Record<string, string>> = {
  // For bash 3.2 and later, which macOS has. bash splits --option=value into three words.
  bash: `_tenant_conformance() {
  local IFS=$'\\n' cur="\${COMP_WORDS[COMP_CWORD]#=}" words=() word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD}"; do [ "$word" = = ] || words+=("$word"); done
  [ "\${COMP_WORDS[COMP_CWORD]}" != = ] || words+=('')
  COMPREPLY=($(tenant-conformance complete -- "\${words[@]}" 2>/dev/null | cut -f1))
  case "\${COMPREPLY[0]}" in
    :file) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$cur")) ;;
    :directory) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$cur")) ;;
  esac
}
complete -F _tenant_conformance tenant-conformance
`,
  zsh: `#compdef tenant-conformance
_tenant_conformance() {
  local -a found=("\${(@f)$(tenant-conformance complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  case $found[1] in
    :file) compset -P '--*='; _files ;;
    :directory) compset -P '--*='; _files -/ ;;
    ?*) found=("\${(@)\${(@)found//:/\\\\:}/$'\\t'/:}"); _describe tenant-conformance found ;;
  esac
}
if [ "$funcstack[1]" = _tenant-conformance ]; then _tenant_conformance "$@"
else compdef _tenant_conformance tenant-conformance; fi
`,
  fish: `function __tenant_conformance
  set -l words (commandline -opc) (commandline -ct)
  set -l found (tenant-conformance complete -- $words[2..-1] 2>/dev/null)
  set -l path (string replace -r '^--[^=]+=' '' -- $words[-1])
  switch "$found[1]"
    case :file
      __fish_complete_path "$path"
    case :directory
      __fish_complete_directories "$path"
    case '*'
      string join \\n -- $found
  end
end
complete -c tenant-conformance -f -a '(__tenant_conformance)'
`,
}

const SHELLS = Object.keys(SCRIPTS)

export const completion: Command = {
  name: 'completion',
  usage: SHELLS.join('|'),
  argument: SHELLS.join('|'),
  summary: 'prints a shell script that completes commands, options, their values and rule ids',
  options: {},
  notes: [
    'The script calls tenant-conformance, so the shell must find it: in a project, run PATH=$PWD/node_modules/.bin:$PATH first.',
  ],
  examples: [
    ['completion bash >> ~/.bashrc', 'bash, in every new shell'],
    ['completion zsh > ~/.zfunc/_tenant-conformance', 'zsh, with ~/.zfunc in fpath'],
    ['completion fish > ~/.config/fish/completions/tenant-conformance.fish', 'fish'],
  ],
  exits: [
    [0, 'the script was printed'],
    [2, 'the shell is not supported'],
  ],
  run: print,
}

async function print(args: Args): Promise<number> {
  refuseMore(args, 1)
  const [shell = ''] = args.positionals
  if (!Object.hasOwn(SCRIPTS, shell)) throw new UsageError(`completion: name a shell, one of ${SHELLS.join(', ')}`)
  process.stdout.write(SCRIPTS[shell]!)
  return 0
}

type Candidate = readonly [word: string, description?: string]
type Loaders = Readonly<Record<string, () => Promise<Command>>>

/** Asks the shell to complete a path itself. */
const PATHS: Readonly<Record<string, string>> = { FILE: ':file', DIR: ':directory' }

const HELP: Candidate = ['--help', 'show help']

/** Completes the last of the words that follow the program name. One candidate per line, its description after a tab. */
export async function complete(commands: Loaders, words: readonly string[]): Promise<string> {
  const current = words.at(-1) ?? ''
  const candidates = await candidatesFor(commands, words.slice(0, -1), current)
  const matching = candidates.filter(([word]) => word.startsWith(current) || Object.values(PATHS).includes(word))
  return matching.map((candidate) => `${candidate.join('\t')}\n`).join('')
}

async function candidatesFor(
  commands: Loaders,
  [name, ...before]: readonly string[],
  current: string,
): Promise<Candidate[]> {
  if (name === undefined) {
    const all = await Promise.all(Object.values(commands).map((load) => load()))
    const listed = all.map(({ name, summary }): Candidate => [name, summary])
    return [...listed, ['help', 'show help on a command or topic'], HELP, ['--version', 'print the version']]
  }
  if (name === 'help') return [...Object.keys(commands), ...topicNames(), ...REFERENCES].map((known) => [known])
  if (!Object.hasOwn(commands, name)) return []
  const { options, argument } = await commands[name]!()
  const placeholderOf = (option: string | undefined) =>
    option?.startsWith('--') ? options[option.slice(2)]?.value : undefined
  const [inline] = /^--[^=]+(?==)/.exec(current) ?? []
  const value = placeholderOf(inline ?? before.at(-1))
  if (value !== undefined) return valuesFor(value, inline && `${inline}=`)
  if (argument !== undefined && !current.startsWith('-')) return valuesFor(argument)
  return [...Object.entries(options).map(([option, { help }]): Candidate => [`--${option}`, help]), HELP]
}

/** Values for a placeholder of the help: `quick|standard`, `FILE`, `PATTERN`. None where anything is valid. */
async function valuesFor(placeholder: string, prefix = ''): Promise<Candidate[]> {
  const names = placeholder.split('|')
  const path = names.map((name) => PATHS[name]).find(Boolean)
  if (path) return [[path]]
  const literals = names.filter((name) => /^[a-z]+$/.test(name))
  return [...literals, ...(await idsFor(placeholder))].map((word) => [`${prefix}${word}`])
}

async function idsFor(placeholder: string): Promise<string[]> {
  if (placeholder === 'ID' || placeholder === 'PATTERN') return ruleIds()
  if (placeholder !== 'RULE/FAULT') return []
  const rules = await allRules()
  return rules.flatMap(({ id, faults = {} }) => Object.keys(faults).map((fault) => `${id}/${fault}`))
}
