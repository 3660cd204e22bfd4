import type { Depth } from '../../core/rule.ts'
import type { Lap, Shot, Stopwatch } from '../../core/stopwatch.ts'
import type { LabelledRequest } from '../uniformity/blocks.ts'
import { shuffled } from '../uniformity/random.ts'
import { differencesOf } from './compare.ts'
import type { Samples } from './samples.ts'

export const BLOCKS: Readonly<Record<Depth, number>> = { quick: 60, standard: 480, exhaustive: 3840 }
export const WARM_UP = 20
const FIRST_LOOK = 20
/** The next look comes after a tenth more. */
const LOOK = 1.1
/** A difference is known well enough once its interval reaches so far to either side, as a part of it. */
const PRECISE = 0.25
/** After so many blocks its lower end is enough. */
const ENOUGH = 100
/** How often a block is sent again when the connection was lost in it. */
const REPEATS = 3
const UNAUTHORIZED = 401

/** What the requests of a block have in common, and the requests. */
export interface Round {
  readonly part: string
  readonly requests: readonly LabelledRequest[]
}

export interface Measured {
  readonly samples: Samples
  /** Classes that were not answered 401: what they are is told without a stopwatch. */
  readonly others: readonly string[]
  /** Why measuring ended early: nothing can be concluded. */
  readonly stopped?: string
}

interface Loaded {
  readonly part: string
  readonly shots: readonly { readonly label: string; readonly shot: Shot }[]
}

/** Sends blocks over one new connection, the rounds in turn, until a difference is known well or all are sent. */
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

/** A word on what came between, where not all of a block could be measured. */
async function whole({ shots }: Loaded, watch: Stopwatch, random: () => number) {
  let trouble = ''
  for (let attempt = 0; attempt <= REPEATS; attempt++) {
    const inOrder = shuffled(shots, random)
    const laps: [label: string, lap: Lap][] = []
    for (const { label, shot } of inOrder) laps.push([label, await watch.time(shot)])
    const refused = laps.map(([, { status }]) => status).find(isOfTheMoment)
    if (refused !== undefined) return `status ${refused} came, which speaks of the moment and not of the key`
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
  // Amid a few very slow answers the upper end takes long to come down.
  // Stryker disable next-line EqualityOperator: a block or a hair sooner or later
  if (samples.parts.length >= ENOUGH && first.lower >= (1 - PRECISE) * first.estimate) return true
  return first.role === 'placebo' || first.uneven === true || first.upper - first.lower <= 2 * PRECISE * first.estimate
}

/** Times in columns: a block costs a few numbers. */
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
