import { A_ZONE_WHEN_LEFT_OUT } from './choices.ts'

const EXTENDED = /^(\d{4})-(\d\d)-(\d\d)(?:[Tt](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?([Zz]|[+-]\d\d(?::?\d\d)?)?)?$/
const MINUTE = 60_000

/** µs since 1970 of an ISO 8601 timestamp (extended format), or undefined. What is finer than a µs rounds up, so that "since" stays exact. */
export function instant(text: string): number | undefined {
  const [
    whole,
    year,
    month,
    day,
    hour = '00',
    minute = '00',
    second = '00',
    fraction = '',
    zone = A_ZONE_WHEN_LEFT_OUT,
  ] = EXTENDED.exec(text) ?? []
  if (whole === undefined) return undefined
  const offset = offsetMinutes(zone)
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  const real = new Date(ms)
  // Date.parse lets 30 February run over into March.
  if (offset === undefined || Number.isNaN(ms) || real.getUTCDate() !== Number(day)) return undefined
  return (ms - offset * MINUTE) * 1000 + Math.ceil(Number(`0.${fraction || 0}`) * 1e6)
}

function offsetMinutes(zone: string): number | undefined {
  if (/^z$/i.test(zone)) return 0
  const hours = Number(zone.slice(1, 3))
  const minutes = Number(zone.slice(3).replace(':', ''))
  if (hours > 23 || minutes > 59) return undefined
  return (zone[0] === '-' ? -1 : 1) * (hours * 60 + minutes)
}

const ROOM = 10_000
const written = new Map<number, string>()

/** ISO 8601 with six digits of the second, from µs. Cached: half of a response's time went into writing the same times. */
export function isoMicros(us: number): string {
  const known = written.get(us)
  if (known) return known
  const text = new Date(us / 1000).toISOString().replace('Z', `${String(us % 1000).padStart(3, '0')}Z`)
  if (written.size >= ROOM) written.clear()
  written.set(us, text)
  return text
}
