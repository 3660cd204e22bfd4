import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { loadCatalog } from '../core/catalog.ts'
import { newFolder } from '../testing/new-folder.ts'
import { bashScript } from './completion/bash.ts'
import { fishScript } from './completion/fish.ts'
import { type Words, wordsOf } from './completion/words.ts'
import { zshScript } from './completion/zsh.ts'
import { all } from './main.ts'

vi.setConfig({ testTimeout: 60_000 })

const folder = newFolder()
writeFileSync(join(folder, 'settings file'), '')
const ids = (await loadCatalog('b')).rules.map(({ id }) => id)
const words: Words = {
  commands: (await all()).map(wordsOf),
  rules: ids,
  faults: ['b.lists.total/of-the-page'],
}

/** Calls the function as bash does: with the words of the line, the last of which is to be completed. */
const BASH = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
_tenant_conformance; printf '%s\\n' "\${COMPREPLY[@]}"`

interface Shell {
  readonly script: (words: Words) => string
  /** All that the line could go on with. */
  complete(file: string, line: string): string[]
}

const run = (command: string, args: readonly string[]): string =>
  execFileSync(command, args, { cwd: folder, encoding: 'utf8', timeout: 20_000, killSignal: 'SIGKILL' }).trimEnd()

const SHELLS: Readonly<Record<string, Shell>> = {
  bash: {
    script: bashScript,
    // bash takes --option=value apart before it asks.
    complete: (file, line) =>
      run('bash', ['--norc', '-c', BASH, 'bash', file, ...line.replace('=', ' = ').split(' ')]).split('\n'),
  },
  fish: {
    script: fishScript,
    complete: (file, line) => {
      const found = run('fish', ['--no-config', '-c', `source ${file}; complete -C '${line}'`]).split('\n')
      return found.map((each) => each.split('\t')[0]!.replace(/^--\w+=/, ''))
    },
  },
}

const installed = (shell: string) => spawnSync(shell, ['--version']).status === 0

describe.for(Object.entries(SHELLS))('%s', ([name, { script, complete }]) => {
  const file = join(folder, name)
  writeFileSync(file, script(words))
  test.skipIf(!installed(name)).for([
    ['tenant-conformance doc', ['doctor']],
    ['tenant-conformance run --dept', ['--depth']],
    ['tenant-conformance run --depth qu', ['quick']],
    ['tenant-conformance run --depth=ex', ['exhaustive']],
    ['tenant-conformance run --rule b.lists.wa', ['b.lists.walk']],
    ['tenant-conformance rules b.company.re', ['b.company.readable']],
    ['tenant-conformance serve --fault b.lists.t', ['b.lists.total/of-the-page']],
    ['tenant-conformance completion f', ['fish']],
    ['tenant-conformance help reg', ['regrade']],
  ] as const)('%s', ([line, expected]) => {
    expect(complete(file, line)).toEqual(expected)
  })
})

// Its completion works on a terminal only, and what one shows depends on more than the script.
test.skipIf(!installed('zsh'))('zsh reads its script', () => {
  const file = join(folder, 'zsh')
  writeFileSync(file, zshScript(words))
  expect(run('zsh', ['-f', '-n', file])).toBe('')
})

test('every rule and every choice stands in each script', () => {
  for (const script of [bashScript, fishScript, zshScript]) {
    const text = script(words)
    for (const id of ids) expect(text).toContain(id)
    expect(text).toContain('console json junit html')
  }
})

test('files are completed where a file is taken, with blanks in their names', () => {
  expect(SHELLS.bash!.complete(join(folder, 'bash'), 'tenant-conformance run --env-file se')).toEqual(['settings file'])
  expect(SHELLS.bash!.complete(join(folder, 'bash'), 'tenant-conformance replay se')).toEqual(['settings file'])
  expect(SHELLS.bash!.complete(join(folder, 'bash'), 'tenant-conformance run --rate ')).toEqual([''])
})
