import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { WireRequest } from '../core/exchange.ts'
import type { Handler } from '../core/handler.ts'
import { inProcess } from './in-process.ts'
import { attempt } from './transport.ts'

const ORIGIN = 'http://localhost:3000'

const send = (
  handler: unknown,
  request: Partial<WireRequest> = {},
  limits: { timeout?: number; maxBody?: number } = {},
) =>
  attempt(
    inProcess(handler as Handler, ORIGIN),
    { method: 'GET', path: '/users', headers: [], ...request },
    { timeout: 5000, maxBody: 1000, signal: new AbortController().signal, ...limits },
  )

test('the handler sees what an HTTP server would hand to it', async () => {
  let seen: Request | undefined
  const headers = ['X-Api-Key', 'caf\u00e9', 'Cookie', 'a=1', 'accept', '*/*']
  const handler = (request: Request) => {
    seen = request
    return new Response()
  }
  await send(handler, { path: `/users?q=%20'"a`, headers })
  expect(seen?.url).toBe(`${ORIGIN}/users?q=%20%27%22a`)
  expect([...seen!.headers]).toEqual([
    ['accept', '*/*'],
    ['cookie', 'a=1'],
    ['host', 'localhost:3000'],
    ['x-api-key', 'caf\u00e9'],
  ])
})

test('its response arrives unchanged, with the date that every server adds', async () => {
  const headers: [string, string][] = [
    ['Set-Cookie', 'a=1'],
    ['Set-Cookie', 'b=2'],
    ['X-Name', 'caf\u00e9'],
  ]
  const { response } = await send(async () => new Response('hello', { status: 201, headers }))
  expect(response?.status).toBe(201)
  expect(response?.body.toString()).toBe('hello')
  const received = response?.headers.filter(([name]) => name !== 'date' && name !== 'content-type')
  expect(received).toEqual([
    ['set-cookie', 'a=1'],
    ['set-cookie', 'b=2'],
    ['x-name', 'caf\u00e9'],
  ])
  expect(Date.parse(response!.headers.find(([name]) => name === 'date')![1])).toBeGreaterThan(Date.now() - 60_000)
})

test('HEAD has no body', async () => {
  const { response } = await send(() => new Response('hello'), { method: 'HEAD' })
  expect(response?.body).toHaveLength(0)
})

test.for([
  [(): Promise<never> => Promise.reject(new Error('no database')), 'the handler threw Error: no database'],
  [
    (): never => {
      throw new TypeError('x is undefined')
    },
    'the handler threw TypeError: x is undefined',
  ],
  [(): unknown => undefined, 'the handler returned undefined and no Response'],
  [(): unknown => ({ body: 'x' }), 'the handler returned object and no Response'],
] as const)('a handler that fails is a server that returns 500 (%#)', async ([handler, body]) => {
  const { response } = await send(handler)
  expect([response?.status, response?.body.toString()]).toEqual([500, body])
})

test('a handler that never responds times out, and its signal aborts', async () => {
  let gone = false
  const handler = (request: Request) => {
    request.signal.addEventListener('abort', () => (gone = true))
    return new Promise(() => {})
  }
  expect((await send(handler, {}, { timeout: 20 })).problem?.kind).toBe('timeout')
  expect(gone).toBe(true)
})

test('a body without end is read as far as is allowed', async () => {
  let chunks = 0
  const endless = new ReadableStream({
    async pull(stream) {
      chunks++
      await sleep(0)
      stream.enqueue(new Uint8Array(100))
    },
  })
  expect((await send(() => new Response(endless))).problem?.kind).toBe('too-large')
  await sleep(50)
  const read = chunks
  await sleep(50)
  expect([read < 20, chunks]).toEqual([true, read])
})

test('a body that breaks off is a broken connection', async () => {
  const broken = new ReadableStream({ pull: (stream) => stream.error(new Error('cut')) })
  expect((await send(() => new Response(broken))).problem?.kind).toBe('connection')
})

test('a path that a Request would change is not sent as another', async () => {
  const { response, problem } = await send(() => new Response(), { path: '/a/../users' })
  expect(response).toBeUndefined()
  expect(problem?.message).toBe('a Request object cannot carry this path')
})
