import { beforeAll, describe, expect, test } from 'vitest'
import type { Catalog } from '../../core/catalog.ts'
import type { Report } from '../../core/results.ts'
import type { TargetSettings } from '../../core/settings.ts'
import { catalogOf } from '../../proof/selfcheck/try-against.ts'
import { planReplay, replayOutcomes } from './plan-replay.ts'
import { whatIsRequested } from './what-is-requested.ts'

const target: TargetSettings = {
  variant: 'a',
  baseUrl: 'http://127.0.0.1:1',
  keys: { active: { env: 'TENANT_A_KEY', value: `acme_c0ffee0123456789_${'7f3a91c05be24d68'.repeat(4)}` } },
  ordered: false,
  noScopeEndpoints: [],
}
let catalogs: Map<'a', Catalog>
beforeAll(async () => {
  catalogs = new Map([['a', await catalogOf('a')]])
})

const key = [{ env: 'TENANT_A_KEY' }]
const credential = { class: 'active', form: 'x-api-key', headers: [['X-Api-Key', key]] }
const request = { endpoint: '/users', path: '/users', query: [['page', '2']], credential }

function plan(id: string, failure: object | undefined, status = 'failed') {
  const rules = [{ id, status, ...(failure && { failure }) }]
  const report = { targets: [{ variant: 'a', baseUrl: target.baseUrl, rules }] } as unknown as Report
  return planReplay(report, [], [target], catalogs)[0]
}
const INVARIANT = 'a.users.total-pages'
const TRIAL = 'a.users.defaults'
const path = 'first:0'

describe('the plan of a replay', () => {
  test('has the case of a trial by path', () => {
    const counterexample = { leave: 'page' }
    expect(plan(TRIAL, { counterexample, path })?.case).toEqual({
      rule: TRIAL,
      from: { rule: TRIAL, path, case: counterexample },
      times: 3,
      instead: expect.stringMatching(/ run --rule a.users.defaults --seed 0$/),
    })
  })

  test('has the request of an invariant, or the case that sent it', () => {
    const failure = { counterexample: {}, path: 'seen:7', request }
    expect(plan(INVARIANT, failure)?.case).toMatchObject({ rule: INVARIANT, request, times: 8 })
    expect(plan(INVARIANT, { ...failure, origin: { rule: TRIAL } })?.case).toMatchObject({ request })
    const origin = { rule: TRIAL, path: 'any:2', case: { page: 1 } }
    expect(plan(INVARIANT, { ...failure, origin })?.case).toMatchObject({ rule: INVARIANT, from: origin, times: 3 })
    const all = { rule: 'a.observed.head', path: 'all' }
    expect(plan(INVARIANT, { ...failure, origin: all })?.case).toMatchObject({ request })
    expect(plan(INVARIANT, { counterexample: {}, path, origin: all })?.case).toMatchObject({ from: all })
  })

  test('has the client of the report, or a property of one, or none if there is no such client', () => {
    const clientOf = (client: string) => plan(TRIAL, { counterexample: {}, path, client })?.case?.client
    for (const client of ['undici', 'undici: accept-encoding', 'no client headers'])
      expect(clientOf(client)).toBe(client)
    expect(plan(TRIAL, { counterexample: {}, path, client: 'undici: cookie' })).toMatchObject({
      reason: 'this version of the suite does not send as "undici: cookie" does',
    })
  })

  test('repeats flaky cases more often and includes warnings and expected failures', () => {
    const failure = { counterexample: {}, path }
    expect(plan(TRIAL, { ...failure, flaky: '1 of 2' })?.case?.times).toBe(12)
    expect(plan('a.auth.wrong-secret', failure)?.case?.times).toBe(8)
    expect(plan(TRIAL, failure, 'warned')).toMatchObject({ was: 'warned', case: {} })
    expect(plan(TRIAL, failure, 'expected')).toMatchObject({ was: 'expected', case: {} })
    expect(plan(TRIAL, undefined, 'passed')).toBeUndefined()
  })

  test('does not decide a case that passes without the other requests it needs', () => {
    const planned = (failure: object) => [plan(TRIAL, { counterexample: {}, path, seed: 7, ...failure })!]
    const result = (status: string) => [{ rules: [{ id: TRIAL, status, cases: 3 }] }] as never
    const outcome = (failure: object, status = 'passed') => replayOutcomes(planned(failure), result(status))[0]
    expect(outcome({})).toMatchObject({ outcome: 'passes now' })
    for (const context of ['before', 'same connection', 'concurrent', 'unknown', 'edited']) {
      expect(outcome({ context })).toMatchObject({
        outcome: 'undecided',
        reason: expect.stringMatching(/without the other requests that it needs.* run --seed 7$/),
      })
      expect(outcome({ context }, 'failed')).toMatchObject({ outcome: 'still fails' })
    }
  })

  test('does not decide a flaky case, nor one whose root does not pass', () => {
    const planned = [
      plan(TRIAL, { counterexample: {}, path, seed: 7, flaky: '1 of 5' })!,
      plan(INVARIANT, { counterexample: {}, path: 'seen:7', request, follows: { rule: TRIAL } })!,
    ]
    const outcomes = (...statuses: string[]) => {
      const rules = statuses.map((status, i) => ({ id: [TRIAL, INVARIANT][i], status }))
      return replayOutcomes(planned.slice(0, rules.length), [{ rules }] as never)
    }
    expect(outcomes('passed')[0]).toMatchObject({
      outcome: 'undecided',
      reason: expect.stringMatching(/^tried 15 times without a failure, and the run saw 1 of 5 fail: .* run --seed 7$/),
      conforms: true,
    })
    expect(outcomes('passed', 'passed')[1]).toMatchObject({
      outcome: 'undecided',
      reason: expect.stringContaining(`it follows from ${TRIAL}, which is undecided`),
    })
    expect(outcomes('failed', 'passed')[1]?.reason).toContain(`it follows from ${TRIAL}, which still fails`)
    expect(outcomes('failed', 'failed')[1]).toMatchObject({ outcome: 'still fails' })
    expect(replayOutcomes(planned.slice(1), [{ rules: [{ id: INVARIANT, status: 'passed' }] }] as never)).toMatchObject(
      [{ outcome: 'passes now' }],
    )
  })

  test('has what the request with the most parameters is for, unless the rule makes its own data', () => {
    const failure = { counterexample: {}, path, requests: [{ ...request, query: [] }, request, 7] }
    expect(plan(TRIAL, failure)?.case?.shown).toBe(whatIsRequested({ ...request, query: [['page', '2']] }))
    expect(plan('a.key.unique', failure)?.case?.shown).toBeUndefined()
  })

  test('names the run to use instead with its options, and the rule that sends the request', () => {
    const rules = [{ id: TRIAL, status: 'failed', failure: { counterexample: {}, path, seed: 7 } }]
    const of = (failure: object) =>
      planReplay(
        {
          targets: [{ variant: 'a', rules: [{ ...rules[0], failure: { ...rules[0]!.failure, ...failure } }] }],
        } as never,
        [],
        [target],
        catalogs,
        'run --env-file x',
      )[0]!.case!.instead
    expect(of({})).toBe(`run --env-file x --rule ${TRIAL} --seed 7`)
    expect(of({ origin: { rule: INVARIANT } })).toBe(`run --env-file x --rule ${TRIAL} --rule ${INVARIANT} --seed 7`)
    expect(of({ context: 'before' })).toBe('run --env-file x --seed 7')
  })

  test('has each rule once, however often the report names it', () => {
    const rules = Array(5).fill({ id: TRIAL, status: 'failed', failure: { counterexample: {}, path } })
    const targets = Array(2).fill({ variant: 'a', rules })
    expect(planReplay({ targets } as never, [], [target], catalogs)).toHaveLength(1)
  })
})

test('a request before or after the rules is replayed as it is described', () => {
  const failure = { counterexample: {}, path, request, origin: { rule: 'preflight', path: 'all' } }
  expect(plan(INVARIANT, failure)?.case).toMatchObject({ request })
})

describe('cannot be replayed', () => {
  const failure = { counterexample: {}, path, request }
  test.for([
    [() => plan('a.gone.rule', failure), 'this version of the suite has no such rule'],
    [() => plan(TRIAL, undefined), 'the report has no case for it'],
    [() => plan(TRIAL, { path }), 'the report has no case for it'],
    [() => plan(TRIAL, { counterexample: {} }), 'the report has no case for it'],
    [() => plan(INVARIANT, { counterexample: {}, path }), 'lacks the violating request'],
    [() => plan(INVARIANT, { ...failure, origin: { rule: 'a.gone.rule', path } }), 'does not have the rule that sent'],
    [() => plan(INVARIANT, { ...failure, origin: { rule: 'b.lists.walk', path } }), 'does not have the rule that sent'],
    [() => plan('a.observed.per-page-above-max', failure), 'nothing to send'],
  ] as const)('%#: %s', ([edited, expected]) => {
    expect(edited()?.case).toBeUndefined()
    expect(edited()?.reason).toContain(expected)
  })
})
