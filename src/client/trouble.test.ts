import net, { type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { Dispatcher, Pool } from 'undici'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { clientOf, closeAll, good, KEY, serve, serveRaw } from './testing.ts'
import { attempt } from './wire.ts'

afterEach(closeAll)

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}'

describe('sent again', () => {
  /** Answers in turn, the last one for ever. */
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
  ])('after %s', async (_name, way) => {
    const client = clientOf(await answers(way, way, write(OK)))
    expect(await client.send(good(), 'r')).toMatchObject({ n: 1, retries: 2, response: { status: 200 } })
    expect(client.stats()).toEqual({ requests: 3, retries: 2 })
  })

  test('at most four times, and then the last answer stands', async () => {
    const client = clientOf(await answers(status('503 Busy')))
    expect(await client.send(good(), 'r')).toMatchObject({ retries: 4, response: { status: 503 } })
    expect(await client.send(good(), 'r', { retries: 1 })).toMatchObject({ n: 2, retries: 1 })
    expect(client.stats()).toEqual({ requests: 7, retries: 5 })
  })

  test('not when the budget is spent', async () => {
    const client = clientOf(await answers(status('503 Busy')), { maxRequests: 2 })
    expect(await client.send(good(), 'r')).toMatchObject({ retries: 1, response: { status: 503 } })
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
    expect(x.problem!.message).toBe('no complete answer within 30 ms: nothing came')
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

describe('problems', () => {
  const send = async (url: string, timeout = 5000) =>
    (await clientOf(url, { timeout }).send(good(), 'r', { retries: 0 })).problem

  test('a slow drip meets the deadline', async () => {
    const url = await serveRaw((_head, socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')
      const drip = setInterval(() => socket.write('1\r\n \r\n'), 5)
      socket.on('close', () => clearInterval(drip))
    })
    expect(await send(url, 80)).toMatchObject({
      kind: 'timeout',
      message: expect.stringContaining('only status 200 and'),
    })
  })

  test('an endless body is cut', async () => {
    const url = await serve((_req, res) => {
      const more = () => {
        while (!res.destroyed && res.write(Buffer.alloc(1 << 20, ' '))) {}
        if (!res.destroyed) res.once('drain', more)
      }
      more()
    })
    expect(await send(url)).toEqual({ kind: 'too-large', message: 'the body exceeds 16777216 bytes' })
  })

  test('a small body that decodes to a huge one is cut', async () => {
    const bomb = gzipSync(Buffer.alloc(17 << 20))
    const url = await serve((_req, res) => res.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb))
    expect(await send(url)).toMatchObject({ kind: 'too-large' })
  })

  test('headers without end are cut', async () => {
    const url = await serveRaw((_head, socket) => socket.write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`))
    expect(await send(url)).toEqual({ kind: 'too-large', message: 'the headers of the answer are too large' })
  })

  test('what is not HTTP is said to be so', async () => {
    expect(await send(await serveRaw((_head, socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n')))).toMatchObject({
      kind: 'protocol',
      message: expect.stringContaining('does not match the HTTP/1.1 protocol'),
    })
    const switching = 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'
    expect(await send(await serveRaw((_head, socket) => socket.write(switching)))).toMatchObject({ kind: 'protocol' })
  })

  test('a reset, a close and a cut are connections', async () => {
    expect(await send(await serveRaw((_head, socket) => socket.resetAndDestroy()))).toMatchObject({
      kind: 'connection',
    })
    expect(await send(await serveRaw((_head, socket) => socket.end()))).toMatchObject({ kind: 'connection' })
    const half = 'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 9\r\n\r\n{'
    expect(await send(await serveRaw((_head, socket) => socket.end(half)))).toEqual({
      kind: 'connection',
      message: 'closed before the answer was complete',
    })
  })

  test('nobody there', async () => {
    const server = net.createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as net.AddressInfo
    await new Promise((resolve) => server.close(resolve))
    expect(await send(`http://127.0.0.1:${port}`)).toEqual({
      kind: 'connection',
      message: `connect ECONNREFUSED 127.0.0.1:${port}`,
    })
    expect(await send('http://does-not-exist.invalid')).toMatchObject({
      kind: 'connection',
      message: expect.stringMatching(/getaddrinfo/),
    })
  })

  test('TLS where there is none, and none where there is', async () => {
    const url = await serve((_req, res) => res.end('{}'))
    expect(await send(url.replace('http:', 'https:'))).toMatchObject({ kind: 'connection' })
  })

  test('a request that waits for a connection meets its deadline, and is not sent when one comes', async () => {
    const waiting: Dispatcher.DispatchHandler[] = []
    const pool = { dispatch: (_request: unknown, handler: Dispatcher.DispatchHandler) => waiting.push(handler) }
    const limits = { timeout: 10, maxBody: 1, signal: new AbortController().signal }
    const got = await attempt(pool as unknown as Pool, { method: 'GET', path: '/', headers: [] }, limits)
    expect(got).toMatchObject({ problem: { kind: 'timeout' }, transient: true })
    const abort = vi.fn()
    waiting[0]!.onRequestStart!({ abort } as unknown as Dispatcher.DispatchController, undefined)
    expect(abort).toHaveBeenCalled()
  })

  test('an early hint is not the answer', async () => {
    const url = await serveRaw((_head, socket) => socket.write(`HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n${OK}`))
    expect((await clientOf(url).send(good(), 'r')).response).toMatchObject({ status: 200, json: {} })
  })

  test('say no secret', async () => {
    const url = await serveRaw((_head, socket) => socket.end(`HTTP/1.1 ${KEY}\r\n\r\n`))
    expect(JSON.stringify(await send(url))).not.toContain(KEY)
  })
})
