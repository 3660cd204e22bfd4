import type { Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { clientOf, closeAll, good, serve, serveRaw } from '../testing/client.ts'

afterEach(closeAll)

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}'

describe('sent again', () => {
  /** Responds in turn, the last one for ever. */
  const answers = (...ways: ((socket: Socket) => unknown)[]) => {
    let i = 0
    return serveRaw((_head, socket) => ways[Math.min(i++, ways.length - 1)]!(socket))
  }
  const write = (text: string) => (socket: Socket) => socket.write(text)
  const status = (line: string, headers = '') => write(`HTTP/1.1 ${line}\r\n${headers}Content-Length: 0\r\n\r\n`)

  test.each([
    ['503', status('503 Busy')],
    ['502', status('502 Bad Gateway')],
    ['504', status('504 Gateway Timeout')],
    ['429', status('429 Slow down')],
    ['429 with seconds', status('429 Slow down', 'Retry-After: 0\r\n')],
    ['429 with a date', status('429 Slow down', 'Retry-After: Wed, 21 Oct 2015 07:28:00 GMT\r\n')],
    ['a reset', (socket: Socket) => socket.resetAndDestroy()],
    ['a close', (socket: Socket) => socket.end()],
    ['a close in the headers', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nConte')],
    ['a close in the body', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n{}')],
    [
      'a close in the last body',
      (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 5\r\n\r\n{}'),
    ],
    [
      'a close in a chunk',
      (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{}'),
    ],
  ])('after %s', async (name, way) => {
    const client = clientOf(await answers(way, way, write(OK)))
    expect(await client.send(good(), 'r')).toMatchObject({ n: 1, retries: 2, response: { status: 200 } })
    expect(client.stats()).toEqual({ requests: 3, retries: 2, serverErrors: name.startsWith('5') ? 2 : 0 })
  })

  test('and keeps the first 429', async () => {
    const client = clientOf(await answers(status('503 Busy'), status('429 First'), status('429 Second'), write(OK)))
    expect(await client.send(good(), 'r')).toMatchObject({ response: { status: 200 }, limited: { reason: 'First' } })
    expect(await client.send(good(), 'r')).not.toHaveProperty('limited')
  })

  test('at most four times, and then returns the last response', async () => {
    const client = clientOf(await answers(status('503 Busy')))
    expect(await client.send(good(), 'r')).toMatchObject({ retries: 4, response: { status: 503 } })
    expect(await client.send(good(), 'r', { retries: 1 })).toMatchObject({ n: 2, retries: 1 })
    expect(client.stats()).toEqual({ requests: 7, retries: 5, serverErrors: 7 })
  })

  test('not while only the kind of key is limited: a lockout', async () => {
    const client = clientOf(await serve(({ url }, res) => res.writeHead(url?.endsWith('/locked') ? 429 : 200).end()))
    const locked = good('/locked', { credential: { ...good().credential, class: 'wrong-secret' } })
    for (let n = 0; n < 2; n++) {
      const waiting = client.send(locked, 'r')
      await client.send(good(), 'r')
      expect(await waiting).toMatchObject({ retries: 4, response: { status: 429 } })
    }
    expect(await client.send(locked, 'r')).toMatchObject({ retries: 0, response: { status: 429 } })
    expect(await client.send(good('/locked'), 'r')).toMatchObject({ retries: 4 })
  })

  test('not when the budget is spent', async () => {
    const client = clientOf(await answers(status('503 Busy')), { maxRequests: 2 })
    expect(await client.send(good(), 'r')).toMatchObject({
      retries: 1,
      problem: { kind: 'stopped', message: 'the run reached --max-requests 2' },
    })
  })

  test('not when asked to wait for longer than any run', async () => {
    const url = await answers(status('429 Slow down', 'Retry-After: 31536000\r\n'), write(OK))
    expect(await clientOf(url).send(good(), 'r')).toMatchObject({ retries: 0, response: { status: 429 } })
  })

  test('not after any other status', async () => {
    const client = clientOf(await answers(status('500 Oops'), write(OK)))
    expect(await client.send(good(), 'r')).toMatchObject({ retries: 0, response: { status: 500 } })
  })

  test('once only after a deadline', async () => {
    let requests = 0
    const url = await serve(() => requests++)
    const x = await clientOf(url, { timeout: 30 }).send(good(), 'r')
    expect(x).toMatchObject({ retries: 1, problem: { kind: 'timeout' } })
    expect(x.problem!.message).toBe('no complete response within 30 ms: nothing came')
    expect(requests).toBe(2)
  })

  test('on a new connection, when the old one was closed meanwhile', async () => {
    const client = clientOf(await answers(write(OK), (socket) => socket.destroy(), write(OK)), { concurrency: 1 })
    await client.send(good(), 'r')
    expect(await client.send(good(), 'r')).toMatchObject({ retries: 1, response: { status: 200 } })
  })

  test('never before the Retry-After of a 429 has passed, and nothing else is', async () => {
    const times: number[] = []
    const url = await serve((req, res) => {
      times.push(performance.now())
      res.writeHead(times.length === 1 ? 429 : 200, { 'retry-after': '1' }).end(req.url)
    })
    const client = clientOf(url, { concurrency: 2 })
    const first = client.send(good('/1'), 'r')
    const third = first.then(() => client.send(good('/3'), 'r'))
    while (times.length === 0) await new Promise(setImmediate)
    await new Promise((resolve) => setTimeout(resolve, 50))
    const second = client.send(good('/2'), 'r')
    expect((await Promise.all([first, second, third])).map((x) => x.response?.status)).toEqual([200, 200, 200])
    for (const time of times.slice(1)) expect(time - times[0]!).toBeGreaterThan(900)
  })
})
