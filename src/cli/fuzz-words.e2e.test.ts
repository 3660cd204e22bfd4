import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, test, vi } from 'vitest'
import type { RunFlags } from '../config/options.ts'
import { readSettings } from '../config/read-settings.ts'
import { type CommandCaller, commandCaller, KEY, SECRET } from '../testing/call-command.ts'
import { noise } from '../testing/garbage.ts'
import { newFolder } from '../testing/new-folder.ts'
import { parseArguments } from './command.ts'
import { RUN_OPTIONS } from './run-options.ts'

const dir = newFolder()
let by: CommandCaller
beforeEach(() => {
  by = commandCaller()
})
afterEach(() => vi.restoreAllMocks())

const GOOD = {
  TENANT_A_BASE_URL: 'http://127.0.0.1:1',
  TENANT_A_KEY: KEY,
  TENANT_B_BASE_URL: 'https://x/y',
  TENANT_B_KEY: KEY.replace('acme', 'b'),
}
const OTHERS = [
  'TENANT_B_PROJECT_ID',
  'TENANT_B_NO_SCOPE_ENDPOINTS',
  'TENANT_B_DATASET_ORDERED',
  'TENANT_A_KEY_REVOKED',
]
const name = fc.constantFrom(
  ...Object.keys(GOOD),
  ...OTHERS,
  'TENANT_CONTROL',
  'TENANT_ALLOW_HTTP',
  'TENANT_A_',
  '__proto__',
)
const cut = fc.nat({ max: KEY.length }).map((at) => KEY.slice(0, at))
const value = fc.oneof(noise, fc.constantFrom(...Object.values(GOOD)), fc.webUrl(), cut)

describe('settings', { timeout: 120_000 }, () => {
  test('of the environment', () => {
    fc.assert(
      fc.property(
        fc.dictionary(name, value),
        (some) => void by.usable(() => readSettings({}, { ...GOOD, ...some }, dir)),
      ),
      { numRuns: 400 },
    )
  })

  test('of a file', () => {
    const line = fc.tuple(name, value).map((parts) => parts.join('='))
    const text = fc.array(fc.oneof(line, noise), { maxLength: 8 }).map((lines) => lines.join('\n'))
    const path = join(dir, 'fuzz.env')
    fc.assert(
      fc.property(text, (content) => {
        writeFileSync(path, content)
        by.usable(() => readSettings({ 'env-file': path }, {}, dir))
      }),
      { numRuns: 400 },
    )
  })
})

describe('command lines', { timeout: 120_000 }, () => {
  const option = fc.constantFrom(...Object.keys(RUN_OPTIONS)).map((known) => `--${known}`)
  const strange = [
    '-',
    '--',
    '---',
    '-h=',
    '--=',
    '--seed=',
    '=',
    '__proto__',
    '--__proto__=1',
    '--constructor',
    '*',
    'é\0',
  ]
  const word = fc.oneof(
    fc.string({ maxLength: 30 }),
    fc.constantFrom(...strange, KEY, SECRET),
    option,
    fc.tuple(option, fc.string({ maxLength: 20 })).map((parts) => parts.join('=')),
  )
  const words = fc.array(word, { maxLength: 6 })

  test('of run, until it would start', () => {
    fc.assert(
      fc.property(words, (argv) => {
        const args = by.usable(() => parseArguments(argv, RUN_OPTIONS))
        if (args) by.usable(() => readSettings(args.values as RunFlags, {}, dir))
      }),
      { numRuns: 1000 },
    )
  })

  test('of commands that only read', async () => {
    const commands = [
      'diff',
      'verify',
      'badge',
      'replay',
      'regrade',
      'curl',
      'rules',
      'help',
      'summary',
      'nothing',
      '',
      '__proto__',
    ]
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...commands), words, async (command, argv) => {
        await by.call([command, ...argv], [0, 2])
      }),
      { numRuns: 300 },
    )
  })
})
