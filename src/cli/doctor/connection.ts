import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { type Exchange, isTransient } from '../../core/exchange.ts'
import { offsetOf } from '../../judge/server-clock.ts'
import type { Finding } from './finding.ts'

const SOON_DAYS = 21
const DAY_MS = 86_400_000

export interface Connection {
  /** HTTP version: `1.1`. */
  http?: string
  tls?: Tls
}

interface Tls {
  /** `TLSv1.3` */
  readonly protocol: string
  /** End of the certificate's validity, ISO 8601. */
  readonly validUntil: string
  readonly issuer: string
}

/** Observes connections that undici opens to an origin from now on. Sends nothing. */
export function watchConnections(origin: string): { readonly seen: Connection; stop(): void } {
  const seen: Connection = {}
  const onConnected = (message: unknown) => {
    const { connectParams, socket } = message as { connectParams: { protocol: string; host: string }; socket: Socket }
    if (`${connectParams.protocol}//${connectParams.host}` !== origin) return
    if (socket instanceof TLSSocket) seen.tls ??= tlsOf(socket)
    readVersion(socket, (version) => {
      seen.http ??= version
    })
  }
  subscribe('undici:client:connected', onConnected)
  return { seen, stop: () => void unsubscribe('undici:client:connected', onConnected) }
}

function tlsOf(socket: TLSSocket): Tls | undefined {
  const { valid_to: end, issuer } = socket.getPeerCertificate()
  if (!end) return undefined
  const name = issuer.O ?? issuer.CN ?? 'unknown'
  const protocol = socket.getProtocol() ?? 'TLS'
  return { protocol, validUntil: new Date(end).toISOString(), issuer: [name].flat().join(', ') }
}

/** undici does not expose the HTTP version: it is in the first bytes of the first response. */
function readVersion(socket: Socket, onVersion: (version: string) => void): void {
  const read = socket.read.bind(socket)
  socket.read = (size) => {
    const chunk: Buffer | null = read(size)
    if (chunk === null) return null
    socket.read = read
    const [, version] = /^HTTP\/(\d\.\d) /.exec(chunk.toString('latin1', 0, 16)) ?? []
    if (version) onVersion(version)
    return chunk
  }
}

/** Milliseconds of each request that was not refused for the moment, fastest first. */
export const latenciesOf = (exchanges: readonly Exchange[]): number[] =>
  exchanges.flatMap(({ ms, response }) => (response && !isTransient(response.status) ? [ms] : [])).sort((a, b) => a - b)

export function connectionFinding({ http }: Connection, latencyMs: number, requests: number): Finding {
  const version = http === undefined ? '' : `HTTP/${http}, `
  const text = `${version}${latencyMs.toFixed(latencyMs < 10 ? 1 : 0)} ms per request (median of ${requests})`
  if (http !== '1.0') return { mark: 'good', about: 'connection', text }
  const todo = 'enable HTTP/1.1: without it each request opens its own connection, which makes a run slow'
  return { mark: 'doubtful', about: 'connection', text, todo }
}

export function tlsFinding(tls: Tls | undefined, now: number): Finding[] {
  if (!tls) return []
  const days = Math.floor((Date.parse(tls.validUntil) - now) / DAY_MS)
  const text = `${tls.protocol}, certificate by ${tls.issuer} until ${tls.validUntil.slice(0, 10)} (${days} days)`
  if (days > SOON_DAYS) return [{ mark: 'good', about: 'TLS', text }]
  return [
    { mark: 'doubtful', about: 'TLS', text, todo: 'renew the certificate: once it expires nothing can be tested' },
  ]
}

/** Rules on expiry and updated_since allow for a clock difference that Date headers reveal, up to this. */
const MOST_AHEAD_MS = 5000

/** By the Date of responses. */
export function clockFinding(exchanges: readonly Exchange[]): Finding {
  const clock = offsetOf(...exchanges)
  if (!clock) {
    const text = 'responses have no Date header, so its clock cannot be compared with ours'
    const todo = 'make the server or its proxy send Date; rules on time are less precise without it'
    return { mark: 'doubtful', about: 'clock', text, todo }
  }
  const [aheadMs, plusMinusMs] = [(clock.high + clock.low) / 2, (clock.high - clock.low) / 2]
  const range = ` (± ${seconds(plusMinusMs)})`
  const off = Math.abs(aheadMs) - plusMinusMs
  if (off <= 0) return { mark: 'good', about: 'clock', text: `agrees with ours${range}` }
  const text = `${seconds(Math.abs(aheadMs))} ${aheadMs > 0 ? 'ahead of' : 'behind'} ours${range}`
  if (off <= MOST_AHEAD_MS) return { mark: 'good', about: 'clock', text }
  const todo = 'set both clocks by NTP: rules on expiry and updated_since compare times'
  return { mark: 'doubtful', about: 'clock', text, todo }
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
