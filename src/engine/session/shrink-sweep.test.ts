import { expect, test } from 'vitest'
import type { Exchange } from '../../core/exchange.ts'
import { inBearer } from '../../core/key-format.ts'
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
    pattern: 'with size 56 or less it conforms, with 57 or more it fails',
  })
})

test('tries a malformed key by the other header, too', async () => {
  const server = await serve((_, res) => res.writeHead(401, { 'content-type': 'application/json' }).end('{}'))
  const uniform = invariant({
    ...about,
    cases: {
      first: [{ text: 'a.b.c' }],
      count: [1, 1, 1],
      request: ({ text }, target) => ({ ...get(target, '/401'), credential: inBearer(text, 'malformed', 'a token') }),
    },
    applies: () => true,
    judge: (x) => violation('another', 'the same', x),
  })
  const { results } = await run({ 'a.x.y': uniform }, { baseUrl: server.baseUrl })
  await server.close()
  expect(results['a.x.y']!.failure!.extent!.failing).toEqual(['GET /401, credential: a token: the same'])
})
