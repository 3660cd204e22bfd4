import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { RunFlags } from '../config/options.ts'
import type { Failure } from '../core/results.ts'
import { captured } from '../testing/captured.ts'
import { FAILURE, sampleReport, sampleRule, sampleTarget } from '../testing/sample-report.ts'
import { main } from './main.ts'
import { insteadCommand, replayCommand, withAgain } from './write-reports.ts'

let written: ReturnType<typeof captured>

beforeEach(() => {
  written = captured()
})
afterEach(() => vi.restoreAllMocks())

describe('rejects with one line and exit code 2, before any request', () => {
  test.for([
    [[], 'no command is given'],
    [['rnu'], 'unknown command "rnu"; did you mean run?'],
    [['--depth', 'quick'], '--depth is not a command; try'],
    [['summary'], 'summary takes reports'],
    [['run'], 'no deployment is named: set TENANT_A_BASE_URL and TENANT_A_KEY'],
    [['doctor'], 'no deployment is named: set TENANT_A_BASE_URL and TENANT_A_KEY'],
    [['run', 'now'], 'unexpected argument "now"'],
    [['run', '--control', 'c.ts'], '--control: no deployment is named'],
    [['run', '--demo', '--rule', 'a.nothing.*'], '--rule: no rule matches "a.nothing.*"'],
    [['run', '--demo', '--out', '/dev/null/out'], '--out: "/dev/null/out" cannot be written to (ENOTDIR)'],
    [['serve', '--port', '65536'], '--port: must be a whole number from 0 to 65535'],
    [['serve', '--fault', 'a.auth.missing-kye/x'], 'did you mean a.auth.missing-key'],
    [
      ['serve', '--fault', 'a.auth.missing-key/nothing-like-it'],
      'a.auth.missing-key has no fault "nothing-like-it"; name one of open, ',
    ],
    [['rules', 'a.auth.missing-kye'], 'did you mean a.auth.missing-key'],
    [['rules', 'b.nothing.*'], 'no rule matches "b.nothing.*"'],
    [['rules', '--variant', 'a', 'b.rows.walk'], 'no rule has the id "b.rows.walk"'],
    [['rules', '--variant', 'c'], '--variant: must be a or b'],
    [['rules', '--json', '--markdown'], '--markdown: excludes --json'],
    [['help', 'me'], 'no help on "me"; `npm run conformance -- help` lists'],
    [['help', 'verdict'], 'no help on "verdict"; did you mean verdicts?'],
    [['help', 'run', 'now'], 'unexpected argument "now"'],
  ] as const)('%j', async ([argv, said]) => {
    expect(await main(argv)).toBe(2)
    expect(written.err).toContain(said)
    expect(written.err.match(/\n/g)).toHaveLength(1)
    expect(written.out).toBe('')
  })
})

describe('prints', () => {
  test.for([
    [['--help'], 'usage: tenant-conformance COMMAND'],
    [['help', 'run'], '--max-requests N'],
    [['help', 'verdicts'], 'Exit codes'],
    [['help'], 'topics:'],
    [['serve', '--help'], '--fault RULE/FAULT'],
    [['--version'], '0.'],
    [['rules'], 'rules; npm run conformance -- rules ID explains one'],
    [['rules', 'a.auth.missing-key'], 'Tested by:'],
  ] as const)('%j', async ([argv, said]) => {
    expect(await main(argv)).toBe(0)
    expect(written.out).toContain(said)
    expect(written.err).toBe('')
  })

  test('rules by area, those that a pattern matches', async () => {
    expect(await main(['rules', 'a.users.total*', 'b.tenancy.isolated'])).toBe(0)
    const [a, total, pages, empty, b, isolated] = written.out.split('\n')
    expect([a, empty, b]).toEqual(['Variant A: users', '', 'Variant B: tenancy'])
    for (const [line, id] of [
      [total, 'a.users.total '],
      [pages, 'a.users.total-pages '],
      [isolated, 'b.tenancy.isolated '],
    ])
      expect(line).toMatch(new RegExp(`^  ${id}.* \\(§[\\d, ]+\\)$`))
  })

  test('a page of all rules of a variant, whose links lead to its headings', async () => {
    expect(await main(['rules', '--variant', 'a', '--markdown'])).toBe(0)
    const headings = [...written.out.matchAll(/^### (.*)$/gm)].map(([, id]) => id!)
    const links = [...written.out.matchAll(/^\| \[(.*)\]\(#(.*)\) \|/gm)].map(([, id, anchor]) => [id, anchor])
    expect(headings.length).toBeGreaterThan(90)
    expect(links).toEqual(headings.map((id) => [id, id.replaceAll('.', '')]))
    // Outside of code, neither HTML nor a cell that ends early.
    expect(written.out.replace(/`[^`]*`/g, '')).not.toMatch(/(?<!\\)</)
    for (const [row] of written.out.matchAll(/^\| .*$/gm)) expect(row.match(/(?<!\\)\|/g)).toHaveLength(4)
  })

  test('rules as JSON', async () => {
    expect(await main(['rules', '--json'])).toBe(0)
    const rules: { id: string; clauses: { text: string }[] }[] = JSON.parse(written.out)
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length)
    expect(rules.flatMap(({ clauses }) => clauses).every(({ text }) => text.length > 0)).toBe(true)
  })
})

test('an internal error shows no key and no stack', async () => {
  const { reportError } = await import('./errors.ts')
  expect(reportError(new Error(`bad\nkey tk_0123456789abcdef_${'0f'.repeat(32)}`))).toBe(3)
  expect(written.err).toBe(
    'tenant-conformance: the suite itself failed: bad key tk_0123456789abcdef_**** (DEBUG=1 shows where)\n',
  )
})

test('the repeating command keeps relevant options, and writes to its own folder', () => {
  const again = (flags: RunFlags, out: string, more: Partial<Failure> = {}) => {
    const rule = sampleRule('b.x.y', 'failed', { failure: { ...FAILURE, ...more } })
    const report = sampleReport([{ ...sampleTarget('b', [rule]), baseUrl: 'https://host/b' }])
    return withAgain(report, flags, out).targets[0]!.rules[0]!.failure!.again
  }
  const RUN = 'npm run conformance -- run'
  expect(again({}, 'out')).toBe(`${RUN} --out out/again --rule b.x.y --seed 42`)
  expect(again({}, "it's", { origin: { rule: 'b.z' } })).toBe(
    `${RUN} --out 'it'\\''s/again' --rule b.x.y --rule b.z --seed 42   # b.z sends the request`,
  )
  const whole = '--seed 42   # the same run again: the rule by itself may pass'
  for (const context of ['before', 'unknown'] as const)
    expect(again({ rule: ['b.*'], shard: '1/2' }, 'out', { context, origin: { rule: 'b.z' } })).toBe(
      `${RUN} --rule 'b.*' --shard 1/2 --out out/again ${whole}`,
    )
  const given = {
    ...{ 'env-file': 'my settings', 'base-url': 'x', variant: ['b'], depth: 'quick', strict: true, insecure: true },
    ...{ control: 'manual', timeout: '60s', catalogue: '1', 'allow-http': true, header: ['A: $B', 'C: $D'] },
  }
  const words = `--variant b --base-url https://host/b --env-file 'my settings' --depth quick --strict --insecure`
  const more = `--control manual --timeout 60s --catalogue 1 --allow-http --header 'A: $B' --header 'C: $D'`
  expect(again(given, 'out')).toBe(`${RUN} ${words} ${more} --out out/again --rule b.x.y --seed 42`)
  const dropped = { seed: '3', rule: ['b.x'], out: 'there', reporter: ['json'], 'max-requests': '9', partial: true }
  expect(again(dropped, 'there/again')).toBe(`${RUN} --out there/again-2 --rule b.x.y --seed 42`)
  expect(again(dropped, 'there/again-9')).toBe(`${RUN} --out there/again-10 --rule b.x.y --seed 42`)
})

test('the replay command has the options of the run that replay takes; a demo has none', () => {
  const report = sampleReport([])
  const flags = { 'env-file': 'my settings', variant: ['b'], depth: 'quick', header: ['A: $B'], out: 'there' } as const
  const expected = "npm run conformance -- replay there --variant b --env-file 'my settings' --header 'A: $B'"
  expect(replayCommand(report, 'there', flags as RunFlags)).toBe(expected)
  const instead = `npm run conformance -- run --variant b --env-file 'my settings' --header 'A: $B' --depth ${report.run.depth} --out there/again`
  expect(insteadCommand(report, flags as RunFlags, 'there/again')).toBe(instead)
  expect(replayCommand({ ...report, run: { ...report.run, demo: true } }, 'there', {})).toBeUndefined()
})
