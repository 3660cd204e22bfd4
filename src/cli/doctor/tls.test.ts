import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { generate } from 'selfsigned'
import { afterEach, expect, test } from 'vitest'
import { createClient } from '../../http/client.ts'
import { tlsFinding, watchConnections } from './connection.ts'

const DAY = 86_400_000
const trusted = getCACertificates('default')
afterEach(() => setDefaultCACertificates(trusted))

test('reads the certificate of the connection', async () => {
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    notAfterDate: new Date(Date.now() + 10.5 * DAY),
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  })
  setDefaultCACertificates([...trusted, made.cert])
  const server = createServer({ key: made.private, cert: made.cert }, (_, res) => res.end('{}')).listen(0)
  await once(server, 'listening')
  const baseUrl = `https://localhost:${(server.address() as AddressInfo).port}`
  const connections = watchConnections(baseUrl)
  const client = createClient({ baseUrl, secrets: new Map(), concurrency: 1, timeout: 5000 })
  const x = await client.send(
    { endpoint: null, path: '/', credential: { class: 'missing', form: 'none', headers: [] } },
    'test',
  )
  await client.close()
  connections.stop()
  server.close()
  expect(x.problem).toBeUndefined()
  expect(connections.seen).toMatchObject({ http: '1.1', tls: { protocol: 'TLSv1.3', issuer: 'localhost' } })
  const [finding] = tlsFinding(connections.seen.tls, Date.now())
  expect(finding).toMatchObject({ mark: 'doubtful', todo: expect.stringContaining('renew') })
  expect(finding!.text).toContain('(10 days)')
  expect(tlsFinding(connections.seen.tls, Date.now() - 60 * DAY)[0]!.mark).toBe('good')
})
