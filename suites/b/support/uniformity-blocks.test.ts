import { describe, expect, it } from 'vitest'
import { randomFrom } from '../../../src/core/random.ts'
import type { Tools } from '../../../src/core/rule.ts'
import { resolve } from '../../../src/core/secret-text.ts'
import type { KeyCondition, Target } from '../../../src/core/target.ts'
import type { LabelledRequest } from '../../../src/judge/uniformity/blocks.ts'
import { uniformBlocks } from './uniformity-blocks.ts'

const CONDITIONS: readonly KeyCondition[] = ['active', 'revoked', 'expired']
const secrets = new Map(CONDITIONS.map((name, i) => [name, `acme_live_${`${i}`.repeat(16)}_${'ab'.repeat(32)}`]))
const keys = Object.fromEntries(
  CONDITIONS.map((name, i) => [name, { env: name, prefix: 'acme_live', keyId: `${i}`.repeat(16) }]),
) as Target['keys']
const target = { keys, secrets, project: 'p1', dataset: 'd1', baseUrl: 'https://api.example' } as unknown as Target
const control = { has: () => false }
const tools = { target, control, once: async () => ({}), random: randomFrom(1) } as unknown as Tools
const maker = await uniformBlocks(tools)

const blocks = Array.from({ length: 21 }, (_, i) => maker(i, 'screen'))
const headers = ({ req }: LabelledRequest) =>
  [...req.credential.headers, ...(req.headers ?? [])].map(([name, value]) => `${name}: ${resolve(value, secrets)}`)

describe.each(blocks.map(({ requests }, i) => [i, requests] as const))('block %i', (_, block) => {
  it('has requests of one length and method to one URL', () => {
    expect(new Set(block.map((one) => headers(one).join('\r\n').length)).size).toBe(1)
    expect(new Set(block.map(({ req }) => `${req.method} ${req.path}`)).size).toBe(1)
  })

  it('labels each request with a different class', () => {
    expect(new Set(block.map(({ label }) => label)).size).toBe(6)
  })
})

it('sends the same labels to the same URL', () => {
  const seen = blocks.map(({ requests }) => [requests[0]!.req.path, requests.map(({ label }) => label).join()])
  expect(new Set(seen.map((pair) => pair.join())).size).toBe(new Set(seen.map(([path]) => path)).size)
})

it('covers every endpoint, ids that do not exist, and every client', () => {
  expect(new Set(blocks.map(({ requests }) => requests[0]!.req.path)).size).toBe(5 + 4)
  expect(blocks[0]!.strata).toEqual(['on /projects', 'with an Origin'])
  expect(blocks[5]!.strata).toContain('with an id that does not exist')
  expect(new Set(blocks.map(({ strata }) => strata.at(-1))).size).toBeGreaterThan(5)
})

it('covers only the endpoints of the target', async () => {
  const small = { ...target, project: undefined, dataset: undefined } as unknown as Target
  const make = await uniformBlocks({ ...tools, target: small })
  expect([0, 1, 2].map((i) => make(i, 'screen').requests[0]!.req.path)).toEqual(['/projects', '/company', '/projects'])
})

describe('keys that lapsed in this run', () => {
  const created = ['new revoked', 'new expired'].map((env, i) => ({
    env,
    prefix: 'acme_live',
    keyId: `${i}`.repeat(16),
  }))
  const envsOf = async (status: number) => {
    const left = [...created]
    const b = {
      createKey: async () => ({ key: left.shift() }),
      revokeKey: async () => ({}),
      expireKey: async () => ({}),
    }
    const promptly = async () => ({ response: { status } })
    const make = await uniformBlocks({ ...tools, promptly, control: { has: () => true, b } } as unknown as Tools)
    return [0, 1, 2, 3].map((i) => {
      const { requests, strata } = make(i, 'screen')
      const expired = requests.find(({ label }) => label === 'expired')!
      return [JSON.stringify(expired.req.credential.headers).includes('new expired'), strata.at(-2), strata.at(-1)]
    })
  }

  it('take turns with those that lapsed long ago, each a stratum', async () => {
    const blocks = await envsOf(401)
    expect(blocks.map(([isNew]) => isNew)).toEqual([false, false, true, true])
    expect(blocks[3]).toContain('with keys that lapsed in this run')
    expect(blocks[1]).toContain('with keys that lapsed long ago')
  })

  it('are left out while the server accepts them', async () => {
    expect((await envsOf(200)).map(([isNew]) => isNew)).toEqual([false, false, false, false])
  })
})
