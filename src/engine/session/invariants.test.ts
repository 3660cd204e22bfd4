import { describe, expect, it } from 'vitest'
import type { CredentialClass, Exchange } from '../../core/exchange.ts'
import { invariant, unclear, violation } from '../../core/rule.ts'
import type { Target } from '../../core/target.ts'
import { about } from '../../testing/session.ts'
import { createInvariantWatch, type InvariantRule, isJudged, requestAsCase, size } from './invariants.ts'

const exchange = (query: [string, string][], more: object = {}, req: object = {}): Exchange =>
  ({
    req: { path: '/x', query, credential: { class: 'active', headers: [] }, ...req },
    response: { status: 200 },
    ...more,
  }) as unknown as Exchange

/** Violated if n is 5 or more; only a warning from 50 on. */
const definition = invariant({
  ...about,
  applies: (x) => x.req.query!.length > 0,
  judge: ({ req: { query } }) => {
    const n = Number(query![0]![1])
    if (n === 0) return unclear('nothing')
    if (n < 0) throw new Error(`judge of ${n}`)
    return n < 5 ? undefined : { ...violation('less', `${n}`), ...(n >= 50 && { warning: true }) }
  },
})
const rule = { ...definition, id: 'x', variant: 'a' } as InvariantRule
const seenOf = (...exchanges: Exchange[]) => {
  const watch = createInvariantWatch([rule], () => ({}) as Target)
  for (const x of exchanges) watch.see(x)
  return watch.of('x')
}
const worstOf = (...values: number[]) => seenOf(...values.map((n) => exchange([['n', `${n}`]]))).worst?.violation.actual

describe('an exchange', () => {
  it('is judged and counted if the invariant applies', () => {
    expect(seenOf(exchange([['n', '1']]), exchange([]), exchange([['n', '7']]), exchange([['n', '8']]))).toMatchObject({
      judged: 3,
      broken: 2,
    })
  })

  it('is not judged if transient, outside the reference or without a response', () => {
    const query: [string, string][] = [['n', '7']]
    for (const status of [429, 502, 503, 504]) expect(seenOf(exchange(query, { response: { status } })).judged).toBe(0)
    expect(seenOf(exchange(query, { response: undefined })).judged).toBe(0)
    expect(seenOf(exchange(query, {}, { outside: true })).judged).toBe(0)
    expect(isJudged(exchange(query, {}, { outside: true }), { everywhere: true })).toBe(true)
    expect(seenOf(exchange(query, { response: { status: 500 } })).judged).toBe(1)
  })

  it('is not judged if it is a success with a key that should be refused', () => {
    const by = (about: CredentialClass, status: number) =>
      isJudged(
        exchange([], { response: { status } }, { credential: { class: about, form: 'x-api-key', headers: [] } }),
        {},
      )
    expect(
      ['active', 'other-company', 'no-scope', 'missing'].map((about) => by(about as CredentialClass, 200)),
    ).toEqual([true, true, false, false])
    expect(by('missing', 401)).toBe(true)
  })

  it('is not a violation when inconclusive', () =>
    expect(seenOf(exchange([['n', '0']]), exchange([['n', '1']]))).toMatchObject({ judged: 2, broken: 0, failing: [] }))

  it('keeps the requests that violate the rule, with what was wrong, and those that conform', () => {
    const { failing, conforming } = seenOf(exchange([['n', '7']]), exchange([['n', '1']]))
    expect(failing.map(({ req, actual }) => [req.query, actual])).toEqual([[[['n', '7']], '7']])
    expect(conforming.map(({ req }) => req.query)).toEqual([[['n', '1']]])
  })

  it('keeps the first crash of the judge', () => {
    const { crash, worst } = seenOf(exchange([['n', '-1']]), exchange([['n', '-2']]), exchange([['n', '7']]))
    expect(crash).toEqual(new Error('judge of -1'))
    expect(worst?.violation.actual).toBe('7')
  })
})

describe('the worst violation', () => {
  it('is the smallest', () => {
    expect(worstOf(10, 7, 20)).toBe('7')
    expect(worstOf(7, 10)).toBe('7')
  })

  it('does not depend on arrival order', () => {
    expect(worstOf(8, 7, 9)).toBe('7')
    expect(worstOf(9, 8, 7)).toBe('7')
  })

  it('is a failure rather than a warning, independent of their size and order', () => {
    expect(worstOf(50, 7)).toBe('7')
    expect(worstOf(7, 50)).toBe('7')
    const long = exchange([
      ['n', '7'],
      ['more', 'and more'],
    ])
    expect(seenOf(exchange([['n', '50']]), long).worst?.exchange).toBe(long)
    expect(seenOf(long, exchange([['n', '50']])).worst?.exchange).toBe(long)
    expect(worstOf(500, 50)).toBe('50')
  })
})

it('the size of a case grows with its content', () => {
  const small = size(exchange([['n', '7']]))
  const larger = [
    exchange([['n', '77']]),
    exchange([
      ['n', '7'],
      ['m', '7'],
    ]),
    exchange([['n', '7']], {}, { headers: [['a', 'b']] }),
    exchange([['n', '7']], {}, { credential: { class: 'unknown', headers: [] } }),
    exchange([['n', '7']], {}, { path: '/xx' }),
  ]
  for (const x of larger) expect(size(x)).toBeGreaterThan(small)
  // A request without a key is smaller than one with any key.
  const none = { class: 'missing', headers: [] }
  expect(size(exchange([['n', '7']], {}, { credential: none }))).toBeLessThanOrEqual(small)
  const two = { class: 'active', headers: [['a', 'b'] as const, ['c', 'd'] as const] }
  expect(size(exchange([['n', '7']], {}, { credential: two }))).toBeGreaterThan(small)
  const long = size(exchange([['n', '7'.repeat(500)]]))
  expect(
    size(
      exchange([
        ['n', '7'],
        ['m', '7'],
      ]),
    ),
  ).toBeGreaterThan(long)
  expect(size(exchange([], {}, { query: undefined }))).toBe(2)
})

describe('a request as a counterexample', () => {
  it('has the request, and the credential unless it is the active key', () => {
    expect(requestAsCase(exchange([['n', '7']]))).toEqual({ request: 'GET /x', n: '7' })
    expect(
      requestAsCase(
        exchange([
          ['n', '7'],
          ['n', '0'],
        ]),
      ),
    ).toEqual({ request: 'GET /x', n: ['7', '0'] })
    expect(requestAsCase(exchange([], {}, { query: undefined, method: 'HEAD' }))).toEqual({ request: 'HEAD /x' })
    expect(requestAsCase(exchange([], {}, { credential: { class: 'unknown' } }))).toMatchObject({
      credential: 'unknown',
    })
    expect(requestAsCase(exchange([], {}, { credential: { class: 'unknown', note: 'a made-up key' } }))).toEqual({
      request: 'GET /x',
      credential: 'a made-up key',
    })
  })

  it('shows no part of a key', () => {
    const secret = [{ env: 'TENANT_A_KEY' }] as unknown as string
    expect(requestAsCase(exchange([['key', secret]]))).toEqual({ request: 'GET /x', key: '****' })
  })
})
