import { expect, test } from 'vitest'
import type { Behaviour } from '../../../reference-server/behaviour.ts'
import { tryAgainst } from '../../../src/proof/selfcheck/try-against.ts'

test('a snapshot that the first page opens, for the pages after it', async () => {
  const behaviour: Partial<Behaviour> = {
    seedRows: () => 260,
    bRowsSlice(read, { offset, limit }, call) {
      const slot = `rows ${call.path}`
      const kept = call.memory.get(slot) as ReturnType<typeof read> | undefined
      if (call.page !== 1n && kept) return kept.slice(Number(offset), Number(offset) + limit)
      call.memory.set(slot, read(0n, 10_000))
      return read(offset, limit)
    },
  }
  const choice = { variant: 'b', rules: ['b.rows.live'], depth: 'standard', seed: 1, behaviour } as const
  const { results } = await tryAgainst(choice)
  expect(results.find(({ id }) => id === 'b.rows.live')?.status).toBe('failed')
})
