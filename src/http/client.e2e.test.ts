import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { clientOf, closeAll, good, serve } from '../testing/client.ts'
import type { Client } from './client.ts'
import { URGENT } from './queue.ts'

afterEach(closeAll)

/** Counts requests, and concurrent ones. */
async function counting(answer: (n: number, req: IncomingMessage, res: ServerResponse) => void) {
  const seen = { requests: 0, atOnce: 0, most: 0, times: [] as number[] }
  const url = await serve((req, res) => {
    seen.times.push(performance.now())
    seen.most = Math.max(seen.most, ++seen.atOnce)
    res.on('close', () => seen.atOnce--)
    answer(++seen.requests, req, res)
  })
  return { url, seen }
}

/** Every way in which a run sends: plain, urgent, in sequence on a dedicated connection, and timed. */
async function everyWay(client: Client, rounds: number): Promise<PromiseSettledResult<unknown>[]> {
  const alone = client.alone()
  const watch = client.stopwatch('a.timed')
  const shot = watch.load(good())
  const all = Array.from({ length: rounds }, () => [
    client.send(good(), 'a.rule'),
    client.send(good(), 'a.rule', { rank: URGENT }),
    alone.send(good(), 'a.rule'),
    watch.time(shot),
  ])
  const settled = await Promise.allSettled(all.flat())
  await watch.close()
  return settled
}

/** One in three is refused for the moment, or lost. */
const unlucky = (n: number, _req: unknown, res: ServerResponse) =>
  setTimeout(() => {
    if (n % 3 === 0) res.destroy()
    else res.writeHead(n % 3 === 1 ? 200 : 503).end('{}')
  }, 5)

describe('every request, retries included', () => {
  test.for([1, 2, 5])('no more than --concurrency %i is ever under way', async (concurrency) => {
    const { url, seen } = await counting(unlucky)
    await everyWay(clientOf(url, { concurrency }), 10)
    expect(seen.requests).toBeGreaterThan(40)
    expect(seen.most).toBe(concurrency)
  })

  test('not one request more than --max-requests arrives', async () => {
    const { url, seen } = await counting(unlucky)
    const client = clientOf(url, { maxRequests: 37 })
    const settled = await everyWay(client, 20)
    expect(seen.requests).toBe(37)
    expect(client.stats().requests).toBe(37)
    const reasons = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(reasons.length).toBeGreaterThan(0)
    for (const reason of reasons) expect(reason).toMatchObject({ name: 'Stopped', by: 'budget' })
  })

  test('nor of those that find out whether it is still there', async () => {
    const { url, seen } = await counting((n, _req, res) => (n === 1 ? res.end('{}') : res.destroy()))
    const patience = { pauses: [0, 1], down: 60_000, busy: 60_000 }
    const client = clientOf(url, { maxRequests: 15, concurrency: 4, patience })
    await client.send(good(), 'a.rule')
    await everyWay(client, 10)
    expect(seen.requests).toBe(15)
  })

  test('--rate is kept to', async () => {
    const { url, seen } = await counting(unlucky)
    await everyWay(clientOf(url, { rate: 100 }), 8)
    const [first = 0] = seen.times
    // 10 ms for each; what a late timer catches up, and how long a request is on its way, is no more than a few of them.
    const early = seen.times.filter((time, i) => time - first < i * 10 - 60)
    expect(seen.requests).toBeGreaterThan(32)
    expect(early).toEqual([])
  })
})

describe('a deployment that goes down', () => {
  const patience = { pauses: [0, 10], down: 100, busy: 100 }

  test('gets few requests before the run ends with one reason', async () => {
    const { url, seen } = await counting((n, _req, res) => (n <= 20 ? res.end('{}') : res.destroy()))
    const stop = new AbortController()
    const why: string[] = []
    const onDown = (reason: string) => {
      why.push(reason)
      stop.abort()
    }
    const client = clientOf(url, { concurrency: 8, onDown, signal: stop.signal, patience })
    await Promise.allSettled(Array.from({ length: 500 }, () => client.send(good(), 'a.rule')))
    expect(why).toHaveLength(1)
    // Some in a row, those under way, and the probes.
    expect(seen.requests).toBeLessThan(20 + 4 + 8 + 20)
  })

  test('and comes back loses next to nothing', async () => {
    let down = false
    const { url } = await counting((n, _req, res) => {
      if (n === 50) {
        down = true
        setTimeout(() => {
          down = false
        }, 60)
      }
      if (down) res.destroy()
      else res.end('{}')
    })
    const onDown = () => expect.unreachable()
    const client = clientOf(url, { concurrency: 8, onDown, patience: { ...patience, down: 10_000 } })
    const all = await Promise.all(Array.from({ length: 300 }, () => client.send(good(), 'a.rule')))
    expect(all.filter(({ problem }) => problem)).toEqual([])
  })
})
