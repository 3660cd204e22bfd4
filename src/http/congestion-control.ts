import type { Exchange } from '../core/exchange.ts'
import { median } from '../core/median.ts'
import type { Slowed } from '../core/results.ts'
import type { Slots } from './request-queue.ts'

export interface Congestion {
  saw(x: Pick<Exchange, 'req' | 'response' | 'ms'>): void
  /** Undefined where it never happened. */
  slowed(): Slowed | undefined
}

/**
 * Of so many answers of a kind the fastest counts: where a target is slow all of them are, and one that is late for reasons of its
 * own, or because this machine was busy when it came, says nothing. So many such readings are looked at together.
 */
const ANSWERS = 8
const READINGS = 3
/** Slow is twice the usual time, and more by so many milliseconds: less is what a busy machine does to a clock. */
const FACTOR = 2
const EXCESS = 100
/** Fewer than one in so many are not under way: a run comes to its end even where it is not to blame. */
const LEAST = 8
/** How fast what is usual follows, where it falls, and where it rises. */
const FALL = 0.1
const RISE = 0.01

/**
 * Keeps fewer requests under way while the target answers more slowly than it did, as congestion control does: half as many where
 * most readings of a window are slow, a quarter more again where they are not. Kinds of answers are compared with their own usual
 * time, which follows slowly.
 */
export function createCongestion(most: number, slots: Pick<Slots, 'resize'>): Congestion {
  const usual = new Map<string, Usual>()
  let window: Reading[] = []
  let limit = most
  let wasSlow = false
  let lowest = most
  let times = 0

  function look(): void {
    const factor = median(window.map((one) => one.factor))
    const isSlow = factor >= FACTOR && median(window.map(({ excess }) => excess)) >= EXCESS
    const before = limit
    // A window that is slow for once is a moment: of the target, or of the machine that the suite runs on.
    if (isSlow && wasSlow) limit = Math.max(Math.ceil(most / LEAST), Math.floor(limit / 2))
    else if (!isSlow) limit = Math.min(most, limit + Math.ceil(limit / 4))
    wasSlow = isSlow
    if (limit < before) times++
    lowest = Math.min(lowest, limit)
    if (limit !== before) slots.resize(limit)
  }

  return {
    saw(x) {
      if (!x.response) return
      const kind = kindOf(x)
      const known = usual.get(kind) ?? new Usual()
      usual.set(kind, known)
      const reading = known.add(x.ms)
      if (!reading) return
      window.push(reading)
      if (window.length < READINGS) return
      look()
      window = []
    },
    slowed: () => (times === 0 ? undefined : { times, lowest, last: limit }),
  }
}

/** What is asked of which endpoint takes its own time; a large page takes more than a small one. */
function kindOf({ req, response }: Pick<Exchange, 'req' | 'response'>): string {
  return `${req.endpoint} ${response!.status} ${Math.round(Math.log2(response!.bytes + 1) / 2)}`
}

/** How the fastest of some answers compares with what is usual. */
interface Reading {
  readonly factor: number
  readonly excess: number
}

/** The usual time of answers of a kind. */
class Usual {
  #ms: number | undefined
  #fastest = Number.POSITIVE_INFINITY
  #count = 0

  add(ms: number): Reading | undefined {
    this.#fastest = Math.min(this.#fastest, ms)
    if (++this.#count < ANSWERS) return undefined
    const [now, usual] = [this.#fastest, this.#ms ?? this.#fastest]
    this.#fastest = Number.POSITIVE_INFINITY
    this.#count = 0
    this.#ms = usual + (now < usual ? FALL : RISE) * (now - usual)
    return { factor: now / usual, excess: now - usual }
  }
}
