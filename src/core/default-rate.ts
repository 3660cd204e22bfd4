import { isLoopback } from './loopback.ts'

/** Requests per second that a stranger's server is spared from more than; a server on this machine is its user's own. */
const POLITE = 50

/** The rate to keep to where none was given: unlimited (undefined) on loopback, 50 elsewhere. */
export function defaultRate(baseUrl: string): number | undefined {
  return isLoopback(new URL(baseUrl).hostname) ? undefined : POLITE
}
