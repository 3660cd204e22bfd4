import { execFile } from 'node:child_process'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { afterEach, describe, expect, test } from 'vitest'
import type { NetworkOptions, Proxies } from '../core/network-options.ts'
import { certificate } from '../testing/certificates.ts'
import { clientOf, closeAll, good, SECRETS, serveRaw } from '../testing/client.ts'
import { type ConnectProxy, connectProxy } from '../testing/connect-proxy.ts'
import { curlCommand, curlOptions } from './curl-command.ts'
import { proxyFor, shownProxy } from './proxy.ts'

const open: { close(): unknown }[] = []
afterEach(async () => {
  await closeAll()
  for (const each of open.splice(0)) each.close()
})

async function proxied(refuse?: number): Promise<ConnectProxy> {
  const proxy = await connectProxy(refuse)
  open.push(proxy)
  return proxy
}

const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}'
const from = (url: string): Proxies => ({
  http: { from: 'HTTP_PROXY', url },
  https: { from: 'HTTPS_PROXY', url },
  except: '',
})

/** A raw server by a name that only the proxy knows. */
async function named() {
  const heads: string[] = []
  const { port } = new URL(
    await serveRaw((head, socket) => {
      heads.push(head)
      socket.write(answer)
    }),
  )
  return { url: `http://tenant.example:${port}`, host: `tenant.example:${port}`, heads }
}

describe('through a proxy', () => {
  test('a request arrives as the rule gave it, over every kind of connection', async () => {
    const [proxy, server] = [await proxied(), await named()]
    const client = clientOf(server.url, { network: { proxies: from(proxy.url) } })
    const req = good('/users', {
      headers: [
        ['X-Dup', 'one'],
        ['x-dup', 'two'],
        ['X-Empty', ''],
      ],
    })
    expect((await client.send(req, 'a.rule')).response?.status).toBe(200)
    expect((await client.alone().send(req, 'a.rule')).response?.status).toBe(200)
    const watch = client.stopwatch('a.rule')
    const laps = [await watch.time(watch.load(req)), await watch.time(watch.load(req))]
    const another = client.stopwatch('a.rule')
    laps.push(await another.time(another.load(req)))
    await Promise.all([watch.close(), another.close()])
    expect(laps.map(({ status, fresh }) => [status, fresh])).toEqual([
      [200, true],
      [200, false],
      [200, true],
    ])
    const direct = clientOf(server.url.replace('tenant.example', '127.0.0.1'))
    await direct.send(req, 'a.rule')
    const bare = server.heads.pop()!.replace(/host: .*/, '')
    for (const head of server.heads) expect(head.replace(/host: .*/, '')).toBe(bare)
    expect(server.heads).toHaveLength(5)
    expect(proxy.seen).toEqual(Array(4).fill({ to: server.host, auth: undefined }))
  })

  test('https is checked by the name of the deployment, and by --ca', async () => {
    const authority = await certificate({ isAuthority: true })
    const own = await certificate({ by: authority, names: ['tenant.example'] })
    const server = https.createServer({ ...own, ALPNProtocols: ['h2', 'http/1.1'] }, (_req, res) => res.end('{}'))
    open.push({ close: () => server.closeAllConnections() }, server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const proxies = from((await proxied()).url)
    const ca = { file: 'ca.pem', certificates: [authority.cert] }
    const send = (host: string, way: NetworkOptions) =>
      clientOf(`https://${host}:${port}`, { network: { ...way, proxies } }).send(good(), 'a.rule')
    expect((await send('tenant.example', { ca })).response?.status).toBe(200)
    expect((await send('tenant.example', {})).problem?.message).toContain('does not trust')
    expect((await send('other.example', { ca })).problem?.message).toContain('for another host')
    expect((await send('other.example', { insecure: true })).response?.status).toBe(200)
  })

  test('its password is for the proxy alone', async () => {
    const [proxy, server] = [await proxied(), await named()]
    const proxies = from(proxy.url.replace('//', '//joe:p%40ss@'))
    await clientOf(server.url, { network: { proxies } }).send(good(), 'a.rule')
    expect(proxy.seen[0]!.auth).toBe(`Basic ${Buffer.from('joe:p@ss').toString('base64')}`)
    expect(server.heads[0]!.toLowerCase()).not.toContain('proxy-')
    expect(shownProxy(proxies.http!)).toBe(proxy.url)
  })

  test('reports a refusal by the proxy, and a missing proxy', async () => {
    const [proxy, server] = [await proxied(407), await named()]
    const refused = await clientOf(server.url, { network: { proxies: from(proxy.url) } }).send(good(), 'a.rule')
    expect(refused.problem).toEqual({
      kind: 'connection',
      message: 'the proxy responded with 407 instead of connecting',
    })
    const nobody = clientOf(server.url, { network: { proxies: from('http://127.0.0.1:1') } })
    expect((await nobody.send(good(), 'a.rule', { retries: 0 })).problem?.message).toContain('ECONNREFUSED 127.0.0.1:1')
    expect(server.heads).toEqual([])
  })
})

describe('which proxy', () => {
  const proxies: Proxies = {
    ...from('http://one:1'),
    https: { from: 'https_proxy', url: 'http://two:2' },
    except: '.in.example, ten.example:8443',
  }
  test.for([
    ['http://tenant.example', 'HTTP_PROXY'],
    ['https://tenant.example', 'https_proxy'],
    ['https://a.in.example', undefined],
    ['https://in.example:8443', undefined],
    ['https://ten.example:8443', undefined],
    ['https://ten.example', 'https_proxy'],
    // A proxy cannot reach servers on this machine, whether NO_PROXY lists them or not.
    ['http://localhost:4010', undefined],
    ['https://127.0.0.1', undefined],
    ['http://[::1]:1', undefined],
  ] as const)('of %s: %s', ([origin, variable]) => {
    expect(proxyFor(origin, proxies)?.from).toBe(variable)
  })

  test('uses none without a proxy for the scheme, and with NO_PROXY=*', () => {
    const { http } = proxies
    expect(proxyFor('https://tenant.example', { http: http!, except: '' })).toBeUndefined()
    expect(proxyFor('http://tenant.example', { http: http!, except: '*' })).toBeUndefined()
  })
})

test('a curl line goes the same way', async () => {
  const [proxy, server] = [await proxied(), await named()]
  const way = { proxies: from(proxy.url) }
  const local = server.url.replace('tenant.example', '127.0.0.1')
  const env = {
    PATH: process.env.PATH,
    HTTP_PROXY: proxy.url,
    http_proxy: 'http://127.0.0.1:1',
    ...Object.fromEntries(SECRETS),
  }
  for (const url of [server.url, local]) {
    const line = curlCommand(await clientOf(url, { network: way }).send(good(), 'a.rule'), curlOptions(url, way))
    expect(line).not.toContain(proxy.url)
    expect((await promisify(execFile)('bash', ['-c', line], { env })).stdout).toContain('200 OK')
  }
  expect(proxy.seen).toHaveLength(2)
  expect(curlOptions('https://tenant.example', way)).toEqual([])
})
