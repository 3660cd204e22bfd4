import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { captured } from '../testing/captured.ts'
import { againCommand } from './again.ts'
import { main } from './main.ts'

let written: ReturnType<typeof captured>

beforeEach(() => {
  written = captured()
})
afterEach(() => vi.restoreAllMocks())

describe('what cannot be used is one line and exit code 2, before anything is sent', () => {
  test.for([
    [[], 'no command is given'],
    [['rnu'], 'unknown command "rnu"; did you mean run?'],
    [['--depth', 'quick'], '--depth stands where a command is expected'],
    [['summary'], 'summary takes reports'],
    [['run', 'now'], 'unexpected argument "now"'],
    [['run', '--control', 'c.ts'], '--control: no deployment is named'],
    [['run', '--rule', 'a.nothing.*'], '--rule: no rule matches "a.nothing.*"'],
    [['run', '--out', '/dev/null/out'], '--out: "/dev/null/out" cannot be written to (ENOTDIR)'],
    [['serve', '--port', '65536'], '--port: must be a whole number from 0 to 65535'],
    [['serve', '--fault', 'a.auth.missing-kye/x'], 'did you mean a.auth.missing-key'],
    [
      ['serve', '--fault', 'a.auth.missing-key/nothing-like-it'],
      'a.auth.missing-key has no fault "nothing-like-it"; did you mean',
    ],
    [['rules', 'a.auth.missing-kye'], 'did you mean a.auth.missing-key'],
    [['help', 'me'], 'unknown command "me"'],
  ] as const)('%j', async ([argv, said]) => {
    expect(await main(argv)).toBe(2)
    expect(written.err).toContain(said)
    expect(written.err.match(/\n/g)).toHaveLength(1)
    expect(written.out).toBe('')
  })
})

describe('what tells of the suite', () => {
  test.for([
    [['--help'], 'usage: tenant-conformance COMMAND'],
    [['help', 'run'], '--max-requests N'],
    [['serve', '--help'], '--fault RULE/FAULT'],
    [['--version'], '0.'],
    [['rules'], 'rules; tenant-conformance rules ID explains one'],
    [['rules', 'a.auth.missing-key'], 'Tried by:'],
  ] as const)('%j', async ([argv, said]) => {
    expect(await main(argv)).toBe(0)
    expect(written.out).toContain(said)
    expect(written.err).toBe('')
  })

  test('rules as JSON', async () => {
    expect(await main(['rules', '--json'])).toBe(0)
    const rules: { id: string; clauses: { text: string }[] }[] = JSON.parse(written.out)
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length)
    expect(rules.flatMap(({ clauses }) => clauses).every(({ text }) => text.length > 0)).toBe(true)
  })
})

test('an error of the suite itself shows no key, and no stack', async () => {
  const { reportError } = await import('./errors.ts')
  expect(reportError(new Error(`bad\nkey tk_0123456789abcdef_${'0f'.repeat(32)}`))).toBe(3)
  expect(written.err).toBe(
    'tenant-conformance: the suite itself failed: bad key tk_0123456789abcdef_**** (DEBUG=1 shows where)\n',
  )
})

test('the command that runs a rule again keeps what the first one was told', () => {
  const target = { variant: 'b', baseUrl: 'https://host/b' } as const
  expect(againCommand(target, {})).toBe('npm run conformance -- run')
  expect(
    againCommand(target, { 'env-file': 'my settings', 'base-url': 'x', variant: ['b'], depth: 'quick', strict: true }),
  ).toBe(
    `npm run conformance -- run --env-file 'my settings' --variant b --base-url https://host/b --depth quick --strict`,
  )
})
