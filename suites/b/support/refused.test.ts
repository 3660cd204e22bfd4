import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Tools } from '../../../src/core/rule.ts'
import type { Target } from '../../../src/core/target.ts'
import { answerTo } from '../../../src/testing/answer.ts'
import { askedOf, notRefused, refusing } from './refused.ts'

const of = (status: number, credential?: object) =>
  answerTo('/projects', {}, { status, json: {} }, credential && { credential: credential as never })
const key = { env: 'K', prefix: 'p', keyId: 'k' }
const target = { keys: { active: key }, project: '1', dataset: '2' } as unknown as Target

describe('a bad credential', () => {
  it.each([
    [401, 200, undefined],
    [401, 404, undefined],
    [200, 200, 'violation'],
    [403, 200, 'violation'],
    [404, 200, 'violation'],
    [200, 404, 'violation'],
    // The good request fails as well: the error says nothing of the credential.
    [404, 404, undefined],
    [403, 500, undefined],
  ])('answered %i where the good one is answered %i: %s', (bad, good, kind) =>
    expect(notRefused(of(bad), of(good))?.kind).toBe(kind),
  )

  it.each([
    [{ class: 'missing' }, '401 from GET /projects: no key'],
    [{ class: 'revoked' }, '401 from GET /projects: a revoked key'],
    [{ class: 'unknown', note: 'a made-up key' }, '401 from GET /projects: a made-up key'],
  ])('is told: %j', (credential, expected) =>
    expect(notRefused(of(200, credential), of(200))).toMatchObject({ expected }),
  )
})

describe('a rule on spoilt keys', () => {
  const mutation = {
    class: 'malformed',
    first: ['a', 'b'],
    any: fc.constantFrom('y', 'z'),
    build: (_: unknown, d: string) => `spoilt ${d}`,
    note: (d: string) => `note ${d}`,
  } as never
  const cases = (more: object, of = target) => {
    const { first } = refusing<string>(mutation, { count: [1, 1, 1], ...more }).cases
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

  it('begins with what tells most, at the endpoint that it is told, and tries nothing twice', () => {
    const begun = cases({ telling: ['b'], from: 'nodes' })
    expect(begun[0]).toEqual({ key: 'b', endpoint: 'nodes' })
    expect(new Set(begun.map((one) => JSON.stringify(one))).size).toBe(10)
    expect(begun).toHaveLength(10)
    expect(cases({ from: 'company' })[0]?.endpoint).toBe('company')
    expect(cases({})[0]).toEqual({ key: 'a', endpoint: 'projects' })
  })

  it('tries secrets of other keys where it is told to', () => {
    const two = { ...target, keys: { active: key, revoked: key } } as unknown as Target
    expect(cases({}, two)).toHaveLength(10)
    expect(cases({ crossed: true }, two).slice(10)).toMatchObject([{ key: { key_id: 'active', secret_of: 'revoked' } }])
  })

  it('generates any key at any endpoint that can be reached', () => {
    const { any } = refusing<string>(mutation, { count: [1, 1, 1] }).cases
    const arbitrary = (any as (target: Target) => fc.Arbitrary<object>)({ keys: target.keys } as Target)
    const drawn = fc.sample(arbitrary, { numRuns: 200, seed: 1 }).map((one) => JSON.stringify(one))
    const all = ['projects', 'company'].flatMap((endpoint) => ['y', 'z'].map((d) => ({ endpoint, key: d })))
    expect(new Set(drawn)).toEqual(new Set(all.map((one) => JSON.stringify(one))))
  })

  it('sends the good request beside the bad one, and says what is special about its key', async () => {
    const sent: object[] = []
    const note = async (req: object) => {
      sent.push(req)
      return req as never
    }
    const rule = refusing<string>(mutation, { count: [1, 1, 1] })
    const tools = { target, good: note, sparingly: note } as unknown as Tools
    const pair = await rule.send({ endpoint: 'nodes', key: 'a' }, tools)
    expect(pair).toEqual({ good: sent[0], bad: sent[1] })
    expect(sent).toMatchObject([
      { path: '/projects/1/nodes', credential: { class: 'active' } },
      {
        path: '/projects/1/nodes',
        credential: { class: 'malformed', headers: [['X-Api-Key', 'spoilt a']] },
        headers: [],
      },
    ])
    expect(rule.cases.inWords!({ endpoint: 'nodes', key: 'a' })).toBe('note a, at nodes')
  })

  it('leaves how a malformed key is refused to the rule of malformed keys', () => {
    const judge = (status: number, alsoMalformed?: () => boolean) =>
      refusing<string>(mutation, { count: [1, 1, 1], alsoMalformed }).judge(
        { good: of(200), bad: of(status) },
        { endpoint: 'projects', key: 'a' },
        target,
      )?.kind
    expect([judge(404), judge(401), judge(200)]).toEqual(['violation', undefined, 'violation'])
    expect([judge(404, () => true), judge(200, () => true)]).toEqual([undefined, 'violation'])
  })
})

it('every endpoint is asked with every query, the company once and plainly', () => {
  const asked = askedOf(target)
  const company = asked.filter(({ endpoint }) => endpoint === 'company')
  expect(company).toEqual([{ endpoint: 'company', query: {} }])
  expect(asked).toHaveLength(4 * 3 + 1)
  expect(new Set(asked.map((one) => JSON.stringify(one))).size).toBe(13)
})
