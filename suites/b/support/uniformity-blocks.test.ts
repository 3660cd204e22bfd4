import { describe, expect, it } from 'vitest'
import { resolve } from '../../../src/core/secret-text.ts'
import type { KeyCondition, Target } from '../../../src/core/target.ts'
import { strataOf, uniformBlock } from './uniformity-blocks.ts'

const CONDITIONS: readonly KeyCondition[] = ['active', 'revoked', 'expired']
const secrets = new Map(CONDITIONS.map((name, i) => [name, `acme_live_${`${i}`.repeat(16)}_${'ab'.repeat(32)}`]))
const keys = Object.fromEntries(
  CONDITIONS.map((name, i) => [name, { env: name, prefix: 'acme_live', keyId: `${i}`.repeat(16) }]),
) as Target['keys']
const target = { keys, secrets, project: 'p1', dataset: 'd1' } as unknown as Target

const blocks = Array.from({ length: 16 }, (_, i) => uniformBlock(i, target))
const headers = ({ req }: (typeof blocks)[number][number]) =>
  [...req.credential.headers, ...(req.headers ?? [])].map(([name, value]) => `${name}: ${resolve(value, secrets)}`)

describe.each(blocks.map((block, i) => [i, block] as const))('block %i', (_, block) => {
  it('has requests of one length to one URL', () => {
    expect(new Set(block.map((one) => headers(one).join('\r\n').length)).size).toBe(1)
    expect(new Set(block.map(({ req }) => req.path)).size).toBe(1)
  })

  it('labels each request with a different class', () => {
    expect(new Set(block.map(({ label }) => label)).size).toBe(7)
  })
})

it('sends the same labels to the same URL', () => {
  const seen = blocks.map((block) => [block[0]!.req.path, block.map(({ label }) => label).join()])
  expect(new Set(seen.map((pair) => pair.join())).size).toBe(new Set(seen.map(([path]) => path)).size)
})

it('covers every endpoint, and ids that do not exist', () => {
  expect(new Set(blocks.map((block) => block[0]!.req.path)).size).toBe(5 + 2)
  expect(strataOf(blocks[5]!)).toContain('with an id that is not there')
  expect(strataOf(blocks[0]!)).toEqual(['by X-Api-Key', 'on /projects'])
})

it('covers only the endpoints of the target', () => {
  const small = { ...target, project: undefined, dataset: undefined } as unknown as Target
  const paths = [0, 1, 2].map((i) => uniformBlock(i, small)[0]!.req.path)
  expect(paths).toEqual(['/projects', '/company', '/projects'])
})
