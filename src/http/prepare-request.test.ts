import type { ServerResponse } from 'node:http'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import type { Req } from '../core/exchange.ts'
import { clientOf, closeAll, good, KEY, SECRET, SECRETS, serve, serveRaw } from '../testing/client.ts'

afterEach(closeAll)

const answer = (body: string, head = 'HTTP/1.1 200 OK') => `${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
const json = (_req: unknown, res: ServerResponse, ..._seen: unknown[]) => res.end('{"data":[]}')

describe('an offer to switch protocols', () => {
  const offer = good('/users', { headers: [['Upgrade', 'websocket']] })

  test('is sent with its Connection header, and a response without a switch is read', async () => {
    const heads: string[] = []
    const url = await serveRaw((head, socket) => {
      heads.push(head)
      socket.write(answer('{"data":[]}'))
    })
    const x = await clientOf(url).send(offer, 'a.rule')
    expect(heads[0]).toMatch(/connection: upgrade\r\nupgrade: websocket\r\n/i)
    expect(x.headers).toContainEqual(['Upgrade', 'websocket'])
    expect(x.response).toMatchObject({ status: 200, json: { data: [] } })
  })

  test('that is accepted ends with status 101', async () => {
    const url = await serveRaw((_head, socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
    )
    const x = await clientOf(url).send(offer, 'a.rule')
    expect(x.response).toMatchObject({ status: 101, bytes: 0 })
  })
})

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

  test('carries any text in a query', { timeout: 60_000 }, async () => {
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
