import type { ServerResponse } from 'node:http'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { BudgetSpent, Stopped } from './client.ts'
import type { Exchange, Req } from './exchange.ts'
import type { SecretText } from './secret-text.ts'
import { clientOf, closeAll, good, KEY, SECRET, SECRETS, serve, serveRaw } from './testing.ts'

afterEach(closeAll)

const answer = (body: string, head = 'HTTP/1.1 200 OK') => `${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
const json = (_req: unknown, res: ServerResponse, ..._seen: unknown[]) => res.end('{"data":[]}')

describe('what is sent', () => {
  test('is the request as the rule gave it, in order, with defaults after it', async () => {
    const heads: string[] = []
    const url = await serveRaw((head, socket) => {
      heads.push(head)
      socket.write(answer('{}'))
    })
    const client = clientOf(`${url}/some/prefix/`, { version: '1.2.3' })
    const x = await client.send(
      good('/users', {
        query: [
          ['page', '1'],
          ['page', 'a b&c=d+%/?#é\u{1F600}'],
          ['x y', ''],
        ],
        headers: [
          ['x-dup', 'one'],
          ['X-DUP', ' two\xe9\xff '],
          ['X-Empty', ''],
        ],
      }),
      'a.rule',
    )
    const query = '?page=1&page=a%20b%26c%3Dd%2B%25%2F%3F%23%C3%A9%F0%9F%98%80&x%20y='
    expect(heads[0]!.split('\r\n')).toEqual([
      `GET /some/prefix/api/public/v1/users${query} HTTP/1.1`,
      `host: ${new URL(url).host}`,
      'connection: keep-alive',
      `X-Api-Key: ${KEY}`,
      'x-dup: one',
      'X-DUP:  two\xe9\xff ',
      'X-Empty: ',
      'accept: application/json',
      'user-agent: tenant-api-conformance/1.2.3',
    ])
    expect(x).toMatchObject({ n: 1, rule: 'a.rule', url: `${url}/some/prefix/api/public/v1/users${query}`, retries: 0 })
    expect(x.headers[0]).toEqual(['X-Api-Key', [{ env: 'TENANT_A_KEY' }]])
  })

  test('carries any text in a query', async () => {
    const seen: [string, string][][] = []
    const url = await serve((req, res) => {
      seen.push([...new URL(req.url!, 'http://x').searchParams])
      res.end('{}')
    })
    const client = clientOf(url)
    const text = fc.string({ unit: 'binary' })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 1 }), async (query) => {
        await client.send(good('/users', { query }), 'r')
        expect(seen.pop()).toEqual(query.map(([name, value]) => [name.toWellFormed(), value.toWellFormed()]))
      }),
    )
  })

  test('can hold a key in the query, and is recorded without it', async () => {
    const urls: string[] = []
    const url = await serve((req, res) => {
      urls.push(req.url!)
      res.end('{}')
    })
    const query: Req['query'] = [['api key', ['Bearer ', { env: 'TENANT_A_KEY' }]]]
    const x = await clientOf(url).send({ ...good('/users', { query }) }, 'r')
    expect(urls).toEqual([`/api/public/v1/users?api%20key=Bearer%20${KEY}`])
    expect(x.url).toEqual([`${url}/api/public/v1/users?api%20key=Bearer%20`, { env: 'TENANT_A_KEY' }])
  })

  test('is never a secret spelled out, another method or a raw path', async () => {
    let requests = 0
    const url = await serve((req, res) => json(req, res, requests++))
    const client = clientOf(url)
    const spelled: Req = { ...good(), headers: [['X-Token', KEY]] }
    await expect(client.send(spelled, 'r')).rejects.toThrow('must refer to secrets')
    await expect(client.send(good('/a b'), 'r')).rejects.toThrow('not percent-encoded')
    await expect(client.send(good('/a#b'), 'r')).rejects.toThrow('not percent-encoded')
    await expect(client.send({ ...good(), method: 'DELETE' as 'GET' }, 'r')).rejects.toThrow('sends no DELETE')
    await expect(client.send(good('/a', { headers: [['x', 'a\nb']] }), 'r')).rejects.toThrow('invalid x header')
    expect(requests).toBe(0)
  })

  test('reaches an IPv6 host', async () => {
    const url = await serve(json, '::1')
    const x = await clientOf(url).send(good(), 'r')
    expect(x.url).toMatch(/^http:\/\/\[::1\]:\d+\/api\/public\/v1\/users$/)
    expect(x.response?.status).toBe(200)
  })
})

describe('what is recorded', () => {
  test('is the answer with the case, order and repetition of its headers', async () => {
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

  test('holds no secret and no near-variant, wherever the answer repeats it', async () => {
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

  test('shows bad UTF-8, doubled members, empty bodies and pages as faults', async () => {
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

  test('is told once, and numbered in the order of sending', async () => {
    const arrived: string[] = []
    const url = await serve((req, res) => {
      arrived.push(req.url!)
      setTimeout(() => res.end('{}'), 5 * (arrived.length % 3))
    })
    const told: Exchange[] = []
    const client = clientOf(url, { concurrency: 4, onExchange: (x) => told.push(x) })
    const sent = await Promise.all(Array.from({ length: 20 }, (_, i) => client.send(good(`/${i + 1}`), 'r')))
    expect(sent.map(({ n, req }) => req.path === `/${n}`)).not.toContain(false)
    expect(new Set(told)).toEqual(new Set(sent))
    expect(told).toHaveLength(20)
    expect(client.stats()).toEqual({ requests: 20, retries: 0 })
  })
})

describe('limits', () => {
  test('never more than so many in flight', async () => {
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
    await expect(client.send(good(), 'r')).rejects.toThrow(BudgetSpent)
  })

  test('no request goes out once the budget is spent', async () => {
    let requests = 0
    const url = await serve((req, res) => json(req, res, requests++))
    const client = clientOf(url, { maxRequests: 3 })
    const ends = await Promise.allSettled(Array.from({ length: 10 }, () => client.send(good(), 'r')))
    expect(ends.map(({ status }) => status)).toEqual([...Array(3).fill('fulfilled'), ...Array(7).fill('rejected')])
    expect(ends.slice(3).every((end) => end.status === 'rejected' && end.reason instanceof BudgetSpent)).toBe(true)
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

test('secrets that come later can be sent', async () => {
  const url = await serve((req, res) => res.end(JSON.stringify(req.headers['x-api-key'])))
  const secrets = new Map(SECRETS)
  const client = clientOf(url, { secrets })
  const created: Req = {
    ...good(),
    credential: { class: 'active', form: 'x-api-key', headers: [['X-Api-Key', [{ env: 'CREATED' }]]] },
  }
  await expect(client.send(created, 'r')).rejects.toThrow('no secret is known by the name CREATED')
  secrets.set('CREATED', `tnt_live_aaaabbbbccccdddd_${[...SECRET].reverse().join('')}`)
  expect((await client.send(created, 'r')).response?.json).toBe('tnt_live_aaaabbbbccccdddd_****')
})
