import { loadCatalog } from '../core/catalog.ts'
import { UsageError } from '../core/usage-error.ts'
import { type Args, refuseMore } from './args.ts'
import type { Command } from './command.ts'
import { bashScript } from './completion/bash.ts'
import { fishScript } from './completion/fish.ts'
import { wordsOf } from './completion/words.ts'
import { zshScript } from './completion/zsh.ts'
import { all } from './main.ts'

const SHELLS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const

export const completion: Command = {
  name: 'completion',
  usage: Object.keys(SHELLS).join('|'),
  summary: 'prints a script that completes commands, options, their values and ids of rules in a shell',
  options: {},
  notes: [
    'It works where the shell finds tenant-conformance itself: PATH=$PWD/node_modules/.bin:$PATH does it in a project.',
  ],
  examples: [
    ['completion bash >> ~/.bashrc', 'bash, from the next shell on'],
    ['completion zsh > ~/.zfunc/_tenant-conformance', 'zsh, with ~/.zfunc in fpath'],
    ['completion fish > ~/.config/fish/completions/tenant-conformance.fish', 'fish'],
  ],
  exits: [
    [0, 'it was printed'],
    [2, 'no such shell'],
  ],
  run: print,
}

async function print(args: Args): Promise<number> {
  refuseMore(args, 1)
  const [shell = ''] = args.positionals
  if (!Object.hasOwn(SHELLS, shell))
    throw new UsageError(`completion: name a shell, one of ${Object.keys(SHELLS).join(', ')}`)
  const [commands, ...catalogs] = await Promise.all([all(), loadCatalog('a'), loadCatalog('b')])
  const rules = catalogs.flatMap((catalog) => catalog.rules)
  process.stdout.write(
    SHELLS[shell as keyof typeof SHELLS]({
      commands: commands.map(wordsOf),
      rules: rules.map(({ id }) => id),
      faults: rules.flatMap(({ id, faults = {} }) => Object.keys(faults).map((name) => `${id}/${name}`)),
    }),
  )
  return 0
}
