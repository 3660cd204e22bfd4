import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import type { Exchange, Req } from '../core/exchange.ts'
import type { SecretText } from '../core/secret-text.ts'
import { clientOf, closeAll, good, KEY, SECRET, serve, serveRaw } from '../testing/client.ts'

afterEach(closeAll)

const answer = (body: string, head = 'HTTP/1.1 200 OK') => `${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
const json = (_req: unknown, res: ServerResponse, ..._seen: unknown[]) => res.end('{"data":[]}')

describe('what is recorded', () => {
  test('is the response with the case, order and repetition of its headers', async () => {
    const head =
      'HTTP/1.1 418 Short and stout\r\nX-B: 1\r\nx-a: \xe9\r\nX-b: 2\r\nContent-Length: 11\r\n\r\n{"a": [1]}\n'
    const url = await serveRaw((_head, socket) => socket.write(head, 'latin1'))
    const { response } = await clientOf(url).send(good(), 'r')
    expect(response).toEqual({
      status: 418,
      reason: 'Short and stout',
      headers: [
        ['X-B', '1'],
        ['x-a', '\xe9'],
        ['X-b', '2'],
        ['Content-Length', '11'],
      ],
      bytes: 11,
      text: '{"a": [1]}\n',
      json: { a: [1] },
      duplicates: [],
    })
  })

  test('holds no secret and no near-variant that any part of the response repeats', async () => {
    const base64 = Buffer.from(`u:${KEY}`).toString('base64')
    const url = await serveRaw((head, socket) => {
      const sent = /X-Api-Key: (.*)/i.exec(head)![1]!
      const body = JSON.stringify({ [sent]: [sent, { s: `<${sent.toUpperCase()}>` }], base64 })
      socket.write(`HTTP/1.1 401 no ${sent}\r\nX-Echo: ${sent}\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
    })
    const client = clientOf(url)
    const env = 'TENANT_A_KEY'
    const at = KEY.length - 64
    const altered = [
      { env, to: at + 34 },
      { env, from: at + 34, to: at + 35, shift: 1 },
      { env, from: at + 35 },
    ]
    const shifted = [
      { env, to: at },
      { env, from: at, shift: 1 },
    ]
    const wrong = (value: SecretText): Req => ({
      ...good(),
      credential: { class: 'wrong-secret', form: 'x-api-key', headers: [['X-Api-Key', value]] },
    })
    for (const req of [good(), wrong(altered), wrong(shifted)]) {
      const x = await client.send(req, 'r')
      const masked = 'tnt_live_1122334455667788_****'
      expect(x.response).toMatchObject({
        reason: `no ${masked}`,
        json: { [masked]: [masked, { s: `<${masked.toUpperCase()}>` }] },
      })
      const written = JSON.stringify(x).toLowerCase()
      for (let i = 0; i + 20 <= SECRET.length; i++) expect(written).not.toContain(SECRET.slice(i, i + 20))
      expect(written).not.toContain(base64.slice(40, 80).toLowerCase())
    }
  })

  test('holds no secret in a fault either', async () => {
    const url = await serve((_req, res) => res.writeHead(200, { 'content-encoding': KEY }).end('{}'))
    const x = await clientOf(url).send(good(), 'r')
    expect(x.response!.fault).toBe("unknown Content-Encoding 'tnt_live_1122334455667788_****'")
    expect(JSON.stringify(x)).not.toContain(SECRET)
  })

  test('shows bad UTF-8, doubled fields, empty bodies and pages as faults', async () => {
    const bodies: Record<string, string> = { utf8: '{"a":"\xff"}', twice: '{"a":1,"a":2}', empty: '', page: '<html>' }
    const url = await serveRaw((head, socket) => socket.write(answer(bodies[/v1\/(\w+)/.exec(head)![1]!]!), 'latin1'))
    const client = clientOf(url)
    const of = async (name: string) => (await client.send(good(`/${name}`), 'r')).response
    expect(await of('utf8')).toMatchObject({ fault: 'invalid UTF-8 at byte 6', bytes: 9 })
    expect(await of('twice')).toMatchObject({ json: { a: 2 }, duplicates: ['a'] })
    expect(await of('empty')).toMatchObject({ fault: 'empty body', text: '' })
    expect(await of('page')).toMatchObject({ fault: "not JSON: Unexpected token '<'", text: '<html>' })
  })

  test('does not miss a body after HEAD', async () => {
    const url = await serve(json)
    const { response } = await clientOf(url).send(good('/users', { method: 'HEAD' }), 'r')
    expect(response).toMatchObject({ status: 200, bytes: 0, text: '', duplicates: [] })
    expect(response?.fault).toBeUndefined()
  })

  test('is a redirect where one came: it is not followed', async () => {
    const elsewhere: string[] = []
    const other = await serve((req, res) => json(req, res, elsewhere.push(req.url!)))
    const url = await serve((_req, res) => res.writeHead(302, { location: `${other}/steal` }).end())
    expect((await clientOf(url).send(good(), 'r')).response?.status).toBe(302)
    expect(elsewhere).toEqual([])
  })

  test('is reported once, and numbered in the order of sending', async () => {
    const arrived: string[] = []
    const url = await serve((req, res) => {
      arrived.push(req.url!)
      setTimeout(() => res.end('{}'), 5 * (arrived.length % 3))
    })
    const reported: Exchange[] = []
    const client = clientOf(url, { concurrency: 4, onExchange: (x) => void reported.push(x) })
    const sent = await Promise.all(Array.from({ length: 20 }, (_, i) => client.send(good(`/${i + 1}`), 'r')))
    expect(sent.map(({ n, req }) => req.path === `/${n}`)).not.toContain(false)
    expect(new Set(reported)).toEqual(new Set(sent))
    expect(reported).toHaveLength(20)
    expect(client.stats()).toEqual({ requests: 20, retries: 0, serverErrors: 0 })
  })
})
