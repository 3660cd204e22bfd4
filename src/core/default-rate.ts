import { isLoopback } from './loopback.ts'

/** Requests per second to a remote server. */
const POLITE = 50

/** The default rate limit in requests per second: unlimited (undefined) on loopback, 50 elsewhere. */
export function defaultRate(baseUrl: string): number | undefined {
  return isLoopback(new URL(baseUrl).hostname) ? undefined : POLITE
}
