import { setTimeout as sleep } from 'node:timers/promises'
import type { Exchange } from '../../../src/core/exchange.ts'

/** Milliseconds: what counts as a fast response, and pauses between attempts, about three seconds in all. */
const QUICK = 30
const PAUSES = [100, 200, 400, 800, 1600]
/** Share of the time before: where a pause gains less, the deployment is far away and not busy. */
const GAIN = 0.9

/** Repeats a request until the response is fast: under load a short-lived effect is over before it is seen. */
export async function untilFast(ask: () => Promise<Exchange>): Promise<Exchange[]> {
  const xs: Exchange[] = []
  let before = Number.POSITIVE_INFINITY
  for (const pause of PAUSES) {
    const begun = performance.now()
    xs.push(await ask())
    const taken = performance.now() - begun
    if (taken < QUICK || taken > GAIN * before) break
    before = taken
    await sleep(pause)
  }
  return xs
}
