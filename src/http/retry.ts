import { headerValues, isTransient } from '../core/exchange.ts'
import type { Attempt, RawAnswer } from './attempt.ts'

export const MAX_RETRIES = 4
/** Milliseconds: the longest pause before the first retry; it doubles with each. */
const BASE = 100
/** Milliseconds that a Retry-After can make us wait. */
const LONGEST = 10_000
/** Who asks for more than this means another day: trying sooner would be of no use. */
const HOPELESS = 60_000

/** Why and how long to wait before sending again. */
export interface Pause {
  readonly ms: number
  /** 429 speaks of all our requests, not of this one: none goes out meanwhile. */
  readonly everyone: boolean
}

/** Asked after every attempt of one request; undefined: this attempt is the last. */
export function retryPolicy(limit = MAX_RETRIES, random = Math.random): (attempt: Attempt) => Pause | undefined {
  let left = limit
  let timeouts = 0
  return (attempt) => {
    if (attempt.problem?.kind === 'timeout') timeouts++
    if (left === 0 || timeouts > 1 || !(attempt.transient || isTransient(attempt.answer?.status ?? 0))) return undefined
    const wished = askedFor(attempt.answer)
    if (wished > HOPELESS) return undefined
    const backoff = random() * BASE * 2 ** (limit - left)
    left--
    return { ms: Math.max(backoff, Math.min(wished, LONGEST)), everyone: attempt.answer?.status === 429 }
  }
}

/** Milliseconds that a Retry-After, in seconds or as a date, asks to wait. */
function askedFor(answer: RawAnswer | undefined): number {
  const [value = ''] = answer ? headerValues(answer, 'retry-after') : []
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isNaN(ms) ? 0 : Math.max(ms, 0)
}
