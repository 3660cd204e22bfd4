import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Tools } from '../../src/core/rule.ts'
import type { Target } from '../../src/core/target.ts'
import { sampleExchange } from '../../src/testing/sample-exchange.ts'
import { surface, type Way } from '../b/api.ts'
import { decisiveHalf } from './credentials/crossed.ts'
import type { Mutation } from './credentials/mutation.ts'
import { notRefused, refusesMutated } from './refused-keys.ts'

const of = (status: number, credential?: object) =>
  sampleExchange('/projects', {}, { status, json: {} }, credential && { credential: credential as never })
const key = { env: 'K', prefix: 'p', keyId: 'k' }
const target = { keys: { active: key }, project: '1', dataset: '2' } as unknown as Target

describe('a credential failure', () => {
  it.each([
    [401, 200, undefined],
    [401, 404, undefined],
    [200, 200, 'violation'],
    [403, 200, 'violation'],
    [404, 200, 'violation'],
    [200, 404, 'violation'],
    // The baseline request fails as well: the error does not speak of the credential.
    [404, 404, undefined],
    [403, 500, undefined],
  ])('that gets %i where the baseline request gets %i: %s', (bad, good, kind) =>
    expect(notRefused({ good: of(good), bad: of(bad) })?.kind).toBe(kind),
  )

  it('that validation refuses has the cause of a missing header, or of a bad key', () => {
    const causeOf = (credential: object) => {
      const found = notRefused({ good: of(200), bad: of(422, credential) })
      return found?.kind === 'violation' ? found.causes?.[0] : undefined
    }
    expect(causeOf({ class: 'missing' })).toContain('required parameter')
    expect(causeOf({ class: 'unknown' })).toContain('the form of a key')
  })

  it.each([
    [{ class: 'missing' }, 'a request without a key'],
    [{ class: 'revoked' }, 'the revoked key'],
    [{ class: 'unknown', note: 'another key_id' }, 'an unknown key (another key_id)'],
    [{ class: 'expired', form: 'bearer' }, 'the expired key via Bearer'],
    [{ class: 'misplaced', form: 'other', note: 'the key in a cookie' }, 'the key in a cookie'],
  ])('is described: %j', (credential, words) =>
    expect(notRefused({ good: of(200), bad: of(200, credential) })).toMatchObject({
      headline: expect.stringContaining(`The server accepted ${words}: GET `),
      expected: '401',
    }),
  )

  it.each([
    ['/login?next=/projects', 'a login page'],
    ['/de/projects', 'such as to a language'],
  ])('that is redirected to %s has the cause "%s"', (location, cause) => {
    const x = of(307)
    const bad = { ...x, url: 'http://x/', response: { ...x.response!, headers: [['Location', location] as const] } }
    expect(notRefused({ good: of(200), bad })).toMatchObject({
      causes: expect.arrayContaining([expect.stringContaining(cause)]),
    })
  })

  it('has a separate headline only if it was accepted', () =>
    expect(notRefused({ good: of(200), bad: of(403) })).not.toHaveProperty('headline'))
})

it.each([
  ['active', 'no-scope', 403, 'found by its secret alone'],
  ['no-scope', 'active', 200, 'found by its secret alone'],
  ['no-module', 'active', 403, 'the secret is not compared'],
  ['active', 'no-scope', 200, 'the secret is not compared'],
  ['active', 'other-tenant', 200, undefined],
] as const)(
  'the half of a crossed key that decides: %s with the secret of %s, %i',
  (key_id, secret_of, status, cause) => {
    const half = decisiveHalf({ key_id, secret_of }, of(status))
    expect(half).toEqual(cause && expect.stringContaining(cause))
  },
)

describe('a rule on mutated keys', () => {
  const mutation = {
    class: 'malformed',
    first: () => ['a', 'b'],
    any: fc.constantFrom('y', 'z'),
    build: (_: unknown, d: string) => `mutated ${d}`,
    note: (d: string) => `note ${d}`,
  } as unknown as Mutation<string>
  const cases = (more: object, of = target) => {
    const { first } = refusesMutated<Way, string>(surface, mutation, { count: [1, 1, 1], ...more }).cases
    return (first as (target: Target) => { key: string; endpoint: string }[])(of)
  }

  it('tries each boundary at every endpoint, and some at one each', () => {
    expect(cases({})).toHaveLength(10)
    expect(new Set(cases({}).map(({ key, endpoint }) => `${key} ${endpoint}`)).size).toBe(10)
    expect(cases({ pairs: 3 })).toHaveLength(3)
    expect(
      cases({ once: () => ['c', 'd'] })
        .slice(10)
        .map(({ key }) => key),
    ).toEqual(['c', 'd'])
  })

  it('starts with the most telling mutations, at the endpoint it is given, and tries nothing twice', () => {
    const begun = cases({ telling: ['b'], startAt: { endpoint: 'nodes' } })
    expect(begun[0]).toEqual({ key: 'b', endpoint: 'nodes' })
    expect(new Set(begun.map((one) => JSON.stringify(one))).size).toBe(10)
    expect(begun).toHaveLength(10)
    expect(cases({ startAt: { endpoint: 'company' } })[0]?.endpoint).toBe('company')
    expect(cases({})[0]).toEqual({ key: 'a', endpoint: 'projects' })
  })

  it('tries secrets of other keys on request', () => {
    const two = { ...target, keys: { active: key, revoked: key } } as unknown as Target
    expect(cases({}, two)).toHaveLength(10)
    expect(cases({ crossed: true }, two).slice(10)).toMatchObject([{ key: { key_id: 'active', secret_of: 'revoked' } }])
  })

  it('generates any key at any endpoint of the target', () => {
    const { any } = refusesMutated<Way, string>(surface, mutation, { count: [1, 1, 1] }).cases
    const arbitrary = (any as (target: Target) => fc.Arbitrary<object>)({ keys: target.keys } as Target)
    const drawn = fc.sample(arbitrary, { numRuns: 200, seed: 1 }).map((one) => JSON.stringify(one))
    const all = ['projects', 'company'].flatMap((endpoint) => ['y', 'z'].map((d) => ({ endpoint, key: d })))
    expect(new Set(drawn)).toEqual(new Set(all.map((one) => JSON.stringify(one))))
  })

  it('judges no 429, which a limiter sent', () => {
    const { judge } = refusesMutated<Way, string>(surface, mutation, { count: [1, 1, 1] })
    expect(judge({ good: of(200), bad: of(429) }, { endpoint: 'rows', key: 'x' }, target)).toBeUndefined()
  })

  it('sends the baseline request beside the bad one, and says what was done to its key', async () => {
    const sent: object[] = []
    const note = async (req: object) => {
      sent.push(req)
      return req as never
    }
    const rule = refusesMutated<Way, string>(surface, mutation, { count: [1, 1, 1] })
    const tools = { target, good: note, sparingly: note } as unknown as Tools
    const pair = await rule.send({ endpoint: 'nodes', key: 'a' }, tools)
    expect(pair).toEqual({ good: sent[0], bad: sent[1] })
    expect(sent).toMatchObject([
      { path: '/projects/1/nodes', credential: { class: 'active' } },
      {
        path: '/projects/1/nodes',
        credential: { class: 'malformed', headers: [['X-Api-Key', 'mutated a']] },
      },
    ])
    expect(rule.cases.inWords!({ endpoint: 'nodes', key: 'a' }, target)).toBe('note a, at nodes')
  })

  it('leaves it to the rule on malformed keys how a malformed key is refused', () => {
    const judge = (status: number, alsoMalformed?: () => boolean) =>
      refusesMutated<Way, string>(surface, mutation, { count: [1, 1, 1], alsoMalformed }).judge(
        { good: of(200), bad: of(status) },
        { endpoint: 'projects', key: 'a' },
        target,
      )?.kind
    expect([judge(404), judge(401), judge(200)]).toEqual(['violation', undefined, 'violation'])
    expect([judge(404, () => true), judge(200, () => true)]).toEqual([undefined, 'violation'])
  })
})
