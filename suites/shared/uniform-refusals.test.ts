import { describe, expect, it } from 'vitest'
import type { Exchange, Req } from '../../src/core/exchange.ts'
import type { Tools } from '../../src/core/rule.ts'
import type { Target } from '../../src/core/target.ts'
import { sampleExchange } from '../../src/testing/sample-exchange.ts'
import { surface, type Way } from '../b/api.ts'
import { uniformRefusals } from './uniform-refusals.ts'

const key = { env: 'K', prefix: 'p', keyId: 'a1b2c3d4e5f60718' }
const target = { keys: { active: key, revoked: key, expired: key }, secrets: new Map() } as unknown as Target
const CLASSES = ['malformed', 'unknown', 'wrong-secret', 'revoked', 'expired']
const c = { path: '/*', endpoint: 'projects' } as const

type Status = (about: string, n: number) => number

/** Status of the `n`th request of a class to the unknown path, and of each to the documented one. */
async function run(unknown: Status, documented: Status = () => 401) {
  const sent: Req[] = []
  const respond = (status: Status) => async (req: Req) => {
    const n = sent.filter(({ credential }) => credential.class === req.credential.class).length
    sent.push(req)
    return sampleExchange(req.path, {}, { status: status(req.credential.class, n), json: {} }, req) as Exchange
  }
  const rule = uniformRefusals<Way>(surface, async () => expect.fail('no blocks'), c)
  const tools = { target, get: respond(unknown), once: respond(documented), random: () => 0.5 } as unknown as Tools
  const evidence = await rule.send(c, tools)
  return { sent, finding: rule.judge(evidence, c, target) }
}

describe('bad keys at an unknown path', () => {
  it.each([401, 404, 200])('conform if each gets %i, with one request each', async (status) => {
    const { sent, finding } = await run(() => status)
    expect(finding).toBeUndefined()
    expect(sent.map(({ credential }) => credential.class)).toEqual(CLASSES)
    expect(new Set(sent.map(({ path }) => path)).size).toBe(1)
    expect(sent[0]).toMatchObject({ path: expect.stringMatching(/^\/x[0-9a-f]{10}$/), endpoint: null })
  })

  it('violate the rule with a warning if one of them has another status each time', async () => {
    const { sent, finding } = await run((about) => (about === 'revoked' ? 404 : 401))
    expect(sent).toHaveLength(4 * CLASSES.length + 2)
    expect(finding).toMatchObject({
      impact: expect.stringContaining('It takes the whole key: with a wrong secret, its key_id gets 401, too.'),
      actual: '401 (malformed, unknown, wrong-secret, expired); 404 (revoked)',
      kind: 'violation',
      warning: true,
      headline: expect.stringMatching(/^At a path that does not exist, .* gets 401, but the revoked key gets 404$/),
      show: [{ req: { credential: { class: 'malformed' } } }, { req: { credential: { class: 'revoked' } } }],
    })
  })

  it.each<[string, Status]>([
    ['learns which of them exist', (about) => (about === 'malformed' || about === 'unknown' ? 401 : 404)],
    [
      'learns which of them exist',
      (about, n) => (about === 'revoked' || (about === 'wrong-secret' && n > 2) ? 404 : 401),
    ],
    ['learns whether the form of a key is right', (about) => (about === 'malformed' ? 404 : 401)],
  ])('%s', async (impact, unknown) =>
    expect((await run(unknown)).finding).toMatchObject({ impact: expect.stringContaining(impact) }),
  )

  it.each<[string, Status, Status?]>([
    ['the difference is gone when it is repeated', (about, n) => (about === 'revoked' && n === 0 ? 404 : 401)],
    ['the difference moves to another key', (about, n) => (CLASSES.indexOf(about) === n ? 404 : 401)],
    [
      'the key does not get 401 at a documented path either',
      (about) => (about === 'revoked' ? 403 : 401),
      (about) => (about === 'revoked' ? 403 : 401),
    ],
  ])('conform if %s', async (_, unknown, documented) =>
    expect((await run(unknown, documented)).finding).toBeUndefined(),
  )
})

it('sends no bad key to an unknown path at quick depth', () => {
  const { cases } = uniformRefusals<Way>(surface, async () => expect.fail('no blocks'), c)
  expect(cases.first).toEqual([{ blocks: 'by depth' }, c])
  expect(cases.count).toEqual([1, 2, 2])
  expect(cases.cost!('standard') - cases.cost!('quick')).toBeGreaterThan(CLASSES.length)
  expect(cases.inWords!(c, target)).toMatch(/^GET \/\* .*with every kind of bad key: the status$/)
})
