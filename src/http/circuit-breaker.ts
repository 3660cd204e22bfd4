import type { WireRequest } from '../core/exchange.ts'
import { headerValues, isSuccessful, isTransient } from '../core/exchange.ts'
import { sleep } from '../core/sleep.ts'
import type { Attempt } from './attempt.ts'
import { MAX_RETRIES } from './retry.ts'

/** Ends a run against a deployment that went down, and waits for one that only restarts. */
export interface CircuitBreaker {
  /** Resolves when the circuit is closed again; undefined while it is closed. Nothing may be sent while it is open. */
  whileOpen(): Promise<void> | undefined
  /** Records the outcome of an attempt; if that opens the circuit, resolves once it is closed again. */
  record(outcome: Outcome, request?: WireRequest): Promise<void>
}

export type Outcome = Pick<Attempt, 'response' | 'problem'>

export interface CircuitBreakerOptions {
  /** Repeats a request that worked before; undefined: none may be sent. */
  readonly probe: (request: WireRequest) => Promise<Outcome | undefined>
  /** Gives the deployment up; the reason is half a sentence. `lately`: the last requests before, with their outcomes. */
  readonly giveUp: (why: string, lately?: string) => void
  /** Path and query of a request, without secrets. */
  readonly pathOf?: (request: WireRequest) => string
  readonly signal: AbortSignal
  readonly patience?: Patience
}

/** Milliseconds. */
export interface Patience {
  /** Before each probe; the last one repeats. */
  readonly pauses: readonly number[]
  /** How long to try a deployment that is down, and one that responds with 429 or Retry-After. */
  readonly down: number
  readonly busy: number
}

/** Consecutive failures that open the circuit. Fewer than the retries, so that a lone request outlives a restart. */
export const IN_A_ROW = MAX_RETRIES - 1
const LEAST_PROBES = 3
/** Requests that are named before the deployment stopped responding, and as many after it. */
const LATELY = 3
const MOST_PATH = 120
/** The first probe goes out immediately, in case only one path is broken. A restart takes seconds; a rate limiter counts by the minute. */
const PATIENCE: Patience = { pauses: [0, 1000, 2000, 4000, 8000, 10_000], down: 30_000, busy: 90_000 }

/**
 * Consecutive failures open the circuit. Then only probes are sent, one at a time: a response closes the circuit, and none for
 * long gives the deployment up. The circuit stays closed until a first request has worked.
 */
export function createCircuitBreaker(options: CircuitBreakerOptions): CircuitBreaker {
  const { probe, giveUp, pathOf = ({ path }) => path, signal, patience = PATIENCE } = options
  const { pauses } = patience
  let inARow = 0
  let good: WireRequest | undefined
  let settling: Promise<void> | undefined
  /** The last requests that got a response, and the first ones after them that failed. */
  let answered: string[] = []
  let failed: string[] = []

  function remember(sign: Sign, attempt: Outcome, request: WireRequest): void {
    const isUp = sign === 'well' || sign === 'there'
    if (!isUp && failed.length >= LATELY) return
    const line = `${request.method} ${pathOf(request).slice(0, MOST_PATH)} ${attempt.response?.status ?? 'no response'}`
    if (isUp) [answered, failed] = [[...answered, line].slice(-LATELY), []]
    else failed.push(line)
  }

  async function settle(request: WireRequest): Promise<void> {
    const begun = performance.now()
    for (let probes = 1; ; probes++) {
      await sleep(pauses[Math.min(probes, pauses.length) - 1]!, signal)
      // A request that was in flight may have got a response.
      if (inARow === 0) return
      const seen = await probe(request)
      const sign = seen && signOf(seen)
      if (sign !== 'down' && sign !== 'busy') return
      if (probes >= LEAST_PROBES && performance.now() - begun >= patience[sign])
        return giveUp(sentence(seen!, probes), [...answered, ...failed].join(', '))
    }
  }

  return {
    whileOpen: () => settling,
    async record(attempt, request) {
      const sign = signOf(attempt)
      if (sign === undefined) return
      if (request && !settling) remember(sign, attempt, request)
      if (sign === 'well') good ??= request
      inARow = sign === 'down' || sign === 'busy' ? inARow + 1 : 0
      if (inARow < IN_A_ROW || good === undefined || settling) return
      settling = settle(good).catch(() => undefined)
      await settling
      settling = undefined
      inARow = 0
    },
  }
}

type Sign = 'well' | 'there' | 'busy' | 'down'

/** What an attempt says about the deployment; undefined: nothing. */
function signOf({ response, problem }: Outcome): Sign | undefined {
  if (problem) return problem.kind === 'timeout' || problem.kind === 'connection' ? 'down' : undefined
  const { status } = response!
  // A rate limiter says how long to wait; a gateway without a backend does not.
  if (status === 429 || (status === 503 && headerValues(response!, 'retry-after').length > 0)) return 'busy'
  if (isTransient(status)) return 'down'
  return isSuccessful(status) ? 'well' : 'there'
}

function sentence({ response, problem }: Outcome, probes: number): string {
  const how = problem ? problem.message : `status ${response!.status}`
  const what = response ? 'no longer responds with anything else' : 'stopped responding'
  return `the deployment ${what} (${how}; a request that had worked was sent ${probes} more times)`
}
