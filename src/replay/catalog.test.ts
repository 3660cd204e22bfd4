import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Exchange } from '../client/exchange.ts'
import type { Json } from '../client/json.ts'
import { invariant, type RuleDefinition, trial, type Variant, violation } from '../rule.ts'
import { catalogOf } from '../selfcheck/trying.ts'
import { about, get, run, statusOf } from '../testing/session.ts'
import { type Strange, serve } from '../testing/strange.ts'
import type { ReplayCase } from './case.ts'
import { replayCatalog } from './catalog.ts'
import { isCaseOf } from './shape.ts'

/** Answers with the status that the path names; /flaky/: each third time 500. */
let server: Strange
let flaky = 0
beforeAll(async () => {
  server = await serve((req, res) => {
    const status = Number(/\/(\d{3})\b/.exec(req.url!)?.[1] ?? (flaky++ % 3 === 2 ? 500 : 200))
    res.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  })
})
afterAll(() => server.close())

const wants200 = trial<{ path: string }, Exchange>({
  ...about,
  cases: { first: [{ path: '/200' }], any: fc.record({ path: fc.constant('/200') }), count: [1, 1, 1] },
  send: ({ path }, tools) => tools.get(get(tools.target, path)),
  judge: (x) => (statusOf(x) === 200 ? undefined : violation('200', `${statusOf(x)}`)),
})
const notFoundIsBroken = invariant({
  ...about,
  applies: (x) => (statusOf(x) ?? 0) >= 400,
  judge: (x) => (statusOf(x) === 404 ? violation('no 404', '404') : undefined),
})

async function replayed(rule: RuleDefinition, one: Partial<ReplayCase>) {
  const cases = [{ rule: 'r', counterexample: { path: '/200' }, elsewhere: false, times: 3, ...one }]
  const catalog = {
    variant: 'a',
    rules: [{ ...rule, id: 'r', variant: 'a' }],
    reference: {},
    preflight: async () => ({ learnt: {} }),
  } as const
  const { rules } = replayCatalog(catalog, cases)
  const { results } = await run({ r: rules[0]! }, { baseUrl: server.baseUrl })
  return results.r!
}

test('a trial is tried on its case, so often, and no other', async () => {
  const before = server.requests()
  expect(await replayed(wants200, {})).toMatchObject({ status: 'passed', cases: 3 })
  expect(server.requests() - before).toBe(3)
  expect(await replayed(wants200, { counterexample: { path: '/404' } })).toMatchObject({
    status: 'failed',
    failure: { actual: '404' },
  })
})

test('a case that fails now and then still fails', async () => {
  expect(await replayed(wants200, { counterexample: { path: '/flaky/' }, times: 12 })).toMatchObject({
    status: 'failed',
  })
})

test('a case that this version cannot make anything of is no bug of the suite', async () => {
  const confused = trial<{ path: string }, Exchange>({
    ...wants200,
    send: (c, tools) => wants200.send({ path: ({ '/200': '/200' } as Record<string, string>)[c.path]!.trim() }, tools),
  })
  expect(await replayed(confused, { counterexample: { path: '/old' } })).toMatchObject({
    status: 'inconclusive',
    reason: expect.stringMatching(/^this version of the rule cannot try its case: /),
  })
})

test('a case of another form is not tried: it would mean something else', async () => {
  for (const counterexample of [{ way: '/404' }, null, 5, { path: 5 }, { path: '/404', more: 1 }] as Json[])
    expect(await replayed(wants200, { counterexample })).toMatchObject({
      status: 'inconclusive',
      reason: expect.stringContaining('its case is of another form'),
    })
})

const request = (path: string, more = {}) =>
  ({
    endpoint: '/users',
    path,
    credential: { class: 'active', form: 'x-api-key', headers: [['X-Api-Key', [{ env: 'TENANT_A_KEY' }]]] },
    ...more,
  }) as const

test('the request that broke an invariant is sent again and judged', async () => {
  expect(await replayed(notFoundIsBroken, { request: request('/404') })).toMatchObject({ status: 'failed' })
  expect(await replayed(notFoundIsBroken, { request: request('/400') })).toMatchObject({ status: 'passed' })
  expect(await replayed(notFoundIsBroken, { request: request('/200') })).toMatchObject({
    status: 'inconclusive',
    reason: 'the request is now answered 200, of which the rule says nothing',
  })
})

test('at another deployment a project goes by its own id, and without one nothing is told', async () => {
  const one = { elsewhere: true, request: request('/projects/404/nodes', { endpoint: '/projects/{project_id}/nodes' }) }
  expect(await replayed(notFoundIsBroken, one)).toMatchObject({
    status: 'inconclusive',
    reason: 'it needs a project, and none was given or found',
  })
})

test.for(['a', 'b'] as Variant[])('every case that the rules of %s try is one of theirs', async (variant) => {
  const { rules } = await catalogOf(variant)
  const target = {
    variant,
    baseUrl: 'http://x',
    keys: { active: { env: 'K', prefix: 'p', keyId: '0123456789abcdef' } },
    secrets: new Map(),
    ordered: true,
    noScopeEndpoints: [],
    sizes: { '/users': 237 },
    project: 'p',
    dataset: 'd',
  }
  for (const rule of rules) {
    if (rule.kind !== 'trial' || !rule.cases.any) continue
    const any = typeof rule.cases.any === 'function' ? rule.cases.any(target as never) : rule.cases.any
    for (const c of fc.sample(any, { numRuns: 50, seed: 2 }))
      expect([rule.id, c, isCaseOf(c as Json, rule.cases, target as never)]).toEqual([rule.id, c, true])
  }
})
