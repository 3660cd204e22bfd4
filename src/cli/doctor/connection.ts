import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'

/** What is seen of the connections to a deployment. */
export interface Connection {
  /** As its answers begin: `1.1`. */
  http?: string
  tls?: Tls
}

export interface Tls {
  /** `TLSv1.3` */
  readonly protocol: string
  /** Until when its certificate holds, ISO 8601. */
  readonly validUntil: string
  readonly issuer: string
}

/** Looks at connections that undici opens to an origin from now on: no request is sent for it. */
export function watchConnections(origin: string): { readonly seen: Connection; stop(): void } {
  const seen: Connection = {}
  const look = (message: unknown) => {
    const { connectParams, socket } = message as { connectParams: { protocol: string; host: string }; socket: Socket }
    if (`${connectParams.protocol}//${connectParams.host}` !== origin) return
    if (socket instanceof TLSSocket) seen.tls ??= tlsOf(socket)
    readVersion(socket, (version) => {
      seen.http ??= version
    })
  }
  subscribe('undici:client:connected', look)
  return { seen, stop: () => void unsubscribe('undici:client:connected', look) }
}

function tlsOf(socket: TLSSocket): Tls | undefined {
  const { valid_to: end, issuer } = socket.getPeerCertificate()
  if (!end) return undefined
  const named = issuer.O ?? issuer.CN ?? 'unknown'
  return {
    protocol: socket.getProtocol() ?? 'TLS',
    validUntil: new Date(end).toISOString(),
    issuer: Array.isArray(named) ? named.join(', ') : named,
  }
}

/** undici does not tell the version of an answer: it stands in the first bytes that it reads. */
function readVersion(socket: Socket, tell: (version: string) => void): void {
  const read = socket.read.bind(socket)
  socket.read = (size) => {
    const chunk: Buffer | null = read(size)
    if (chunk === null) return null
    socket.read = read
    const [, version] = /^HTTP\/(\d\.\d) /.exec(chunk.toString('latin1', 0, 16)) ?? []
    if (version) tell(version)
    return chunk
  }
}
