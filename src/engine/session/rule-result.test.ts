import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../core/exchange.ts'
import type { RequestContext } from '../../core/results.ts'
import { type Level, type Rule, type Violation, violation } from '../../core/rule.ts'
import { about } from '../../testing/session.ts'
import type { FoundViolation, ProvisionalResult } from './provisional-result.ts'
import { ruleResult } from './rule-result.ts'

const exchange = (n: number): Exchange =>
  ({
    n,
    rule: 'a.x.y',
    req: { endpoint: '/x', path: '/x', credential: { class: 'active', form: 'none', headers: [] } },
    url: `http://x/${n}`,
    headers: [],
    sentAt: n,
    ms: 1,
    retries: 0,
    response: { status: 200, reason: '', headers: [], bytes: 0, duplicates: [] },
  }) as unknown as Exchange
const rule = (level: Level, more: object = {}) =>
  ({ ...about, id: 'a.x.y', variant: 'a', kind: 'trial', level, ...more }) as unknown as Rule
const broken = (more: Partial<Violation> = {}, found: Partial<FoundViolation> = {}): ProvisionalResult => ({
  status: 'broken',
  cases: 3,
  found: {
    violation: { ...violation('a success', '404'), ...more },
    exchanges: [exchange(1)],
    steps: [],
    counterexample: { n: 1 },
    path: 'first:0',
    ...found,
  },
})
const at = (strict = false) => ({
  reference: { 1: { section: '4', text: 'A clause.' } },
  secrets: new Map(),
  seed: 7,
  strict,
  isPlain: ({ path }: Exchange['req']) => path === '/x',
})
const result = (of: Rule, draft: ProvisionalResult, strict = false) =>
  ruleResult(of, draft, { requests: 5, ms: 12.6 }, at(strict))
const status = (level: Level, more: Partial<Violation>, strict: boolean) =>
  result(rule(level), broken(more), strict).status

describe('the status of a violated rule', () => {
  it.each<[Level, Partial<Violation>, string, string]>([
    ['stated', {}, 'failed', 'failed'],
    ['stated', { warning: true }, 'warned', 'failed'],
    ['implied', {}, 'warned', 'failed'],
    ['implied', { warning: true }, 'warned', 'failed'],
    ['implied', { onlyWarning: true }, 'warned', 'warned'],
    ['stated', { onlyWarning: true }, 'warned', 'warned'],
  ])('%s, %j: %s, under --strict %s', (level, more, plain, strict) => {
    expect([status(level, more, false), status(level, more, true)]).toEqual([plain, strict])
  })
})

it.each(['passed', 'skipped', 'inconclusive', 'blocked', 'observed'] as const)(
  '%s does not change under --strict',
  (status) => expect(result(rule('implied'), { status, cases: 0 }, true)).toMatchObject({ status }),
)

it('a result has its cost and findings, and no empty fields', () => {
  expect(result(rule('stated'), { status: 'passed', cases: 3 })).toStrictEqual({
    id: 'a.x.y',
    level: 'stated',
    severity: 'error',
    section: '4',
    title: about.title,
    status: 'passed',
    cases: 3,
    requests: 5,
    durationMs: 13,
  })
  const draft: ProvisionalResult = { status: 'observed', cases: 1, reason: '', observation: null, note: '' }
  expect(result(rule('stated'), draft)).toMatchObject({ reason: '', observation: null, note: '' })
  const measurement = { summary: 'x' } as never
  expect(result(rule('stated'), { status: 'passed', cases: 1, measurement })).toMatchObject({ measurement })
})

describe('a failure', () => {
  const failure = (more: Partial<Violation> = {}, found: Partial<FoundViolation> = {}, of = rule('stated')) =>
    result(of, broken(more, found)).failure!
  const numbers = (shown: ReturnType<typeof failure>) => shown.exchanges.map(({ request }) => request.url)

  it('names the further headers that its rule sent', () => {
    const sent = (more: object) =>
      failure({}, { exchanges: [{ ...exchange(1), req: { ...exchange(1).req, ...more } }] })
    const headers = [
      ['Accept', '*/*'],
      ['Accept-Language', 'de'],
    ]
    expect(sent({ headers }).headline).toContain(', sent with Accept-Language, returned 404')
    expect(sent({ headers, client: 'browser' }).headline).not.toContain('sent with')
  })

  it('has expected, actual and the clause', () => {
    expect(failure()).toMatchObject({
      headline: expect.stringMatching(/^GET \/x with .* returned 404; expected a success$/),
      expected: 'a success',
      actual: '404',
      clause: '§4 (1): A clause.',
      counterexample: { n: 1 },
      seed: 7,
      path: 'first:0',
    })
    expect(failure()).not.toHaveProperty('flaky')
    expect(failure()).not.toHaveProperty('sequence')
    expect(failure({}, { flaky: '1 of 2' }).flaky).toBe('1 of 2')
  })

  it('that needs requests at the same time names no client and no cause that shows without them', () => {
    const headline = 'It failed; with the headers of undici, while the plain request conforms'
    const found = failure({ headline }, { context: 'concurrent', flaky: '1 of 2' })
    expect(found).toMatchObject({
      headline: 'It failed',
      causes: [expect.stringMatching(/share a variable.*singleton$/)],
    })
    expect(found).not.toHaveProperty('flaky')
    expect(failure({ headline }, { context: 'before' }).headline).toBe(headline)
  })

  it('names the request whose response the last one got', () => {
    const response = { ...exchange(1).response!, text: 'a page' }
    const one = { ...exchange(1), response }
    const same = { ...one, req: { ...one.req, path: '/y' } }
    const causesOf = (exchanges: Exchange[]) => failure({}, { context: 'concurrent', exchanges }).causes
    expect(causesOf([one, same])).toEqual([expect.any(String), 'the response is that to GET /x with the active key'])
    expect(causesOf([one, { ...same, req: one.req }])).toHaveLength(1)
  })

  it('that needs other requests says nothing of cases that conformed', () => {
    const judged = [{ case: { n: 2 }, actual: 'x' }, { case: { n: 3 } }]
    const extentOf = (context: RequestContext) => failure({}, { context, judged }).extent
    expect(extentOf('concurrent')).toEqual({ failing: ['n=2: x'], conforming: [] })
    expect(extentOf('before')?.conforming).toEqual([])
    expect(extentOf('later')?.conforming).toEqual(['n=3'])
  })

  it('that nothing showed again names no client, and says that other requests matter first', () => {
    const headline = 'It failed; with the headers of undici, while the plain request conforms'
    expect(failure({ headline }, { context: 'unknown' })).toMatchObject({
      headline: 'It failed',
      causes: [expect.stringContaining('requests at the same time'), 'a test'],
    })
  })

  it('shows the decisive exchanges, at most the last six', () => {
    const many = Array.from({ length: 9 }, (_, k) => exchange(k + 1))
    expect(numbers(failure({}, { exchanges: many }))).toEqual([4, 5, 6, 7, 8, 9].map((n) => `http://x/${n}`))
    expect(numbers(failure({ show: [exchange(7)] }))).toEqual(['http://x/7'])
    expect(numbers(failure({ show: [] }))).toEqual(['http://x/1'])
  })

  describe('has a curl line and the request if one request reproduces it', () => {
    const sent = (n: number, about: string, headers: Exchange['headers'] = [], req: object = {}) => ({
      ...exchange(n),
      headers,
      req: { ...exchange(n).req, credential: { class: about, form: 'x-api-key', headers }, ...req } as Exchange['req'],
    })
    const created = [['X-Api-Key', [{ env: 'CREATED_KEY_1' }]]] as const
    it.each<[string, Exchange[], string]>([
      ['the only one', [exchange(3)], 'http://x/3'],
      ['one that should be refused, beside its baseline', [sent(1, 'active'), sent(2, 'revoked')], 'http://x/2'],
    ])('%s', (_, exchanges, url) => {
      const { curl, noCurl, request } = failure({}, { exchanges })
      expect(curl).toContain(url)
      expect(noCurl).toBeUndefined()
      expect(request).toEqual(exchanges.at(-1)!.req)
    })

    it.each<[string, Partial<FoundViolation>, object]>([
      ['it takes several requests', { exchanges: [1, 2, 3, 4].map(exchange) }, {}],
      ['no request shows it', { exchanges: [] }, {}],
      ['it takes a key that was created for the run', { exchanges: [sent(1, 'active', created)] }, {}],
      [
        'it takes cookies of an earlier response',
        { exchanges: [{ ...sent(1, 'missing', [], { headers: [['Cookie', 'a=b']] }), rule: 'a.auth.no-session' }] },
        {},
      ],
      [
        'it takes changes through the control module between requests',
        { steps: [{ call: 'x', args: [] } as never] },
        {},
      ],
      ['measuring time takes many requests', {}, { needs: ['timing'] }],
    ])('none: %s', (why, found, about) => {
      expect(failure({}, found, rule('stated', about))).toMatchObject({ curl: '', noCurl: why })
    })
  })

  it('has the requests of a few that show it together, and none for many', () => {
    const two = [exchange(1), exchange(2)]
    expect(failure({}, { exchanges: [...two, exchange(1)] }).requests).toEqual(two.map(({ req }) => req))
    expect(failure({}, { exchanges: [1, 2, 3, 4].map((n) => exchange(n)) }).requests).toBeUndefined()
    expect(failure({}, { exchanges: [exchange(1)] }).requests).toBeUndefined()
  })

  it('has the sender of its request, unless the description of the request suffices', () => {
    const sent = (path: string, sender: string) =>
      failure({}, { request: { ...exchange(1).req, path }, origin: { rule: sender, path: 'all' } }).origin
    expect(sent('/x', 'a.x.y')).toBeUndefined()
    expect(sent('/x', 'a.x.z')).toEqual({ rule: 'a.x.z' })
    expect(sent('/x', 'preflight')).toBeUndefined()
    // A replay would send the documented request instead.
    expect(sent('/another-dataset', 'preflight')).toEqual({ rule: 'preflight', path: 'all' })
  })

  it('of a further page says that the control module may have changed the list since', () => {
    const x = exchange(1)
    const further = { ...x, req: { ...x.req, query: [['page', '7']] as const } }
    const noteOf = (exchanges: readonly Exchange[], changesLists: boolean) =>
      ruleResult(rule('stated'), broken({}, { exchanges }), { requests: 1, ms: 1 }, { ...at(), changesLists }).note
    expect(noteOf([further], true)).toMatch(/may have changed the list since: .* `replay` looks for the place/)
    expect([noteOf([further], false), noteOf([x], true)]).toEqual([undefined, undefined])
  })

  it('of a supplied key that was accepted says that it may be the wrong key', () => {
    const by = (env: string, about: string) => {
      const headers = [['X-Api-Key', [{ env }]]]
      const x = {
        ...exchange(1),
        headers,
        req: { ...exchange(1).req, credential: { class: about, form: 'x-api-key', headers } },
      }
      return result(rule('stated'), broken({}, { exchanges: [x as never] })).failure!.causes.at(-1)
    }
    expect(by('TENANT_A_KEY_NO_MODULE', 'no-module')).toBe(
      'the server is right, and TENANT_A_KEY_NO_MODULE is not the key of a company without the module: check it in the console',
    )
    expect([by('CREATED_KEY_1', 'revoked'), by('TENANT_A_KEY', 'active')]).not.toContainEqual(/is not the/)
  })

  it('of an implied rule has the derivation; a missing clause does not crash', () => {
    expect(failure({}, {}, rule('implied', { derivation: 'by arithmetic.' })).clause).toContain(
      '\nOur reading: by arithmetic.',
    )
    expect(failure({}, {}, rule('stated', { derivation: undefined })).clause).toBe('§4 (1): A clause.')
    expect(failure({}, {}, rule('stated', { clauses: ['1', '9'] })).clause).toBe('§4 (1): A clause.\n§? (9): ?')
  })

  it('lists control calls if there were any', () => {
    const step = { call: 'revokeKey', args: [], calledAt: 5, returnedAt: 6, result: undefined }
    expect(failure({}, { steps: [step as never] }).sequence).toHaveLength(2)
  })
})

it('names a cache as the first cause where one of the responses has an Age', () => {
  const x = exchange(1)
  const aged = { ...x, response: { ...x.response!, headers: [['Age', '90']] as const } }
  const causes = result(rule('stated'), broken({}, { exchanges: [x, aged] })).failure?.causes
  expect(causes).toEqual([expect.stringContaining('`Age: 90`'), ...about.causes])
})
