import { beforeAll, describe, expect, test } from 'vitest'
import type { Catalog } from '../catalog.ts'
import type { Report } from '../report/results.ts'
import { catalogOf } from '../selfcheck/trying.ts'
import type { TargetSettings } from '../settings.ts'
import { planOf } from './plan.ts'

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

function plan(id: string, failure: object | undefined, status = 'failed', at = target.baseUrl) {
  const rules = [{ id, status, ...(failure && { failure }) }]
  const report = { targets: [{ variant: 'a', baseUrl: at, rules }] } as unknown as Report
  return planOf(report, [], [target], catalogs)[0]
}
const INVARIANT = 'a.users.total-pages'
const TRIAL = 'a.users.defaults'

describe('what of a report is sent again', () => {
  test('the case of a trial, and the request of an invariant', () => {
    const counterexample = { leave: 'page' }
    expect(plan(TRIAL, { counterexample })?.case).toEqual({ rule: TRIAL, counterexample, elsewhere: false, times: 3 })
    expect(plan(INVARIANT, { counterexample, request })?.case).toMatchObject({ request, times: 3 })
  })

  test('more often where it did not fail each time; a warning and an expected failure as well', () => {
    expect(plan(TRIAL, { counterexample: {}, flaky: '1 of 2' })?.case?.times).toBe(12)
    expect(plan(TRIAL, { counterexample: {} }, 'warned')).toMatchObject({ was: 'warned', case: {} })
    expect(plan(TRIAL, { counterexample: {} }, 'expected')).toMatchObject({ was: 'expected', case: {} })
    expect(plan(TRIAL, undefined, 'passed')).toBeUndefined()
  })

  test('elsewhere when the settings name another base URL than the report', () => {
    expect(plan(TRIAL, { counterexample: {} }, 'failed', 'http://evil')?.case?.elsewhere).toBe(true)
  })
})

const withRequest = (change: object) => plan(INVARIANT, { counterexample: {}, request: { ...request, ...change } })
const withHeader = (header: unknown) => withRequest({ headers: [header] })

describe('a report that somebody has edited', () => {
  test.for([
    [() => withHeader(['Host', 'evil.example']), 'a header that only HTTP itself may set'],
    [() => withHeader(['host', key]), 'a header that only HTTP itself may set'],
    [() => withHeader(['X-Forwarded-Host', 'evil.example']), 'a header that only HTTP itself may set'],
    [() => withHeader(['Transfer-Encoding', 'chunked']), 'a header that only HTTP itself may set'],
    [() => withHeader(['X\r\nHost', 'evil']), 'a header name that cannot be sent'],
    [() => withRequest({ credential: { ...credential, headers: [['Host', key]] } }), 'only HTTP itself may set'],
    [() => withRequest({ path: 'http://evil.example/users' }), 'a path that cannot be sent'],
    [() => withRequest({ path: '@evil.example/users' }), 'a path that cannot be sent'],
    [() => withRequest({ path: '/users HTTP/1.1\r\nHost: evil' }), 'a path that cannot be sent'],
    [() => withRequest({ method: 'DELETE' }), 'its request cannot be sent'],
    [() => withRequest({ query: [['q', [{ env: 'PATH' }]]] }), 'supply PATH'],
    [() => withRequest({ query: [['q', [{ env: 'TENANT_A_KEY', value: 1 }]]] }), 'its request cannot be sent'],
    [() => plan(TRIAL, { counterexample: { leave: key } }), 'its case refers to a key'],
    [() => plan(TRIAL, { counterexample: [[{ base64: key }]] }), 'its case refers to a key'],
  ] as const)('cannot send what no rule sends: %#', ([edited, said]) => {
    const planned = edited()
    expect(planned?.case).toBeUndefined()
    expect(planned?.reason).toContain(said)
  })
})

describe('cannot be told', () => {
  test.for([
    [() => plan('a.gone.rule', { counterexample: {} }), 'this version of the suite has no such rule'],
    [() => plan(TRIAL, undefined), 'the report holds no case of it'],
    [() => plan(TRIAL, {}), 'the report holds no case of it'],
    [() => plan(INVARIANT, { counterexample: {} }), 'the report does not hold the request that broke it'],
    [() => plan('a.observed.per-page-above-max', { counterexample: {} }), 'nothing to send'],
    [
      () => withRequest({ credential: { ...credential, headers: [['X-Api-Key', [{ env: 'TENANT_A_KEY_REVOKED' }]]] } }),
      'supply TENANT_A_KEY_REVOKED',
    ],
    [
      () => withRequest({ credential: { ...credential, headers: [['X-Api-Key', [{ env: 'CREATED_KEY_3' }]]] } }),
      'a key that was created for the run',
    ],
  ] as const)('%#: %s', ([edited, said]) => {
    expect(edited()?.reason).toContain(said)
  })
})
