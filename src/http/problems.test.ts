import net from 'node:net'
import { gzipSync } from 'node:zlib'
import type { Dispatcher, Pool } from 'undici'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { clientOf, closeAll, good, KEY, SECRETS, serve, serveRaw } from '../testing/client.ts'
import { apiRootOf } from './build-path.ts'
import { prepareRequest, recordExchange } from './record-exchange.ts'
import { createRedactor } from './redact.ts'
import { attempt } from './transport.ts'

afterEach(closeAll)

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}'

describe('problems', () => {
  const send = async (url: string, timeout = 5000) =>
    (await clientOf(url, { timeout }).send(good(), 'r', { retries: 0 })).problem

  test('a slow drip meets the deadline', async () => {
    const url = await serveRaw((_head, socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')
      const drip = setInterval(() => socket.write('1\r\n \r\n'), 5)
      socket.on('close', () => clearInterval(drip))
    })
    expect(await send(url, 800)).toMatchObject({
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
    expect(await send(url)).toEqual({ kind: 'too-large', message: 'the body exceeds 8388608 bytes' })
  })

  test('a small body that decodes to a huge one is cut', async () => {
    const bomb = gzipSync(Buffer.alloc(17 << 20))
    const url = await serve((_req, res) => res.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb))
    expect(await send(url)).toMatchObject({ kind: 'too-large' })
  })

  test('headers without end are cut', async () => {
    const url = await serveRaw((_head, socket) => socket.write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`))
    expect(await send(url)).toEqual({ kind: 'too-large', message: 'the response headers are too large' })
  })

  test('reports a response that is not HTTP', async () => {
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
      code: 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
      message: expect.stringMatching(/^closed before the response was complete/),
    })
  })

  test('connection refused', async () => {
    const server = net.createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as net.AddressInfo
    await new Promise((resolve) => server.close(resolve))
    expect(await send(`http://127.0.0.1:${port}`)).toEqual({
      kind: 'connection',
      code: 'ECONNREFUSED',
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

  test('an early hint is not taken for the response', async () => {
    const url = await serveRaw((_head, socket) => socket.write(`HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n${OK}`))
    expect((await clientOf(url).send(good(), 'r')).response).toMatchObject({ status: 200, json: {} })
  })

  test('say no secret', () => {
    const identity = {
      place: apiRootOf('http://x'),
      secrets: SECRETS,
      redactor: createRedactor(SECRETS),
      userAgent: '',
    }
    const attempt = { sentAt: 0, ms: 0, problem: { kind: 'connection', message: `odd: ${KEY}` } } as const
    const { problem } = recordExchange(prepareRequest(good(), identity), attempt, {
      ...identity,
      maxBody: 1,
    })
    expect(problem?.message).toBe('odd: tnt_live_1122334455667788_****')
  })
})
