import { expect, test } from 'vitest'
import type { Exchange } from '../../core/exchange.ts'
import { invariant, violation } from '../../core/rule.ts'
import { serve } from '../../testing/foreign-servers.ts'
import { about, get, run } from '../../testing/session.ts'

const sizeOf = ({ req: { query = [] } }: Exchange): number => Number(query[0]?.[1] ?? 1)

test('names the number from which a response is wrong', async () => {
  const server = await serve((_, res) => res.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
  const few = invariant({
    ...about,
    cases: {
      first: [90, 30].map((size) => ({ size })),
      count: [2, 2, 2],
      request: ({ size }, target) => get(target, '/200', [['size', String(size)]]),
    },
    applies: () => true,
    judge: (x) => (sizeOf(x) >= 57 ? violation('at most 56', String(sizeOf(x)), x) : undefined),
  })
  const { results } = await run({ 'a.x.y': few }, { baseUrl: server.baseUrl })
  await server.close()
  expect(results['a.x.y']!.failure).toMatchObject({
    case: 'GET /200?size=57',
    pattern: 'it begins with size=57: with size=56, the request conforms',
  })
})
