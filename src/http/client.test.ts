import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { clientOf, closeAll, good, serve } from '../testing/client.ts'
import { Stopped } from './client.ts'

afterEach(closeAll)

const json = (_req: unknown, res: ServerResponse, ..._seen: unknown[]) => res.end('{"data":[]}')

describe('limits', () => {
  test('respects the limit of requests in flight', async () => {
    let inFlight = 0
    let most = 0
    const url = await serve((_req, res) => {
      most = Math.max(most, ++inFlight)
      setTimeout(() => {
        inFlight--
        res.end('{}')
      }, 3)
    })
    const client = clientOf(url, { concurrency: 5 })
    await Promise.all(Array.from({ length: 40 }, () => client.send(good(), 'r')))
    expect(most).toBe(5)
  })

  test('large bodies wait for each other, and all come', async () => {
    const body = JSON.stringify('x'.repeat(1 << 20))
    const url = await serve((_req, res) => res.end(body))
    const client = clientOf(url, { timeout: 60_000 })
    const all = await Promise.all(Array.from({ length: 24 }, () => client.send(good(), 'r')))
    for (const { response } of all) expect(response?.bytes).toBe(body.length)
  })

  test('a client alone has one connection and shares numbers, budget and statistics', async () => {
    const ports = new Set<number | undefined>()
    const url = await serve((req, res) => json(req, res, ports.add(req.socket.remotePort)))
    const client = clientOf(url, { maxRequests: 6 })
    const single = client.alone()
    await client.send(good(), 'r')
    ports.clear()
    const sent = await Promise.all(Array.from({ length: 5 }, () => single.send(good(), 'r')))
    expect(sent.map(({ n }) => n)).toEqual([2, 3, 4, 5, 6])
    expect(ports.size).toBe(1)
    expect(client.stats()).toEqual(single.stats())
    await expect(client.send(good(), 'r')).rejects.toThrow('the run reached --max-requests')
  })

  test('no request goes out once the budget is spent', async () => {
    let requests = 0
    const url = await serve((req, res) => json(req, res, requests++))
    const client = clientOf(url, { maxRequests: 3 })
    const ends = await Promise.allSettled(Array.from({ length: 10 }, () => client.send(good(), 'r')))
    expect(ends.map(({ status }) => status)).toEqual([...Array(3).fill('fulfilled'), ...Array(7).fill('rejected')])
    expect(ends.slice(3).every((end) => end.status === 'rejected' && end.reason instanceof Stopped)).toBe(true)
    expect(requests).toBe(3)
  })

  test('a stopped run ends what is in flight and sends nothing more', async () => {
    const stop = new AbortController()
    let requests = 0
    const url = await serve(() => ++requests === 2 && stop.abort())
    const client = clientOf(url, { concurrency: 2, signal: stop.signal })
    const ends = await Promise.allSettled(Array.from({ length: 5 }, () => client.send(good(), 'r')))
    const problem = { kind: 'stopped', message: 'the run was stopped' }
    expect(ends.slice(0, 2)).toMatchObject(Array(2).fill({ status: 'fulfilled', value: { problem } }))
    for (const end of ends.slice(2)) expect(end).toMatchObject({ status: 'rejected', reason: expect.any(Stopped) })
    await expect(client.send(good(), 'r')).rejects.toThrow(Stopped)
    expect(requests).toBe(2)
  })

  test('a closed client sends nothing', async () => {
    const client = clientOf(await serve(json))
    await client.close()
    await expect(client.send(good(), 'r')).rejects.toThrow(Stopped)
  })
})
