import { UsageError } from '../core/usage-error.ts'
import { type Args, refuseMore } from './args.ts'
import type { Command } from './command.ts'

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
