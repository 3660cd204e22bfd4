import { describe, expect, test } from 'vitest'
import type { RuleResult } from '../core/results.ts'
import { AT_OTHER_URL } from '../core/unseen-query.ts'
import { correlateFailures } from './correlate-failures.ts'
import { HIDDEN_ERROR } from './hidden-error.ts'
import { ENDS } from './likely-cause.ts'
import { COUNT_OR_LIST } from './page-arithmetic.ts'

const rule = (id: string, { failure, ...more }: { readonly failure?: object; readonly [name: string]: unknown }) =>
  ({ id, ...more, ...(failure && { failure: { causes: [], ...failure } }) }) as unknown as RuleResult
const failed = (id: string, body = '', status = 'failed', url = '/users', of = 200) => {
  const exchange = {
    request: { url, credential: 'active', headers: [] },
    response: { status: of, body, bodyBytes: body.length },
  }
  return rule(id, { status, failure: { exchanges: [exchange] } })
}
const blocked = (id: string, blockedBy: string) => rule(id, { status: 'blocked', blockedBy })

const linksOf = (rules: readonly RuleResult[], follows: Record<string, string[]> = {}) =>
  correlateFailures(rules, new Map(Object.entries(follows))).flatMap(({ id, failure }) =>
    failure ? [[id, failure.follows?.rule, failure.follows?.because, failure.explained]] : [],
  )

test('the failure that blocks most leads those with the same response', () => {
  expect(
    linksOf([
      failed('a.clients.steady', 'x'),
      failed('a.auth.missing-key', 'x'),
      blocked('a.b.c', 'a.auth.missing-key'),
    ]),
  ).toEqual([
    ['a.clients.steady', 'a.auth.missing-key', 'same-response', undefined],
    ['a.auth.missing-key', undefined, undefined, ['a.clients.steady', 'a.b.c']],
  ])
})

test('of what one check refuses, the first that is accepted leads the others', () => {
  const accepted = (id: string, credential: string, of = 200, more = {}) => {
    const { failure, ...about } = failed(id, id, 'failed', '/users', of)
    const [x] = failure!.exchanges
    const exchanges = [{ ...x!, request: { ...x!.request, credential: `${credential} via bearer` } }]
    return { ...about, failure: { causes: [], ...failure, exchanges, ...more } } as RuleResult
  }
  const disabled = accepted('a.auth.disabled-key', 'disabled')
  const leaderOf = (...more: Parameters<typeof accepted>) => linksOf([disabled, accepted(...more)])[1]!.slice(1, 3)
  expect(leaderOf('a.auth.revoked-key', 'revoked')).toEqual(['a.auth.disabled-key', 'same-check'])
  const causes = (id: string, credential: string, ...causes: string[]) => accepted(id, credential, 200, { causes })
  const mates = [causes('a.auth.x', 'no-scope', 'own', 'both'), causes('a.auth.y', 'no-module', 'both', 'other')]
  expect(correlateFailures(mates, new Map())[0]!.failure!.causes).toEqual(['both', 'own'])
  const misplaced = ['x', 'y'].map((id) => accepted(`b.auth.${id}`, 'misplaced'))
  expect(linksOf(misplaced)[1]!.slice(1, 3)).toEqual([undefined, undefined])
  for (const { failure } of misplaced)
    Object.assign(failure!.exchanges[0]!.request, { headers: [['Authorization', '']] })
  expect(linksOf(misplaced)[1]!.slice(1, 3)).toEqual(['b.auth.x', 'same-check'])
  const outOfRange = ['page', 'size'].map((id) => accepted(`b.lists.${id}`, 'active', 200, { expected: `422, ${id}` }))
  expect(linksOf(outOfRange)[1]!.slice(1, 3)).toEqual(['b.lists.page', 'same-check'])
  const apart: readonly Parameters<typeof accepted>[] = [
    ['a.auth.missing-scope', 'no-scope'],
    ['a.auth.wrong-secret', 'wrong-secret'],
    ['a.auth.revoked-key', 'revoked', 500],
    ['a.auth.revoked-key', 'revoked', 200, { flaky: '1 of 2' }],
    ['a.auth.x', 'disabled'],
  ]
  for (const other of apart) expect(leaderOf(...other)).toEqual([undefined, undefined])
})

test('what is judged by a total of a list follows the failure that shows it to be wrong', () => {
  const judged = (id: string, expected: string, url = '/p/1/datasets?size=7', note?: string) => {
    const one = failed(id, id, 'failed', url)
    return { ...one, ...(note && { note }), failure: { ...one.failure, expected } } as RuleResult
  }
  const walk = judged('b.lists.walk', 'item 99', '/p/2/datasets?page=99', COUNT_OR_LIST)
  const leaderOf = (...more: Parameters<typeof judged>) => linksOf([walk, judged(...more)])[1]!.slice(1, 3)
  const expected = '7 items, since total is 9'
  expect(leaderOf('b.lists.page-length', expected)).toEqual(['b.lists.walk', 'judged-by'])
  expect(leaderOf('b.lists.page-length', expected, '/p/1/nodes')).toEqual([undefined, undefined])
  expect(leaderOf('b.lists.echo', 'size 7')).toEqual([undefined, undefined])
  expect(leaderOf('b.tenancy.isolated', expected)).toEqual([undefined, undefined])
})

test('the same command with a bad key links two rules', () => {
  const accepted = (id: string, credential: string, curl: string, body = id) => {
    const { failure, ...about } = failed(id, body)
    const [x] = failure!.exchanges
    return {
      ...about,
      failure: { ...failure, exchanges: [{ ...x!, request: { ...x!.request, credential, curl } }] },
    } as RuleResult
  }
  const malformed = accepted('a.auth.malformed-key', 'malformed via bearer', 'curl 1')
  const leaderOf = (...other: Parameters<typeof accepted>) => linksOf([malformed, accepted(...other)])[1]!.slice(1, 3)
  expect(leaderOf('a.auth.wrong-secret', 'wrong-secret via bearer', 'curl 1')).toEqual([
    'a.auth.malformed-key',
    'same-response',
  ])
  expect(leaderOf('a.auth.wrong-secret', 'wrong-secret via bearer', 'curl 2')).toEqual([undefined, undefined])
})

test('the error among the further cases of a failure follows it', () => {
  const error = failed('a.error.server-error', '{"x":1}', 'warned', '/users', 500)
  const follows = (line: string) => {
    const head = failed('a.auth.malformed-key', 'x')
    const rules = [
      { ...head, failure: { ...head.failure, extent: { failing: [line], conforming: [] } } } as RuleResult,
      { ...error, failure: { ...error.failure, actual: '500 with x' } } as RuleResult,
    ]
    return linksOf(rules)[1]![1]
  }
  expect([follows('the text "x": 500 with x'), follows('the text "x": 500')]).toEqual([
    'a.auth.malformed-key',
    undefined,
  ])
})

test('of two bodies that end too early, the first leads', () => {
  const cut = (id: string, bytes: number) => {
    const one = failed(id, `{${bytes}`)
    return {
      ...one,
      failure: { ...one.failure, causes: [`${ENDS} ${bytes} bytes, too early: a buffer`] },
    } as RuleResult
  }
  expect(linksOf([cut('b.lists.envelope', 9), cut('b.rows.envelope', 8), failed('b.lists.total', 'x')])).toEqual([
    ['b.lists.envelope', undefined, undefined, ['b.rows.envelope']],
    ['b.rows.envelope', 'b.lists.envelope', 'same-fault', undefined],
    ['b.lists.total', undefined, undefined, undefined],
  ])
})

test('distinguishes the rules that it blocks from those that fail with it', () => {
  const rules = [
    failed('a.auth.missing-key', 'x'),
    failed('a.clients.steady', 'x'),
    blocked('a.b.c', 'a.auth.missing-key'),
  ]
  expect(correlateFailures(rules, new Map())[0]!.failure).toMatchObject({
    explains: 2,
    explained: ['a.clients.steady', 'a.b.c'],
    blocks: ['a.b.c'],
  })
})

test('of two with the same response, the stated one leads the implied one', () => {
  const implied = { ...failed('a.auth.idempotent-retry', 'x'), level: 'implied' as const }
  expect(linksOf([implied, failed('a.auth.wrong-secret', 'x')])[0]![1]).toBe('a.auth.wrong-secret')
})

test('where the active key is refused under load, that leads', () => {
  const refused = (id: string) => {
    const { failure, ...about } = failed(id, 'x', 'failed', '/users', 401)
    return { ...about, failure: { ...failure, context: 'unknown' } } as RuleResult
  }
  const rules = ['a.auth.no-session', 'a.users.per-page-range', 'a.auth.never-refused'].map(refused)
  const links = linksOf([...rules, blocked('a.b.c', 'a.users.per-page-range')], {
    'a.auth.never-refused': ['a.auth.no-session'],
  })
  expect(links.map(([, leader]) => leader)).toEqual(['a.auth.never-refused', 'a.auth.never-refused', undefined])
  const flaky = rules.map((one) => ({ ...one, failure: { ...one.failure!, context: undefined, flaky: '3 of 99' } }))
  expect(linksOf(flaky as RuleResult[])[0]![1]).toBe('a.auth.never-refused')
})

test('where the active key is refused, that leads what got the same refusal', () => {
  const refusal = '{"error":{"code":"unauthorized"}}'
  const rules = [
    failed('b.lists.size-range', refusal, 'failed', '/projects', 401),
    blocked('b.lists.walk', 'b.lists.size-range'),
    failed('b.auth.never-refused', refusal, 'failed', '/company', 401),
  ]
  expect(linksOf(rules)[0]!.slice(0, 3)).toEqual(['b.lists.size-range', 'b.auth.never-refused', 'same-response'])
})

test('what one client gets leads the end of the run, which other clients request', () => {
  const by = (id: string, client: string) => {
    const one = failed(id, 'x', 'failed', '/users', 403)
    const [x] = one.failure!.exchanges
    return {
      ...one,
      failure: { ...one.failure, exchanges: [{ ...x, request: { ...x!.request, client } }] },
    } as RuleResult
  }
  const rules = [by('b.clients.same-result', 'curl'), by('b.clients.steady', 'python-requests')]
  expect(linksOf(rules, { 'b.clients.same-result': ['b.clients.steady'] })).toEqual([
    ['b.clients.same-result', undefined, undefined, ['b.clients.steady']],
    ['b.clients.steady', 'b.clients.same-result', 'same-response', undefined],
  ])
})

test('what follows a failure that depends on load may depend on it, too', () => {
  const late = failed('a.users.total', 'y')
  const rules = [
    failed('a.users.page-length', 'x'),
    rule(late.id, { ...late, failure: { ...late.failure, context: 'later' } }),
  ]
  const [first] = correlateFailures(rules, new Map([['a.users.page-length', ['a.users.total']]]))
  expect(first!.failure!.context).toBe('later')
})

test('a rule follows a violated rule that it judges by', () => {
  const rules = [failed('a.users.page-length', 'x'), failed('a.users.total', 'y')]
  expect(linksOf(rules, { 'a.users.page-length': ['a.users.total'] })[0]).toEqual([
    'a.users.page-length',
    'a.users.total',
    'judged-by',
    undefined,
  ])
  expect(linksOf(rules.slice(0, 1), { 'a.users.page-length': ['a.users.total'] })[0]![1]).toBeUndefined()
})

test('what leads a leader leads all that it leads, and nothing leads itself', () => {
  const rules = [failed('a.one', 'x'), failed('a.two', 'x'), failed('a.three', 'z')]
  const follows = { 'a.one': ['a.two'], 'a.three': ['a.one'] }
  expect(linksOf(rules, follows)).toEqual([
    ['a.one', 'a.two', 'judged-by', undefined],
    ['a.two', undefined, undefined, ['a.one', 'a.three']],
    ['a.three', 'a.two', 'judged-by', undefined],
  ])
})

test('a cross-tenant read follows another one only', () => {
  const rules = [failed('b.tenancy.interleaved'), failed('b.tenancy.isolated', 'x'), failed('b.lists.total', 'x')]
  const follows = { 'b.tenancy.interleaved': ['b.lists.total', 'b.tenancy.isolated'] }
  expect(linksOf(rules, follows).map(([, leader]) => leader)).toEqual([
    'b.tenancy.isolated',
    undefined,
    'b.tenancy.isolated',
  ])
})

test('a rule that tests several kinds of key follows a violation with the same kind only', () => {
  const by = (id: string, name: string) => {
    const { failure, ...about } = failed(id, id)
    return { ...about, failure: { ...failure!, request: { credential: { class: name } } } } as RuleResult
  }
  const follows = { 'b.clients.head': ['b.auth.missing-scope'] }
  const leaderOf = (name: string) =>
    linksOf([by('b.clients.head', name), by('b.auth.missing-scope', 'no-scope')], follows)[0]![1]
  expect([leaderOf('no-scope'), leaderOf('missing')]).toEqual(['b.auth.missing-scope', undefined])
})

test('equal successes of two requests are two responses, equal errors one', () => {
  const leaderOf = (of: number) =>
    linksOf([
      failed('a.auth.x', 'x', 'failed', '/users', of),
      failed('a.users.y', 'x', 'failed', '/users?page=0', of),
    ])[1]![1]
  expect([leaderOf(200), leaderOf(401)]).toEqual([undefined, 'a.auth.x'])
})

test('a cross-tenant read, a failure behind a warning and an empty response follow nothing', () => {
  expect(linksOf([failed('a.auth.missing-key', 'x'), failed('a.tenancy.isolated', 'x')])[1]![1]).toBeUndefined()
  expect(linksOf([failed('a.x.warned', 'x', 'warned'), failed('a.x.failed', 'x')]).map(([, leader]) => leader)).toEqual(
    ['a.x.failed', undefined],
  )
  expect(linksOf([failed('a.x.one'), failed('a.x.other')]).map(([, leader]) => leader)).toEqual([undefined, undefined])
})

test('of two failures that one further header shows, the stated one leads', () => {
  const withHeaders = (id: string, ...names: string[]) => {
    const headers = [['accept', 'application/json'], ...names.map((name) => [name, 'x'])]
    return rule(id, { status: 'failed', failure: { exchanges: [{ request: { url: id, headers } }] } })
  }
  const followed = (...names: string[]) =>
    linksOf([
      { ...withHeaders('b.clients.same-result', 'X-Requested-With'), level: 'implied' },
      withHeaders('b.lists.envelope', ...names),
    ])[0]!
  expect(followed('X-Requested-With').slice(1, 3)).toEqual(['b.lists.envelope', 'same-header'])
  expect(followed('Cookie')[1]).toBeUndefined()
  expect(followed('Cookie', 'X-Requested-With')[1]).toBeUndefined()
  expect(followed()[1]).toBeUndefined()
  const own = { status: 'failed', failure: { exchanges: [{ request: { headers: [['user-agent', 'x']] } }] } }
  expect(linksOf([rule('a.x.one', own), rule('a.x.two', own)])[1]![1]).toBeUndefined()
  const probe = withHeaders('a.auth.disabled-key', 'User-Agent')
  const rules = [probe, withHeaders('a.clients.never-without-key', 'User-Agent'), blocked('a.x.y', probe.id)]
  expect(linksOf(rules)[0]![1]).toBe('a.clients.never-without-key')
  const two = ['X-Api-Key', 'Authorization']
  expect(linksOf([withHeaders('b.x.one', ...two), withHeaders('b.x.two', ...two)])[1]![1]).toBe('b.x.one')
  expect(linksOf([withHeaders('b.x.one', two[1]!), withHeaders('b.x.two', two[1]!)])[1]![1]).toBeUndefined()
})

test('a success of a credential that authentication let in follows that failure', () => {
  const by = (id: string, credential: string, status = 200) => {
    const response = { status, body: id, bodyBytes: 9 }
    return rule(id, {
      status: 'failed',
      failure: { exchanges: [{ request: { url: id, credential, headers: [] }, response }] },
    })
  }
  const leaderOf = (...rules: RuleResult[]) => linksOf([...rules, blocked('b.x.y', 'b.rows.envelope')])[0]!.slice(1, 3)
  const head = by('b.auth.missing-scope', 'no-scope via x-api-key (the no-scope key)')
  expect(leaderOf(by('b.rows.envelope', 'no-scope via x-api-key'), head)).toEqual(['b.auth.missing-scope', 'judged-by'])
  expect(leaderOf(by('b.rows.envelope', 'active via x-api-key'), head)[0]).toBeUndefined()
  expect(leaderOf(by('b.rows.envelope', 'no-scope', 500), head)[0]).toBeUndefined()
})

test('of two failures with one error in place of another status, the first leads', () => {
  const refused = (id: string, expected: string, status: number, code: string) => {
    const body = JSON.stringify({ error: { code }, id })
    const exchange = { request: { url: id, headers: [] }, response: { status, body, bodyBytes: body.length } }
    return rule(id, { status: 'failed', failure: { expected, exchanges: [exchange] } })
  }
  const leaderOf = (expected: string, status = 400, code = 'invalid') =>
    linksOf([
      refused('b.lists.x', '422, since page', 400, 'invalid'),
      refused('b.lists.y', expected, status, code),
    ])[1]![1]
  expect(leaderOf('422, since size')).toBe('b.lists.x')
  expect([leaderOf('401'), leaderOf('422', 404), leaderOf('422', 400, 'other'), leaderOf('a page')]).toEqual(
    Array(4).fill(undefined),
  )
})

test('so it is with errors of another shape in place of the documented code', () => {
  const refused = (id: string, body: object, status = 422) => {
    const response = { status, body: JSON.stringify(body), bodyBytes: 20 }
    const exchanges = [{ request: { url: id, headers: [] }, response }]
    return rule(id, { status: 'failed', failure: { expected: 'error.code "validation_error"', exchanges } })
  }
  const leaderOf = (...other: [body: object, status?: number]) =>
    linksOf([refused('b.lists.x', { detail: ['page'] }), refused('b.lists.y', ...other)])[1]![1]
  expect(leaderOf({ detail: ['size'] })).toBe('b.lists.x')
  expect([leaderOf({ message: 'size' }), leaderOf({ detail: ['size'] }, 400)]).toEqual([undefined, undefined])
})

test('of two failures that one property of a client shows, the first leads', () => {
  const by = (id: string, client?: string) =>
    rule(id, { status: 'failed', failure: { client, exchanges: [{ request: { url: id, headers: [] } }] } })
  const leaderOf = (...clients: (string | undefined)[]) =>
    linksOf(clients.map((client, i) => by(`b.lists.${i}`, client)))[1]!.slice(1, 3)
  const [curl, java] = ['curl/8.5.0: query parameters reversed', 'Java-http-client/21.0.5: query parameters reversed']
  expect(leaderOf(curl, java)).toEqual(['b.lists.0', 'same-header'])
  expect(leaderOf(curl, 'curl/8.5.0: Accept')[0]).toBeUndefined()
  expect(leaderOf('curl/8.5.0', 'curl/8.5.0')[0]).toBeUndefined()
  expect(leaderOf(curl, 'curl/8.5.0')[0]).toBe('b.lists.0')
  expect(leaderOf(curl, 'undici')[0]).toBeUndefined()
  const request = { url: 'b.lists.1', headers: [['Accept-Encoding', 'gzip']] }
  const ofHeader = rule('b.lists.1', { status: 'failed', failure: { exchanges: [{ request }] } })
  expect(linksOf([by('b.lists.0', 'undici: accept-encoding'), ofHeader])[1]![1]).toBe('b.lists.0')
})

test('errors with the status of a success have one cause', () => {
  const hiding = (id: string) => rule(id, { status: 'failed', failure: { ...HIDDEN_ERROR, exchanges: [] } })
  expect(linksOf([hiding('b.lists.envelope'), hiding('b.lists.page-below-one'), failed('b.lists.total')])).toEqual([
    ['b.lists.envelope', undefined, undefined, ['b.lists.page-below-one']],
    ['b.lists.page-below-one', 'b.lists.envelope', 'judged-by', undefined],
    ['b.lists.total', undefined, undefined, undefined],
  ])
})

describe('failures that show only with other requests', () => {
  const shownAfter = (id: string, context: string, [first, last]: readonly string[], status = 200): RuleResult => {
    const exchange = (credential: string, of: number) => ({
      request: { url: id, credential, headers: [] },
      response: { status: of, body: id, bodyBytes: id.length },
    })
    return rule(id, {
      status: 'failed',
      failure: { context, exchanges: [exchange(first!, 200), exchange(last!, status)] },
    })
  }
  const missing = ['active', 'missing']
  const isolated = shownAfter('b.tenancy.isolated', 'before', ['active', 'other-company'])

  test('a success with another key: the cross-tenant read leads, even what is declared to follow a rule', () => {
    const rules = [shownAfter('b.auth.x', 'before', missing), shownAfter('b.clients.y', 'before', missing), isolated]
    expect(linksOf(rules, { 'b.clients.y': ['b.auth.x'], 'b.tenancy.isolated': ['b.auth.x'] })).toEqual([
      ['b.auth.x', 'b.tenancy.isolated', 'same-context', undefined],
      ['b.clients.y', 'b.tenancy.isolated', 'same-context', undefined],
      ['b.tenancy.isolated', undefined, undefined, ['b.auth.x', 'b.clients.y']],
    ])
  })

  test('failures that need requests at the same time are linked with any response', () => {
    const concurrent = shownAfter('b.tenancy.isolated', 'concurrent', ['active', 'other-company'])
    const wrongPage = shownAfter('b.lists.size-range', 'concurrent', ['active', 'active'], 404)
    expect(linksOf([wrongPage, concurrent]).map(([, ...link]) => link.slice(0, 2))).toEqual([
      ['b.tenancy.isolated', 'same-context'],
      [undefined, undefined],
    ])
  })

  test('failures that nothing showed again follow one that needs requests at the same time', () => {
    const race = shownAfter('b.lists.size-range', 'concurrent', ['active', 'active'], 404)
    const unfound = shownAfter('b.lists.total', 'unknown', ['active', 'active'])
    const ofTenancy = shownAfter('b.tenancy.isolated', 'unknown', ['active', 'other-company'])
    expect(linksOf([unfound, race, ofTenancy]).map(([, ...link]) => link.slice(0, 2))).toEqual([
      ['b.lists.size-range', 'same-context'],
      [undefined, undefined],
      [undefined, undefined],
    ])
    const ofKeys = shownAfter('b.auth.never-refused', 'concurrent', ['active', 'no-scope'], 403)
    expect(linksOf([ofKeys, ofTenancy]).map(([, leader]) => leader)).toEqual([undefined, 'b.auth.never-refused'])
  })

  test('failures that conform at another URL, or did not show again, follow a cross-tenant read that does as well', () => {
    const kept = (id: string) => rule(id, { status: 'failed', failure: { pattern: AT_OTHER_URL, exchanges: [] } })
    const unfound = shownAfter('b.lists.total', 'unknown', ['active', 'active'])
    const rules = [kept('b.lists.defaults'), unfound, failed('b.lists.pages'), kept('b.tenancy.isolated')]
    expect(linksOf(rules).map(([, ...link]) => link.slice(0, 2))).toEqual([
      ['b.tenancy.isolated', 'same-context'],
      ['b.tenancy.isolated', 'same-context'],
      [undefined, undefined],
      [undefined, undefined],
    ])
  })

  test('a change that is not seen follows what an earlier request with another key left', () => {
    const calling = (call: string) =>
      rule('b.rows.live', {
        status: 'failed',
        failure: { exchanges: [], sequence: [`1. +9 ms  control.${call}() → done`] },
      })
    expect(linksOf([calling('appendRow'), isolated])[0]).toEqual([
      'b.rows.live',
      'b.tenancy.isolated',
      'same-context',
      undefined,
    ])
    expect(linksOf([calling('createKey'), isolated])[0]![1]).toBeUndefined()
    expect(linksOf([calling('appendRow'), failed('b.tenancy.isolated')])[0]![1]).toBeUndefined()
  })

  test.for([
    ['a refusal', shownAfter('b.auth.x', 'before', missing, 500)],
    ['the same key', shownAfter('b.auth.x', 'before', ['active', 'active'])],
    ['another way to send them', shownAfter('b.auth.x', 'same connection', missing)],
    ['no known request', shownAfter('b.auth.x', 'unknown', missing)],
  ] as const)('%s is not linked', ([, other]) => {
    expect(linksOf([other, isolated]).map(([, leader]) => leader)).toEqual([undefined, undefined])
  })
})

test('a blocked rule names the failure to fix first, if that is not the one that blocks it', () => {
  const rules = [
    failed('a.clients.never-without-key', 'x'),
    failed('a.auth.disabled-key', 'y'),
    { ...blocked('a.b.c', 'a.auth.disabled-key'), reason: 'a.auth.disabled-key is violated' },
  ]
  const follows = new Map([['a.auth.disabled-key', ['a.clients.never-without-key']]])
  expect(correlateFailures(rules, follows)[2]!.reason).toBe(
    'a.auth.disabled-key is violated: fix a.clients.never-without-key first',
  )
  expect(correlateFailures(rules, new Map())[2]!.reason).toBe('a.auth.disabled-key is violated')
})
