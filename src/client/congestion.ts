import { median } from '../median.ts'
import type { Exchange } from './exchange.ts'
import type { Slots } from './slots.ts'

/** That the target slowed down, and fewer requests than allowed were under way. */
export interface Slowed {
  /** How often the number was lessened. */
  readonly times: number
  readonly lowest: number
  /** Requests under way at the end. */
  readonly last: number
}

export interface Congestion {
  saw(x: Pick<Exchange, 'req' | 'response' | 'ms'>): void
  /** Undefined where it never happened. */
  slowed(): Slowed | undefined
}

/** Answers from which the usual time of a kind is known, and those that are looked at together. */
const KNOWN = 8
const WINDOW = 24
/** Slow is twice the usual time, and more by so many milliseconds: less is what a busy machine does to a clock. */
const FACTOR = 2
const EXCESS = 100
/** Fewer than one in so many are not under way: a run comes to its end even where it is not to blame. */
const LEAST = 8
/** How fast what stays slow becomes what is usual. */
const DRIFT = 0.01

/**
 * Keeps fewer requests under way while the target answers more slowly than it did, as congestion control does: half as many where
 * most answers of a window are slow, a quarter more again where they are not. Kinds of answers are compared with their own usual
 * time, which follows at once where it falls and slowly where it rises.
 */
export function createCongestion(most: number, slots: Pick<Slots, 'resize'>): Congestion {
  const usual = new Map<string, Usual>()
  let window: { factor: number; excess: number }[] = []
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
      const ms = known.ms
      known.add(x.ms)
      if (ms === undefined) return
      window.push({ factor: x.ms / ms, excess: x.ms - ms })
      if (window.length < WINDOW) return
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

/** The usual time of answers of a kind. */
class Usual {
  ms: number | undefined
  #last: number[] = []

  add(ms: number): void {
    this.#last.push(ms)
    if (this.#last.length < KNOWN) return
    const now = median(this.#last)
    this.#last = []
    this.ms = this.ms === undefined || now < this.ms ? now : this.ms + DRIFT * (now - this.ms)
  }
}
