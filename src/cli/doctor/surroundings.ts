import { isTransient } from '../../core/exchange.ts'
import type { Clock } from './clock.ts'
import type { Connection, Tls } from './connection.ts'
import type { Finding } from './finding.ts'
import type { Visit } from './visit.ts'

/** Rules on expiry and updated_since allow for what Date headers tell, as far as they tell it. */
const MOST_AHEAD_MS = 5000
const SOON_DAYS = 21
const DAY_MS = 86_400_000

/** Median of the answers that speak for themselves. */
export function latencyOf(seen: Seen): number | undefined {
  const times = timesOf(seen)
  return times[Math.floor(times.length / 2)]
}

/** What a request takes once everything is warm. */
export const fastestOf = (seen: Seen): number => timesOf(seen)[0] ?? 0

type Seen = Pick<Visit, 'exchanges'>

const timesOf = ({ exchanges }: Seen): number[] =>
  exchanges.flatMap(({ ms, response }) => (response && !isTransient(response.status) ? [ms] : [])).sort((a, b) => a - b)

export function connectionFinding({ http }: Connection, latencyMs: number, requests: number): Finding {
  const said = http === undefined ? '' : `HTTP/${http}, `
  const text = `${said}${latencyMs.toFixed(latencyMs < 10 ? 1 : 0)} ms a request (median of ${requests})`
  if (http !== '1.0') return { mark: 'good', about: 'connection', text }
  const todo = 'have it speak HTTP/1.1: each request opens a connection of its own, which makes a run slow'
  return { mark: 'doubtful', about: 'connection', text, todo }
}

export function tlsFinding(tls: Tls | undefined, now: number): Finding[] {
  if (!tls) return []
  const days = Math.floor((Date.parse(tls.validUntil) - now) / DAY_MS)
  const text = `${tls.protocol}, certificate by ${tls.issuer} until ${tls.validUntil.slice(0, 10)} (${days} days)`
  if (days > SOON_DAYS) return [{ mark: 'good', about: 'TLS', text }]
  return [
    { mark: 'doubtful', about: 'TLS', text, todo: 'renew the certificate: once it has ended nothing can be tried' },
  ]
}

export function clockFinding(clock: Clock | undefined): Finding {
  if (!clock) {
    const text = 'its answers hold no Date header: how its clock differs from ours is not known'
    const todo = 'have the server or its proxy send Date; rules on time are careful without it'
    return { mark: 'doubtful', about: 'clock', text, todo }
  }
  const { aheadMs, plusMinusMs } = clock
  const range = ` (± ${seconds(plusMinusMs)})`
  const off = Math.abs(aheadMs) - plusMinusMs
  if (off <= 0) return { mark: 'good', about: 'clock', text: `agrees with ours${range}` }
  const text = `${seconds(Math.abs(aheadMs))} ${aheadMs > 0 ? 'ahead of' : 'behind'} ours${range}`
  if (off <= MOST_AHEAD_MS) return { mark: 'good', about: 'clock', text }
  return {
    mark: 'doubtful',
    about: 'clock',
    text,
    todo: 'set both clocks by NTP: rules on expiry and updated_since compare times',
  }
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
