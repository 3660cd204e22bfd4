import type { Difference } from './compare-classes.ts'
import { LARGE } from './is-decided.ts'
import { type Instruments, loadedRound, type Measured, type Round } from './measure.ts'

/** The two classes that differ most where a slow hash is computed for known keys only. */
const CLASSES = ['unknown', 'wrong-secret'] as const
/** Pairs on each of two connections. Without a difference, all 24 have the same sign in one of 8 million runs. */
const PAIRS = 12

/**
 * Looks for a difference of a millisecond or more in 50 requests: each of 24 pairs must show it, on two connections. Slow password
 * hashes take hundreds of milliseconds, and a full measurement of them would take minutes.
 */
export async function screen([round]: readonly Round[], instruments: Instruments): Promise<Measured | undefined> {
  const requests = CLASSES.flatMap((label) => round?.requests.filter((one) => one.label === label) ?? [])
  if (!round || requests.length < CLASSES.length) return undefined
  const times: [number[], number[]] = [[], []]
  for (let connection = 0; connection < 2; connection++) {
    const watch = instruments.openStopwatch()
    try {
      const { shots } = loadedRound({ ...round, requests }, watch)
      if (!instruments.budget.spend(1)) return undefined
      await watch.time(shots[0]!.shot) // opens the connection
      for (let i = 0; i < PAIRS; i++) {
        if (!instruments.budget.spend(shots.length)) return undefined
        const order = instruments.random() < 0.5 ? [0, 1] : [1, 0]
        for (const k of order) {
          const { us, status } = await watch.time(shots[k]!.shot)
          if (status !== 401) return undefined
          times[k]!.push(us)
        }
        if (differenceOf(times) === undefined) return undefined
      }
    } finally {
      await watch.close()
    }
  }
  const parts = times[0].map(() => round.part)
  return {
    samples: { parts, times: { [CLASSES[0]]: times[0], [CLASSES[1]]: times[1] } },
    others: [],
    decided: differenceOf(times)!,
  }
}

/** The difference, if each pair shows one of a millisecond or more in the same direction. */
function differenceOf([xs, ys]: readonly [number[], number[]]): Difference | undefined {
  const isFirstSlower = xs[0]! > ys[0]!
  const found = xs.map((x, i) => (isFirstSlower ? x - ys[i]! : ys[i]! - x)).sort((a, b) => a - b)
  if (found[0]! < LARGE) return undefined
  return {
    labels: isFirstSlower ? CLASSES : [CLASSES[1], CLASSES[0]],
    part: '',
    role: 'compared',
    blocks: found.length,
    log: (found.length - 1) * Math.LN2,
    estimate: found[Math.floor(found.length / 2)]!,
    lower: found[0]!,
    upper: found.at(-1)!,
  }
}
