import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { type Exchange, headerValues, isTransient } from '../../core/exchange.ts'
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

/** How far the clock of the deployment is ahead of ours, as an interval in milliseconds. */
interface Clock {
  readonly aheadMs: number
  readonly plusMinusMs: number
}

/** A Date header names a whole second, and a server may update it once a second. */
const WITHIN_MS = 2000

/** Estimates the clock of the deployment from the Date of its responses. */
export function clockOf(exchanges: readonly Exchange[]): Clock | undefined {
  const ranges = exchanges.flatMap((x) => rangeOf(x) ?? [])
  if (ranges.length === 0) return undefined
  const [low, high] = [Math.max(...ranges.map(({ from }) => from)), Math.min(...ranges.map(({ to }) => to))]
  // Clocks of several machines may contradict each other: the interval then spans their difference.
  return { aheadMs: Math.round((low + high) / 2), plusMinusMs: Math.round(Math.abs(high - low) / 2) }
}

function rangeOf({ sentAt, ms, response }: Exchange): { from: number; to: number } | undefined {
  // A cached response is older than its arrival.
  if (!response || headerValues(response, 'age').some((age) => age !== '0')) return undefined
  const date = Date.parse(headerValues(response, 'date').at(-1) ?? '')
  return Number.isNaN(date) ? undefined : { from: date - (sentAt + ms), to: date + WITHIN_MS - sentAt }
}

export function clockFinding(clock: Clock | undefined): Finding {
  if (!clock) {
    const text = 'responses have no Date header, so its clock cannot be compared with ours'
    const todo = 'make the server or its proxy send Date; rules on time are less precise without it'
    return { mark: 'doubtful', about: 'clock', text, todo }
  }
  const { aheadMs, plusMinusMs } = clock
  const range = ` (± ${seconds(plusMinusMs)})`
  const off = Math.abs(aheadMs) - plusMinusMs
  if (off <= 0) return { mark: 'good', about: 'clock', text: `agrees with ours${range}` }
  const text = `${seconds(Math.abs(aheadMs))} ${aheadMs > 0 ? 'ahead of' : 'behind'} ours${range}`
  if (off <= MOST_AHEAD_MS) return { mark: 'good', about: 'clock', text }
  const todo = 'set both clocks by NTP: rules on expiry and updated_since compare times'
  return { mark: 'doubtful', about: 'clock', text, todo }
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
