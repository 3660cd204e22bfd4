import { headerValues, isTransient } from '../core/exchange.ts'
import type { Attempt, RawResponse } from './attempt.ts'

export const MAX_RETRIES = 4
/** Milliseconds: the longest backoff before the first retry; it doubles with each. */
const BASE = 100
/** Milliseconds: the longest Retry-After that is waited for. */
const LONGEST = 10_000
/** Milliseconds: after a longer Retry-After the request is not retried. */
const HOPELESS = 60_000

/** How long to wait before a retry. */
export interface Pause {
  readonly ms: number
  /** No other request may be sent meanwhile: 429 limits the client, not this request. */
  readonly everyone: boolean
}

/** Returns the function to call after each attempt of one request; it returns undefined when there is no further attempt. */
export function retryPolicy(limit = MAX_RETRIES, random = Math.random): (attempt: Attempt) => Pause | undefined {
  let left = limit
  let timeouts = 0
  return (attempt) => {
    if (attempt.problem?.kind === 'timeout') timeouts++
    if (left === 0 || timeouts > 1 || !(attempt.transient || isTransient(attempt.response?.status ?? 0)))
      return undefined
    const wished = retryAfterOf(attempt.response)
    if (wished > HOPELESS) return undefined
    const backoff = random() * BASE * 2 ** (limit - left)
    left--
    return { ms: Math.max(backoff, Math.min(wished, LONGEST)), everyone: attempt.response?.status === 429 }
  }
}

/** Milliseconds of a Retry-After in seconds or as a date. */
function retryAfterOf(response: RawResponse | undefined): number {
  const [value = ''] = response ? headerValues(response, 'retry-after') : []
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isNaN(ms) ? 0 : Math.max(ms, 0)
}
