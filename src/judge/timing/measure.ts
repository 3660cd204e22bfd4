import type { Depth } from '../../core/rule.ts'
import type { Lap, Shot, Stopwatch } from '../../core/stopwatch.ts'
import type { LabelledRequest } from '../uniformity/blocks.ts'
import { shuffled } from '../uniformity/random.ts'
import { differencesOf } from './compare-classes.ts'
import type { Samples } from './samples.ts'

export const BLOCKS: Readonly<Record<Depth, number>> = { quick: 60, standard: 480, exhaustive: 3840 }
export const WARM_UP = 20
const FIRST_LOOK = 20
/** Growth factor of the number of blocks between looks. */
const LOOK = 1.1
/** Sufficient half-width of the interval, relative to the estimate. */
const PRECISE = 0.25
/** Number of blocks after which only the lower bound has to be precise. */
const ENOUGH = 100
/** Maximum number of retries of a block with a lost connection. */
const REPEATS = 3
const UNAUTHORIZED = 401

/** The requests of a block, with their stratum. */
export interface Round {
  readonly part: string
  readonly requests: readonly LabelledRequest[]
}

export interface Measured {
  readonly samples: Samples
  /** Classes that got another status than 401, which reveals them without a timing difference. */
  readonly others: readonly string[]
  /** Why measuring ended early, which makes the result unclear. */
  readonly stopped?: string
}

interface Loaded {
  readonly part: string
  readonly shots: readonly { readonly label: string; readonly shot: Shot }[]
}

/** Sends up to `most` blocks over one new connection, rotating the rounds, until a difference is known precisely. */
export async function measure(rounds: readonly Round[], most: number, watch: Stopwatch, random: () => number) {
  const loaded = rounds.map(({ part, requests }) => ({
    part,
    shots: requests.map(({ label, req }) => ({ label, shot: watch.load(req) })),
  }))
  const notes = new Notes(rounds)
  await watch.reconnect()
  let look = FIRST_LOOK
  for (let i = 0; i < WARM_UP + most; i++) {
    const block = loaded[i % loaded.length]!
    const laps = await whole(block, watch, random)
    if (typeof laps === 'string') return notes.done(laps)
    notes.take(block.part, laps, i >= WARM_UP)
    if (notes.blocks < look) continue
    if (isClear(notes.done().samples)) break
    look = Math.ceil(notes.blocks * LOOK)
  }
  return notes.done()
}

/** Measures one block; returns an error message if every attempt was interrupted. */
async function whole({ shots }: Loaded, watch: Stopwatch, random: () => number) {
  let trouble = ''
  for (let attempt = 0; attempt <= REPEATS; attempt++) {
    const inOrder = shuffled(shots, random)
    const laps: [label: string, lap: Lap][] = []
    for (const { label, shot } of inOrder) laps.push([label, await watch.time(shot)])
    const transient = laps.map(([, { status }]) => status).find(isOfTheMoment)
    if (transient !== undefined) return `status ${transient} is transient and does not depend on the key`
    const bad = laps.find(([, { problem, fresh }], k) => problem !== undefined || (fresh && k > 0))
    if (!bad) return laps
    trouble = bad[1].problem ?? 'the server closed the connection'
  }
  return `${REPEATS + 1} times, a series of requests was interrupted: ${trouble}`
}

const isOfTheMoment = (status: number | undefined): boolean =>
  status !== undefined && (status === 423 || status === 429 || status >= 500)

function isClear(samples: Samples): boolean {
  const [first] = differencesOf(samples)
  if (!first) return false
  // A few very slow responses keep the upper bound high for long.
  // Stryker disable next-line EqualityOperator: shifts the decision by one block at most
  if (samples.parts.length >= ENOUGH && first.lower >= (1 - PRECISE) * first.estimate) return true
  return first.role === 'placebo' || first.uneven === true || first.upper - first.lower <= 2 * PRECISE * first.estimate
}

/** Collects the times in columns, to save memory. */
class Notes {
  readonly #parts: string[] = []
  readonly #times: Record<string, number[]> = {}
  readonly #others = new Set<string>()

  constructor(rounds: readonly Round[]) {
    for (const { label } of rounds.flatMap(({ requests }) => requests)) this.#times[label] ??= []
  }

  get blocks(): number {
    return this.#parts.length
  }

  take(part: string, laps: readonly (readonly [string, Lap])[], counts: boolean): void {
    for (const [label, { status }] of laps) if (status !== UNAUTHORIZED) this.#others.add(label)
    if (!counts) return
    const times = new Map(laps.map(([label, { us }]) => [label, us]))
    this.#parts.push(part)
    for (const [label, column] of Object.entries(this.#times)) column.push(times.get(label) ?? Number.NaN)
  }

  done(stopped?: string): Measured {
    const kept = Object.entries(this.#times).filter(([label]) => !this.#others.has(label))
    const samples = { parts: this.#parts, times: Object.fromEntries(kept) }
    return { samples, others: [...this.#others], ...(stopped !== undefined && { stopped }) }
  }
}
