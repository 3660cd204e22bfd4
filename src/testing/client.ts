import { createHash } from 'node:crypto'
import http from 'node:http'
import net, { type AddressInfo, type Socket } from 'node:net'
import type { Req } from '../core/exchange.ts'
import { type Client, createClient } from '../http/client.ts'
import type { ClientOptions } from '../http/client-options.ts'

export const SECRET = '9f1c04be7d3a58e26b90f7c1d2e4a8530c6fb19e8d7a42351b0e9c8f7d6a5243'
export const KEY = `tnt_live_1122334455667788_${SECRET}`
/** Hex digits may be in capitals. */
export const UPPER = `tnt_live_99AABBCCDDEEFF00_${createHash('sha256').update(SECRET).digest('hex').toUpperCase()}`
export const SECRETS = new Map([
  ['TENANT_A_KEY', KEY],
  ['TENANT_A_KEY_UPPER', UPPER],
])

/** A request with the active key. */
export const good = (path = '/users', more: Partial<Req> = {}): Req => ({
  endpoint: '/users',
  path,
  credential: { class: 'active', form: 'x-api-key', headers: [['X-Api-Key', [{ env: 'TENANT_A_KEY' }]]] },
  ...more,
})

const open: (() => unknown)[] = []

/** Ends all servers and clients of a test. */
export async function closeAll(): Promise<void> {
  await Promise.all(open.splice(0).map((close) => close()))
}

/** An HTTP server on loopback; returns its base URL. */
export function serve(answer: http.RequestListener, host = '127.0.0.1'): Promise<string> {
  const server = http.createServer(answer)
  open.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return listening(server, host)
}

/** A server that gets each request's head as it came, byte for byte as latin1. */
export function serveRaw(answer: (head: string, socket: Socket) => unknown): Promise<string> {
  const sockets = new Set<Socket>()
  const server = net.createServer((socket) => {
    sockets.add(socket)
    let received = ''
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
      for (let end = received.indexOf('\r\n\r\n'); end >= 0; end = received.indexOf('\r\n\r\n')) {
        const head = received.slice(0, end)
        received = received.slice(end + 4)
        answer(head, socket)
      }
    })
  })
  open.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return listening(server, '127.0.0.1')
}

async function listening(server: net.Server, host: string): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const { port } = server.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

export function clientOf(baseUrl: string, more: Partial<ClientOptions> = {}): Client {
  const client = createClient({ baseUrl, secrets: SECRETS, concurrency: 16, timeout: 5000, ...more })
  open.push(() => client.close())
  return client
}
