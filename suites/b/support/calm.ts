import { setTimeout as sleep } from 'node:timers/promises'
import type { Exchange } from '../../../src/core/exchange.ts'

/** Milliseconds for an answer, with its wait, that count as quick; and between tries, about three seconds in all. */
const QUICK = 30
const PAUSES = [100, 200, 400, 800, 1600]

/** Asks until an answer comes quickly: what lasts for a moment is over before it is seen through a crowd of other requests. */
export async function untilCalm(ask: () => Promise<Exchange>): Promise<Exchange[]> {
  const xs: Exchange[] = []
  for (const pause of PAUSES) {
    const begun = performance.now()
    xs.push(await ask())
    if (performance.now() - begun < QUICK) break
    await sleep(pause)
  }
  return xs
}
