import { expect, test } from 'vitest'
import { createQueue, URGENT } from './queue.ts'
import { createRateLimiter } from './rate-limiter.ts'

test('starts urgent work immediately, other work by rank, and within a rank in the order it came', async () => {
  const { run } = createQueue(1)
  const log: string[] = []
  const work = (name: string) => async () => void log.push(name)
  const ranked = [3, 2, 3, 2, URGENT].map((rank, i) => run(work('abcde'[i]!), rank))
  await Promise.all(ranked)
  expect(log).toEqual(['e', 'b', 'd', 'a', 'c'])
})

test('urgent requests have the next turn, also while others wait for theirs', async () => {
  const pacer = createRateLimiter(100)
  const { signal } = new AbortController()
  const log: string[] = []
  const turn = (name: string, urgent = false) => pacer.turn(signal, urgent).then(() => log.push(name))
  const others = [turn('a'), turn('b'), turn('c')]
  await others[0]
  await Promise.all([...others, turn('d', true)])
  expect(log).toEqual(['a', 'd', 'b', 'c'])
})

test('rejects waiting callers when the run ends', async () => {
  const pacer = createRateLimiter(1)
  const abort = new AbortController()
  const turns = [pacer.turn(abort.signal), pacer.turn(abort.signal), pacer.turn(abort.signal, true)]
  abort.abort(new Error('over'))
  const ends = await Promise.allSettled(turns)
  expect(ends.slice(1).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})
