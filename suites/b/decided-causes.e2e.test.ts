import { expect, test } from 'vitest'
import type { Behaviour } from '../../reference-server/behaviour.ts'
import { tryAgainst } from '../../src/proof/selfcheck/try-against.ts'

test.each<[string, Partial<Behaviour>, boolean]>([
  ['a count too large', { bTotal: (total) => total + 1 }, false],
  ['an offset too large', { bOffset: (page, size) => (page - 1n) * BigInt(size) + (page > 1n ? 1n : 0n) }, true],
])(
  '%s: pages that overlap or leave gaps are a cause if a list ends elsewhere by another size',
  async (_, behaviour, isCause) => {
    const choice = { variant: 'b', rules: ['b.lists.walk'], depth: 'standard', seed: 1, control: false } as const
    const { results } = await tryAgainst({ ...choice, behaviour })
    const { failure } = results.find(({ id }) => id === 'b.lists.walk')!
    expect(failure!.causes.some((cause) => cause.includes('leave gaps'))).toBe(isCause)
  },
)
