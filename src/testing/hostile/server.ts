import { once } from 'node:events'
import http from 'node:http'
import net, { type AddressInfo, type Socket } from 'node:net'
import tls, { type TlsOptions } from 'node:tls'
import type { Verdict } from '../../core/results.ts'
import type { Variant } from '../../core/rule.ts'

/** A deployment that does what none should, and what the suite must make of it. */
export interface Hostile {
  /** What it does, for the table. */
  readonly name: string
  /** Default: a. */
  readonly variant?: Variant
  /** Requests that get this response; the others get that of the reference server. Default: all. */
  readonly when?: (call: Call) => boolean
  readonly response: (call: Call) => unknown
  /** Sees each connection first. */
  readonly connected?: (socket: Socket) => unknown
  /** Its base URL is https. */
  readonly tls?: () => Promise<Shown>
  /** Milliseconds for one response; default: 1000, as most of them never come. */
  readonly timeout?: number
  /** How long the run may take; default: 60. */
  readonly seconds?: number
  /** What the run must end with. */
  readonly verdict: Verdict
  /** What the console output must contain, so that a reader knows what happened. */
  readonly says: RegExp
}

export interface Shown {
  /** Its certificate; without one no TLS is spoken. */
  readonly options?: TlsOptions
  /** A certificate authority that the machine of the suite trusts. */
  readonly trusted?: string
}

export interface ResponseParts {
  readonly status: number
  readonly reason: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Buffer
}

/** One request, and the socket for the response. */
export interface Call {
  /** From 1, over all connections. */
  readonly n: number
  /** Path and query. */
  readonly path: string
  /** By lower-case names. */
  readonly headers: ReadonlyMap<string, string>
  readonly socket: Socket
  /** The response of the reference server to this request, or to another path. */
  legal(path?: string): Promise<ResponseParts>
}

export interface Listening {
  readonly baseUrl: string
  /** As `Shown.trusted`. */
  readonly trusted?: string
  /** Requests that came. */
  readonly paths: readonly string[]
  close(): Promise<void>
}

/** Serves a hostile deployment on a free port, in front of a legal one. */
export async function listen(
  hostile: Pick<Hostile, 'when' | 'response' | 'connected' | 'tls'>,
  legalBaseUrl: string,
): Promise<Listening> {
  const upstream = new URL(legalBaseUrl)
  const shown = await hostile.tls?.()
  const sockets = new Set<Socket>()
  const paths: string[] = []
  const connected = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    hostile.connected?.(socket)
    readHeads(socket, (head) => {
      const call = callOf(head, socket, paths.push(pathOf(head)), upstream)
      const answered =
        hostile.when?.(call) === false ? call.legal().then((legal) => write(call, legal)) : hostile.response(call)
      Promise.resolve(answered).catch(() => socket.destroy())
    })
  }
  const server = shown?.options ? tls.createServer(shown.options, connected) : net.createServer(connected)
  server.on('tlsClientError', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `${shown ? 'https' : 'http'}://127.0.0.1:${port}${upstream.pathname}`,
    trusted: shown?.trusted,
    paths,
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

function readHeads(socket: Socket, onHead: (head: string) => void): void {
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
    for (let end = received.indexOf('\r\n\r\n'); end >= 0; end = received.indexOf('\r\n\r\n')) {
      onHead(received.slice(0, end))
      received = received.slice(end + 4)
    }
  })
}

const pathOf = (head: string): string => head.split(' ')[1] ?? ''

function callOf(head: string, socket: Socket, n: number, upstream: URL): Call {
  const lines = head.split('\r\n').slice(1)
  const headers = new Map(
    lines.map((line) => [line.split(':')[0]!.toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const [method, path] = head.split(' ') as [string, string]
  return { n, path, headers, socket, legal: (other = path) => ask(upstream, method, other, lines) }
}

/** Asks the legal server the same, header by header. */
async function ask(
  { hostname, port }: URL,
  method: string,
  path: string,
  lines: readonly string[],
): Promise<ResponseParts> {
  const request = http.request({ hostname, port, method, path, agent: false, setHost: false })
  // It may be closed while somebody still asks.
  request.on('error', () => undefined)
  const given = new Map<string, string[]>()
  for (const line of lines) {
    const name = line.split(':')[0]!
    if (!/^connection$/i.test(name)) given.set(name, [...(given.get(name) ?? []), line.slice(name.length + 1).trim()])
  }
  for (const [name, values] of given) request.setHeader(name, values)
  request.end()
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  const raw = response.rawHeaders
  const pairs = raw.flatMap((name, i): [string, string][] => (i % 2 === 0 ? [[name, raw[i + 1]!]] : []))
  const ofHop = /^(connection|keep-alive|transfer-encoding|content-length)$/i
  return {
    status: response.statusCode!,
    reason: response.statusMessage!,
    headers: pairs.filter(([name]) => !ofHop.test(name)),
    body: Buffer.concat(chunks),
  }
}

/** The head of a response, each text as latin1. */
export function headOf({ status, reason, headers }: Omit<ResponseParts, 'body'>): string {
  return `HTTP/1.1 ${status} ${reason}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}`
}

/** Sends a whole response with the right Content-Length. */
export function write({ socket }: Pick<Call, 'socket'>, response: ResponseParts): void {
  const framing =
    response.status === 204 || response.status === 304 ? '' : `Content-Length: ${response.body.length}\r\n`
  socket.write(`${headOf(response)}${framing}\r\n`, 'latin1')
  socket.write(response.body)
}
