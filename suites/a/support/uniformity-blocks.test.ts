import { describe, expect, it } from 'vitest'
import { randomFrom } from '../../../src/core/random.ts'
import type { Tools } from '../../../src/core/rule.ts'
import { resolve } from '../../../src/core/secret-text.ts'
import type { KeyCondition, Target } from '../../../src/core/target.ts'
import type { LabelledRequest } from '../../../src/judge/uniformity/blocks.ts'
import { uniformBlocks } from './uniformity-blocks.ts'

const CONDITIONS: readonly KeyCondition[] = ['active', 'revoked', 'expired', 'disabled']
const secrets = new Map(CONDITIONS.map((name, i) => [name, `acme_live_${`${i}`.repeat(16)}_${'ab'.repeat(32)}`]))
const keys = Object.fromEntries(
  CONDITIONS.map((name, i) => [name, { env: name, prefix: 'acme_live', keyId: `${i}`.repeat(16) }]),
) as Target['keys']
const target = { keys, secrets, baseUrl: 'https://api.example' } as unknown as Target
const tools = { target, once: async () => ({}), random: randomFrom(1) } as unknown as Tools
const block = await uniformBlocks(tools)
const LABELS = ['malformed', 'unknown', 'wrong-secret', 'disabled']

const headers = ({ req }: LabelledRequest) =>
  [...req.credential.headers, ...(req.headers ?? [])].map(([name, value]) => `${name}: ${resolve(value, secrets)}`)

describe.each(Array.from({ length: 20 }, (_, i) => i))('block %i', (i) => {
  const { requests } = block(i, 'screen')

  it('has requests of one length and method', () => {
    expect(new Set(requests.map((one) => headers(one).join('\r\n').length)).size).toBe(1)
    expect(new Set(requests.map(({ req }) => req.method)).size).toBe(1)
  })

  it('sends each key_id once', () => {
    const ids = requests.flatMap((one) => /_([0-9a-f]{16})_/.exec(headers(one).join())?.[1] ?? [])
    // The malformed key and the wrong secret share that of the active key.
    expect(ids.length - new Set(ids).size).toBeLessThanOrEqual(1)
  })

  it('labels each request with a different class', () => {
    const labels = requests.map(({ label }) => label)
    expect(labels).toEqual(expect.arrayContaining(LABELS))
    expect(new Set(labels).size).toBe(i % 2 === 0 ? 7 : 6)
  })
})

it('has a placebo in the second stage', () => {
  const placebos = block(0, 'confirm').requests.filter(({ isPlacebo }) => isPlacebo)
  expect(placebos.map(({ label }) => label)).toEqual(['unknown', 'unknown placebo'])
})

it('sends each client via each header, and GET via Bearer in lower case too', () => {
  const all = Array.from({ length: 20 }, (_, i) => block(i, 'screen'))
  const clients = ['', 'with an Origin', 'with If-None-Match', 'by HEAD', 'by OPTIONS']
  const named = (...strata: string[]) => strata.filter((name) => name !== '').join()
  const wanted = [
    ...clients.flatMap((client) => [named('by X-Api-Key', client), named('by Bearer', client)]),
    ...clients.slice(0, 3).map((client) => named('by Bearer', client, 'with the scheme in lower case')),
  ]
  expect(new Set(all.map(({ strata }) => strata.join()))).toEqual(new Set(wanted))
  const schemes = all.map(({ requests }) => /bearer/i.exec(headers(requests.at(-1)!)[0]!)?.[0])
  expect(new Set(schemes)).toEqual(new Set([undefined, 'Bearer', 'bearer']))
})

it('makes up the same keys for the same seed, and others for another', async () => {
  const made = async (seed: number) => {
    const make = await uniformBlocks({ ...tools, random: randomFrom(seed) })
    return make(0, 'screen').requests.map((one) => headers(one)[0])
  }
  expect(await made(1)).toEqual(await made(1))
  expect((await made(1))[2]).not.toBe((await made(2))[2])
})
