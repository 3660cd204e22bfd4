import { expect, test } from 'vitest'
import type { Behaviour } from '../../../reference-server/behaviour.ts'
import { NO_CLAUSES } from '../../core/clause-coverage.ts'
import type { Json } from '../../core/json.ts'
import type { Report, RuleResult, Status } from '../../core/results.ts'
import { ruleCoverage } from '../../core/rule-coverage.ts'
import { countsOf } from '../../engine/verdict.ts'
import { catalogOf, tryAgainst } from '../../proof/selfcheck/try-against.ts'
import { withoutCode } from '../../testing/without-code.ts'
import { compare } from './compare.ts'
import { renderDiff, renderDiffMarkdown } from './render.ts'

const { rules } = await catalogOf('a')

const FREEDOMS = [
  'a.observed.bearer-scheme-case/one-spelling-only',
  'a.observed.both-headers/bearer-first',
  'a.observed.duplicate-header/first',
  'a.observed.head/not-allowed',
  'a.observed.page-past-end/last-page',
  'a.observed.per-page-above-max/echoed-as-asked',
  'a.observed.rate-limit-headers/draft',
  'a.observed.repeated-parameter/last',
  'a.observed.unknown-path/as-a-bad-key',
  'a.observed.updated-since-date-only/refused',
  'a.observed.user-fields/only-ids',
  'a.observed.www-authenticate/challenge',
]
const FAULTS = ['a.auth.wrong-prefix/not-compared', 'a.users.total-pages/rounded-down']

/** The decisions of all these together; no two of them are of the same one. */
function together(ids: readonly string[]): Partial<Behaviour> {
  const all = ids.map((id) => {
    const [rule, name] = id.split('/')
    const { faults, freedoms } = rules.find((one) => one.id === rule)!
    const found = faults?.[name!] ?? freedoms?.[name!]
    if (!found) throw new Error(`no ${id}`)
    return found
  })
  const names = all.flatMap(Object.keys)
  expect(new Set(names).size).toBe(names.length)
  return Object.assign({}, ...all)
}

function reportOf(results: readonly RuleResult[]): Report {
  const counts = countsOf(results)
  const clauses = NO_CLAUSES
  const target = {
    variant: 'a',
    baseUrl: 'http://127.0.0.1:1',
    verdict: 'conformant',
    requests: 1,
    retries: 0,
    serverErrors: 0,
    scope: 'complete',
    coverage: ruleCoverage(results),
  } as const
  const run = { startedAt: '', durationMs: 1, seed: 1, depth: 'quick', strict: false } as const
  return {
    ...{ schemaVersion: 1, suite: { name: 'x', version: '1' }, run: { ...run, complete: true, interrupted: false } },
    targets: [{ ...target, counts, clauses, rules: results }],
  }
}

const report = async (behaviour: Partial<Behaviour> = {}) =>
  reportOf((await tryAgainst({ variant: 'a', rules: [], depth: 'quick', seed: 1, behaviour })).results)

const plain = { good: String, bad: String, warn: String, dim: String, strong: String }
const idOf = (entry: string) => entry.split('/')[0]

test('servers that differ in twelve observed behaviours and two rules: exactly these are named', async () => {
  const before = await report()
  const after = await report(together([...FREEDOMS, ...FAULTS]))
  const found = compare(before, after)
  const [target] = found.targets
  expect(target!.broken.map(({ id }) => id)).toEqual(FAULTS.map(idOf).sort())
  expect(target!.drifted.map(({ id }) => id)).toEqual(FREEDOMS.map(idOf))
  expect([target!.untried, target!.kept, target!.tried, target!.fresh]).toEqual([[], [], [], []])
  expect(found.regressed).toBe(true)
  const text = renderDiff(found, plain)
  expect(text).toContain('2 rules newly violated, 12 observed behaviours changed')
  expect(text).toContain('    updated_since=2024-01-01: 200 (data 25 records')
  expect(text).toMatch(/, now 400 \(code invalid_parameter\)/)
  const back = compare(after, before)
  expect([back.regressed, back.targets[0]!.kept.length]).toEqual([false, 2])
}, 120_000)

test('two runs on one server: nothing changed', async () => {
  const found = compare(await report(), await report())
  // Other processes influence response times, which these tests ignore.
  const targets = found.targets.map((target) => ({ ...target, moved: [] }))
  expect(renderDiff({ ...found, targets }, plain)).toBe('variant A: conformant — nothing changed\nno regression\n')
}, 120_000)

const rule = (id: string, status: RuleResult['status'], more: Partial<RuleResult> = {}): RuleResult => ({
  ...{ id, level: 'stated', section: '2', title: id, status, cases: 1, requests: 1, durationMs: 1 },
  ...more,
})

test.for([
  ['passed', 'failed', 'broken'],
  ['passed', 'warned', 'broken'],
  ['warned', 'failed', 'broken'],
  ['skipped', 'failed', 'broken'],
  ['expected', 'failed', 'broken'],
  ['passed', 'skipped', 'untried'],
  ['failed', 'inconclusive', 'untried'],
  ['observed', 'blocked', 'untried'],
  ['failed', 'passed', 'kept'],
  ['expected', 'passed', 'kept'],
  ['skipped', 'passed', 'tried'],
  ['failed', 'failed', 'stillBroken'],
  ['failed', 'warned', 'stillBroken'],
  ['passed', 'passed', undefined],
  ['skipped', 'blocked', undefined],
  ['failed', 'expected', undefined],
] as const)('%s, then %s: %s', ([was, is, group]) => {
  const found = compare(reportOf([rule('a.x', was)]), reportOf([rule('a.x', is)]))
  const [target] = found.targets
  const groups = (['broken', 'untried', 'kept', 'tried', 'stillBroken', 'fresh'] as const).filter(
    (name) => target![name].length > 0,
  )
  expect(groups).toEqual(group ? [group] : [])
  expect(found.regressed).toBe(group === 'broken' || group === 'untried')
})

test('noise that keeps a measurement from a result is no regression', () => {
  const [one, two] = [
    reportOf([rule('a.x', 'passed')]),
    reportOf([rule('a.x', 'inconclusive', { measurement: {} as never })]),
  ]
  expect(compare(one, two)).toMatchObject({ regressed: false, targets: [{ untried: [{ id: 'a.x', noisy: true }] }] })
})

test('a rule that only one of the reports knows', () => {
  const [one, two] = [reportOf([rule('a.x', 'passed')]), reportOf([rule('a.y', 'failed')])]
  const { targets, regressed } = compare(one, two)
  expect(targets[0]!.untried).toMatchObject([{ id: 'a.x', after: 'not there' }])
  expect(targets[0]!.fresh).toMatchObject([{ id: 'a.y', before: 'not there', after: 'failed' }])
  expect(regressed).toBe(true)
  expect(compare(reportOf([]), two).regressed).toBe(false)
})

test('what only one of the runs measured is no change; a field that is gone is one', () => {
  const seen = (id: string, observation: Json) => reportOf([rule(id, 'observed', { observation })])
  const compared = (id: string, one: Json, other: Json) => {
    const [target] = compare(seen(id, one), seen(id, other)).targets
    return [target!.drifted.length, target!.unmeasured.length]
  }
  const [short, both] = [{ '5 KiB': 401 }, { '5 KiB': 401, '70 KiB': 431 }]
  expect(compared('b.observed.very-long-key', both, short)).toEqual([0, 1])
  expect(compared('b.observed.very-long-key', both, { '5 KiB': 431 })).toEqual([1, 0])
  expect(compared('b.observed.node-fields', both, short)).toEqual([1, 0])
  const text = renderDiff(compare(seen('b.x', both), seen('b.x', short)), plain)
  expect(text).toContain('observed in one of the runs only:\n  b.x  b.x\n    70 KiB: 431, now not measured\n')
  expect(text).toContain('nothing changed')
})

test('a variant that is missing from the later report is a regression', () => {
  const one = reportOf([rule('a.x', 'passed')])
  const found = compare(one, { ...one, targets: [] })
  expect([found.regressed, renderDiff(found, plain)]).toEqual([
    true,
    'variant A: conformant, now not tested — not in the later report\nregressed\n',
  ])
  expect(compare({ ...one, targets: [] }, one).regressed).toBe(false)
})

test('a verdict that lost a required rule has another phrase', () => {
  const ending = (status: Status) => reportOf([rule('a.x', 'passed'), rule('a.y', status, { severity: 'error' })])
  const { targets } = compare(ending('passed'), ending('skipped'))
  expect(targets[0]!.verdict).toMatchObject({ before: 'conformant', after: 'conformant so far' })
})

test('prints the conditions of the runs first', () => {
  const one = reportOf([rule('a.x', 'passed')])
  const other: Report = { ...one, suite: { name: 'x', version: '2' }, run: { ...one.run, depth: 'standard' } }
  expect(renderDiff(compare(one, other), plain)).toMatch(
    /^the two runs differ in their conditions:\n {2}suite version: 1, now 2\n {2}depth: quick, now standard\n/,
  )
})

test('what a deployment said makes no markup in a comment', () => {
  const hostile = '</code>|<img src=x> @team [x](http://y)\n# z'
  const after = rule('a.x', 'failed', { failure: { summary: hostile } as never })
  const text = renderDiffMarkdown(compare(reportOf([rule('a.x', 'passed')]), reportOf([after])))
  expect(withoutCode(text)).not.toMatch(/<img|@team|\]\(|\n# z|<\/code>/)
  expect(text.split('\n').filter((line) => line.startsWith('| `'))).toHaveLength(1)
})
