import { describe, expect, it } from 'vitest'
import { resolve } from '../../../src/core/secret-text.ts'
import type { KeyCondition, Target } from '../../../src/core/target.ts'
import { uniformBlock } from './uniformity-blocks.ts'

const CONDITIONS: readonly KeyCondition[] = ['active', 'revoked', 'expired', 'disabled']
const secrets = new Map(CONDITIONS.map((name, i) => [name, `acme_live_${`${i}`.repeat(16)}_${'ab'.repeat(32)}`]))
const keys = Object.fromEntries(
  CONDITIONS.map((name, i) => [name, { env: name, prefix: 'acme_live', keyId: `${i}`.repeat(16) }]),
) as Target['keys']
const target = { keys, secrets } as unknown as Target

const headers = ({ req }: { req: ReturnType<typeof uniformBlock>[number]['req'] }) =>
  [...req.credential.headers, ...(req.headers ?? [])].map(([name, value]) => `${name}: ${resolve(value, secrets)}`)

describe.each([0, 1, 2, 3])('block %i', (i) => {
  const block = uniformBlock(i, target)

  it('has requests of one length', () => {
    expect(new Set(block.map((one) => headers(one).join('\r\n').length)).size).toBe(1)
  })

  it('sends each key_id once', () => {
    const ids = block.flatMap((one) => /_([0-9a-f]{16})_/.exec(headers(one).join())?.[1] ?? [])
    // The malformed key and the wrong secret share that of the active key.
    expect(ids.length - new Set(ids).size).toBeLessThanOrEqual(1)
  })

  it('labels each request with a different class', () => {
    expect(new Set(block.map(({ label }) => label)).size).toBe(i % 2 === 0 ? 8 : 7)
  })
})

it('alternates between the headers', () => {
  const names = [0, 1].map((i) => uniformBlock(i, target)[1]!.req.credential.headers[0]![0])
  expect(names).toEqual(['X-Api-Key', 'Authorization'])
})
