import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { loadCatalog } from '../core/catalog.ts'
import { captured } from '../testing/captured.ts'
import { newFolder } from '../testing/new-folder.ts'
import { main } from './main.ts'

vi.setConfig({ testTimeout: 60_000 })
afterEach(() => vi.restoreAllMocks())

const folder = newFolder()
writeFileSync(join(folder, 'settings file'), '')
mkdirSync(join(folder, 'sediment'))
const bin = newFolder()
symlinkSync(resolve(import.meta.dirname, 'bin.js'), join(bin, 'tenant-conformance'))

/** Runs a shell that finds the command, in a folder with one file and one directory. */
const run = (command: string, args: readonly string[]): string => {
  const env = { PATH: [bin, dirname(process.execPath), process.env.PATH].join(':'), HOME: folder }
  return execFileSync(command, args, { cwd: folder, env, encoding: 'utf8', timeout: 50_000, killSignal: 'SIGKILL' })
}

async function output(...argv: string[]): Promise<string> {
  const written = captured()
  expect(await main(argv)).toBe(0)
  vi.restoreAllMocks()
  return written.out
}

const script = async (shell: string): Promise<string> => {
  const file = join(folder, `.${shell}-script`)
  writeFileSync(file, await output('completion', shell))
  return file
}

/** Calls the function as bash does, with the words up to the cursor. */
const BASH = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
_tenant_conformance; printf '%s\\n' "\${COMPREPLY[@]}"`

/** Stubs for functions that only work at a terminal; prints what they receive. */
const ZSH = `compdef() {}; compset() { if [[ $words[CURRENT] == --*=* ]] words[CURRENT]=\${words[CURRENT]#*=} }
_files() { [ "$1" = -/ ] && print -l -- $words[CURRENT]*(/) || print -l -- $words[CURRENT]* }
_describe() { print -l -- \${(P)2} }
source "$1"; shift; words=("$@"); CURRENT=$#; _tenant_conformance`

/** All completions of the last word. */
const SHELLS: Readonly<Record<string, (file: string, line: string) => string>> = {
  // bash splits --option=value into three words.
  bash: (file, line) => run('bash', ['--norc', '-c', BASH, 'bash', file, ...line.replace('=', ' = ').split(' ')]),
  fish: (file, line) => run('fish', ['--no-config', '-c', `source ${file}; complete -C '${line}'`]),
  zsh: (file, line) => run('zsh', ['-f', '-c', ZSH, 'zsh', file, ...line.split(' ')]),
}

/** Candidates without descriptions and without `--option=`. */
const wordsIn = (text: string): string[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/^--\w+=/, '').replace(/[\t:].*/, ''))

const installed = (shell: string) => spawnSync(shell, ['--version']).status === 0

describe.for(Object.entries(SHELLS))('%s', ([name, complete]) => {
  test.skipIf(!installed(name)).for([
    ['doc', ['doctor']],
    ['run --dept', ['--depth']],
    ['run --depth qu', ['quick']],
    ['run --depth=ex', ['exhaustive']],
    ['run --rule b.lists.wa', ['b.lists.walk']],
    ['rules b.company.re', ['b.company.readable']],
    ['serve --fault b.lists.total/of', ['b.lists.total/of-the-page']],
    ['completion f', ['fish']],
    ['help reg', ['regrade']],
    ['run --env-file sett', ['settings file']],
    ['replay sett', ['settings file']],
    ['run --out se', ['sediment/']],
    ['run --rate ', ['']],
    ['unknown ', ['']],
  ] as const)('%s', async ([line, expected]) => {
    const found = wordsIn(complete(await script(name), `tenant-conformance ${line}`))
    // Some shells show a directory without its slash.
    expect(found.map((word) => (word === 'sediment' ? 'sediment/' : word.replace('\\ ', ' ')))).toEqual(expected)
  })
})

test('zsh parses its script', async () => {
  if (installed('zsh')) expect(run('zsh', ['-f', '-n', await script('zsh')])).toBe('')
})

describe('complete prints candidates', () => {
  test('commands and options with their descriptions', async () => {
    expect(await output('complete', '--', '')).toMatch(/^run\ttests every rule[\s\S]*^--version\tprint the version$/m)
    expect(await output('complete', '--', 'rules', '--js')).toBe('--json\tprint JSON\n')
    expect(await output('complete', '--', 'rules', '--he')).toBe('--help\tshow help\n')
  })

  test('every rule id and every choice', async () => {
    const ids = (await Promise.all([loadCatalog('a'), loadCatalog('b')])).flatMap(({ rules }) =>
      rules.map(({ id }) => id),
    )
    expect((await output('complete', '--', 'run', '--rule', '')).trimEnd().split('\n').sort()).toEqual(ids.sort())
    expect(await output('complete', '--', 'run', '--reporter=j')).toBe('--reporter=json\n--reporter=junit\n')
  })

  test('none for values that have no list', async () => {
    expect(await output('complete', '--', 'run', '--base-url', '')).toBe('')
    expect(await output('complete', '--', 'run', '--subject', '')).toBe('')
    expect(await output('complete', '--', 'run', '--toString', 'x')).toBe('')
  })
})
