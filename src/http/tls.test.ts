import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { clientCertificate } from '../config/gateway.ts'
import type { NetworkOptions } from '../core/network-options.ts'
import { type Certificate, certificate } from '../testing/certificates.ts'
import { clientOf, closeAll, good, SECRETS } from '../testing/client.ts'
import { newFolder } from '../testing/new-folder.ts'
import { curlCommand, curlOptions } from './curl-command.ts'

const open: https.Server[] = []
const dir = newFolder()
let authority: Certificate
const certificates: Record<string, Certificate> = {}
beforeAll(async () => {
  authority = await certificate({ isAuthority: true })
  certificates.private = await certificate({ by: authority })
  certificates.expired = await certificate({ by: authority, expired: true })
  certificates.elsewhere = await certificate({ by: authority, names: ['elsewhere.example'] })
  certificates.self = await certificate()
  writeFileSync(join(dir, 'ca.pem'), `${certificates.self.cert}\n${authority.cert}`)
})
afterEach(async () => {
  await closeAll()
  for (const server of open.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function serve(name: string): Promise<{ url: string; requests: () => number }> {
  let requests = 0
  const server = https.createServer(certificates[name]!, (_req, res) => {
    requests++
    res.end('{"data":[]}')
  })
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return { url: `https://localhost:${(server.address() as AddressInfo).port}`, requests: () => requests }
}

/** The private authority, and one certificate that signed itself. */
const trusting = (): NetworkOptions => ({
  ca: { file: join(dir, 'ca.pem'), certificates: [certificates.self!.cert, authority.cert] },
})

const REFUSED: readonly [name: string, way: () => NetworkOptions, said: RegExp][] = [
  ['private', () => ({}), /^its certificate is signed by an authority that this machine does not trust.*--ca FILE/],
  ['self', () => ({}), /^its certificate is self-signed; --ca FILE/],
  ['expired', () => trusting(), /^its certificate has expired$/],
  ['elsewhere', () => trusting(), /^its certificate is for another host: .*elsewhere\.example$/],
]

describe('a certificate is checked', () => {
  test.for(REFUSED)('%s: no request is sent', async ([name, way, said]) => {
    const { url, requests } = await serve(name)
    const client = clientOf(url, { network: way() })
    const x = await client.send(good(), 'a.rule')
    expect(x.problem).toMatchObject({ kind: 'connection', message: expect.stringMatching(said) })
    const watch = client.stopwatch('a.rule')
    expect((await watch.time(watch.load(good()))).problem).toMatch(said)
    await watch.close()
    expect([requests(), x.retries]).toEqual([0, 0])
  })

  test.for(['private', 'self'])('%s: --ca trusts it, on every connection', async (name) => {
    const { url } = await serve(name)
    const client = clientOf(url, { network: trusting() })
    expect((await client.send(good(), 'a.rule')).response?.status).toBe(200)
    expect((await client.alone().send(good(), 'a.rule')).response?.status).toBe(200)
    const watch = client.stopwatch('a.rule')
    expect((await watch.time(watch.load(good()))).status).toBe(200)
    await watch.close()
  })

  test('regardless of the environment', async () => {
    const { url, requests } = await serve('self')
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
    try {
      expect((await clientOf(url).send(good(), 'a.rule')).problem?.message).toContain('self-signed')
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
    }
    expect(requests()).toBe(0)
  })
})

test.for(['private', 'self', 'expired', 'elsewhere'])('%s: --insecure takes it', async (name) => {
  const { url } = await serve(name)
  expect((await clientOf(url, { network: { insecure: true } }).send(good(), 'a.rule')).response?.status).toBe(200)
})

test('a curl line goes the same way', async () => {
  const { url, requests } = await serve('private')
  for (const way of [trusting(), { insecure: true }]) {
    const x = await clientOf(url, { network: way }).send(good(), 'a.rule')
    const env = { PATH: process.env.PATH, HOME: '/nonexistent', ...Object.fromEntries(SECRETS) }
    const curl = (line: string) => promisify(execFile)('bash', ['-c', line], { env })
    expect((await curl(curlCommand(x, curlOptions(url, way)))).stdout).toContain('{"data":[]}')
    await expect(curl(curlCommand(x))).rejects.toThrow('SSL certificate problem')
  }
  expect(requests()).toBe(4)
})

test('a client certificate, on every connection and in a curl line', async () => {
  const [own, server] = [await certificate({ by: authority, names: ['client'] }), certificates.private!]
  const options = { ...server, ca: authority.cert, requestCert: true, rejectUnauthorized: true }
  const secured = https.createServer(options, (_req, res) => void res.end('{"data":[]}'))
  open.push(secured)
  await new Promise<void>((resolve) => secured.listen(0, 'localhost', resolve))
  const url = `https://localhost:${(secured.address() as AddressInfo).port}`
  const without = await clientOf(url, { network: trusting() }).send(good(), 'a.rule')
  expect(without.problem?.message).toMatch(/client certificate|reset|closed|socket/)
  const files = { certFile: join(dir, 'client.pem'), keyFile: join(dir, 'client.key') }
  writeFileSync(files.certFile, own.cert)
  writeFileSync(files.keyFile, own.key)
  for (const network of [trusting(), { insecure: true }]) {
    const way = { ...network, clientCertificate: clientCertificate(files.certFile, files.keyFile, dir) }
    const client = clientOf(url, { network: way })
    const x = await client.send(good(), 'a.rule')
    expect(x.response?.status).toBe(200)
    const watch = client.stopwatch('a.rule')
    expect((await watch.time(watch.load(good()))).status).toBe(200)
    await watch.close()
    const env = { PATH: process.env.PATH, HOME: '/nonexistent', ...Object.fromEntries(SECRETS) }
    const { stdout } = await promisify(execFile)('bash', ['-c', curlCommand(x, curlOptions(url, way))], { env })
    expect(stdout).toContain('{"data":[]}')
  }
  expect(() => clientCertificate(files.certFile, join(dir, 'ca.pem'), dir)).toThrow(/cannot be used/)
  expect(() => clientCertificate(files.certFile, undefined, dir)).toThrow('--key FILE')
})
