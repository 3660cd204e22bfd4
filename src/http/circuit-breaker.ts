import type { WireRequest } from '../core/exchange.ts'
import { headerValues, isSuccessful, isTransient } from '../core/exchange.ts'
import { sleep } from '../core/sleep.ts'
import type { Attempt } from './attempt.ts'
import { MAX_RETRIES } from './retry.ts'

/** Stops a run against a deployment that has gone down, and waits for one that only starts anew. */
export interface Breaker {
  /** While the deployment is in doubt: resolves when that is settled. Nothing may be sent meanwhile. */
  doubt(): Promise<void> | undefined
  /** To be told of every attempt. Settles the doubt that it raises before it resolves. */
  saw(attempt: Seen, request?: WireRequest): Promise<void>
}

export type Seen = Pick<Attempt, 'answer' | 'problem'>

export interface BreakerOptions {
  /** Sends a request that was answered before once more; undefined: none may be sent. */
  readonly probe: (request: WireRequest) => Promise<Seen | undefined>
  /** The deployment is given up; with why, in half a sentence. */
  readonly giveUp: (why: string) => void
  readonly signal: AbortSignal
  readonly patience?: Patience
}

/** Milliseconds. */
export interface Patience {
  /** Before the probes; the last one again and again. */
  readonly pauses: readonly number[]
  /** How long to try a deployment that does not answer, and one that asks for patience. */
  readonly down: number
  readonly busy: number
}

/**
 * So many failures in a row, whatever they asked for, with no answer in between, raise doubt. A request that is under way alone
 * can still be sent again then, even where an answer to another came late: it waits for a deployment that starts anew.
 */
export const IN_A_ROW = MAX_RETRIES - 1
const LEAST_PROBES = 3
/**
 * The first probe goes out at once: where a single path is broken, it is answered, and nobody has waited. A deployment that
 * starts anew is away for seconds; a limiter counts by the minute.
 */
const PATIENCE: Patience = { pauses: [0, 1000, 2000, 4000, 8000, 10_000], down: 30_000, busy: 90_000 }

/**
 * Failures in a row raise doubt. Then nothing goes out but a request that was answered well before, alone, now and then: an
 * answer settles the doubt, and none for long gives the deployment up. Before anything was answered, there is nothing to doubt.
 */
export function createBreaker(options: BreakerOptions): Breaker {
  const { probe, giveUp, signal, patience = PATIENCE } = options
  const { pauses } = patience
  let inARow = 0
  let good: WireRequest | undefined
  let settling: Promise<void> | undefined

  async function settle(request: WireRequest): Promise<void> {
    const begun = performance.now()
    for (let probes = 1; ; probes++) {
      await sleep(pauses[Math.min(probes, pauses.length) - 1]!, signal)
      // One that was under way may have been answered.
      if (inARow === 0) return
      const seen = await probe(request)
      const sign = seen && signOf(seen)
      if (sign !== 'down' && sign !== 'busy') return
      if (probes >= LEAST_PROBES && performance.now() - begun >= patience[sign]) return giveUp(sentence(seen!, probes))
    }
  }

  return {
    doubt: () => settling,
    async saw(attempt, request) {
      const sign = signOf(attempt)
      if (sign === undefined) return
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

/** What an attempt says of the deployment; undefined: nothing. */
function signOf({ answer, problem }: Seen): Sign | undefined {
  if (problem) return problem.kind === 'timeout' || problem.kind === 'connection' ? 'down' : undefined
  const { status } = answer!
  // A limiter asks for patience; whoever answers for a server that is not there does not.
  if (status === 429 || (status === 503 && headerValues(answer!, 'retry-after').length > 0)) return 'busy'
  if (isTransient(status)) return 'down'
  return isSuccessful(status) ? 'well' : 'there'
}

function sentence({ answer, problem }: Seen, probes: number): string {
  const how = problem ? problem.message : `status ${answer!.status}`
  const what = answer ? 'answered nothing else any more' : 'stopped answering'
  return `the deployment ${what} (${how}; a request that had worked was sent ${probes} more times)`
}
