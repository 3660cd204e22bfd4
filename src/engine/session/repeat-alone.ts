/** What equal requests showed, sent one after the other. */
export interface Repetition {
  /** Number of requests that could be judged. */
  readonly judged: number
  /** Which of them failed, from 1. */
  readonly failed: readonly number[]
}

/** Requests; then failures after which enough is known, and milliseconds. */
export const MOST_TIMES = 150
const [ENOUGH, MOST_MS] = [3, 15_000]

/** Repeat a request until it has failed three times: every twentieth one may be served by another release, or those beyond a quota. */
export async function repeatAlone(
  send: () => Promise<'violates' | 'conforms' | 'unclear'>,
  stopped: () => boolean,
): Promise<Repetition> {
  const failed: number[] = []
  const startedAt = Date.now()
  let judged = 0
  for (let n = 0; n < MOST_TIMES && failed.length < ENOUGH && !stopped(); n++) {
    if (Date.now() - startedAt > MOST_MS) break
    const judgement = await send()
    if (judgement === 'unclear') continue
    judged++
    if (judgement === 'violates') failed.push(judged)
  }
  return { judged, failed }
}

/** What the places of the failures show, and what usually causes that. */
export function concludeRepetition({ judged, failed }: Repetition): { pattern: string; cause: string } {
  const [first, second, third] = failed as [number, number?, number?]
  const step = second && third && second - first === third - second ? third - second : undefined
  const seen = `${failed.length} of ${judged} equal requests, sent one after the other, failed: number ${failed.join(', ')}`
  if (step === 1)
    return {
      pattern: `of ${judged} equal requests, sent one after the other, all from number ${first} on failed`,
      cause: 'a quota, a limit or a full cache: from some number of requests on, the response is another one',
    }
  const cause = 'one of several workers, replicas or releases behind a load balancer differs from the others'
  if (step === undefined) return { pattern: seen, cause }
  return { pattern: `${seen}, so one in ${step}`, cause: `${cause}, or a counter decides` }
}
