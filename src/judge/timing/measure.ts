import { median } from '../../core/median.ts'
import type { Depth } from '../../core/rule.ts'
import type { Lap, Shot, Stopwatch } from '../../core/stopwatch.ts'
import type { LabelledRequest } from '../uniformity/blocks.ts'
import { shuffled } from '../uniformity/random.ts'
import type { Difference } from './compare-classes.ts'
import { eProcess } from './e-process.ts'
import { isDecided, NOTABLE } from './is-decided.ts'
import { isInformational, type Pair, pairsOf, type Samples, timesOf } from './samples.ts'

/** Limits of all measurements of a rule. */
export const LIMITS: Readonly<Record<Depth, { readonly requests: number; readonly ms: number }>> = {
  quick: { requests: 400, ms: 8_000 },
  standard: { requests: 1_000, ms: 20_000 },
  exhaustive: { requests: 10_000, ms: 200_000 },
}
const FIRST_LOOK = 20
/** From this share of the requests on, the most suspicious pair is measured alone. */
const ALONE = 0.5
/** Growth factor of the number of blocks between looks. */
const LOOK = 1.15
/** Blocks are sent over one connection for each 10 ms of latency, since time is limited: at most over eight. */
const MS_PER_CONNECTION = 10
const MAX_CONNECTIONS = 8
/** Measuring ends after this many unusable responses without a usable one. */
const MAX_UNUSABLE = 40
const UNAUTHORIZED = 401

/** The requests of a block, with their stratum. */
export interface Round {
  readonly part: string
  readonly requests: readonly Pick<LabelledRequest, 'label' | 'req'>[]
}

export interface Measured {
  readonly samples: Samples
  /** Classes that got another status than 401, which reveals them without a timing difference. */
  readonly others: readonly string[]
  /** Why measuring ended early, which makes the result unclear. */
  readonly stopped?: string
  /** A difference so large that few requests showed it (see `screen.ts`). */
  readonly decided?: Difference
}

/** What a measurement sends with. */
export interface Instruments {
  readonly openStopwatch: () => Stopwatch
  readonly budget: Budget
  readonly random: () => number
}

/** The number of connections to measure with, from the latency in milliseconds. */
export const connectionsAt = (latencyMs: number): number =>
  Math.min(MAX_CONNECTIONS, Math.max(1, Math.round(latencyMs / MS_PER_CONNECTION)))

/** Milliseconds that the suite itself takes per request. */
const OVERHEAD_MS = 1

/** Expected duration of measurements in milliseconds; `rate` in requests per second. */
export const expectedMs = (requests: number, latencyMs: number, rate = Number.POSITIVE_INFINITY): number =>
  requests * Math.max(1000 / rate, (latencyMs + OVERHEAD_MS) / connectionsAt(latencyMs))

/** Requests and time that are left. */
export interface Budget {
  /** The share of the requests that is left. */
  readonly left: number
  /** Whether this many requests may still be sent; if so, they are spent. */
  spend(requests: number): boolean
}

export function createBudget(depth: Depth, now: () => number = Date.now): Budget {
  const { requests: all, ms } = LIMITS[depth]
  const end = now() + ms
  let left = all
  return {
    get left() {
      return left / all
    },
    spend(requests) {
      if (left < requests || now() >= end) return false
      left -= requests
      return true
    },
  }
}

interface Loaded {
  readonly part: string
  readonly shots: readonly { readonly label: string; readonly shot: Shot }[]
}

/**
 * Sends blocks, rotating the rounds, until the outcome is known or the budget is spent. The requests of a block follow each other
 * on one connection in random order; several connections share the blocks if the latency is high. After the first look, blocks
 * leave out the classes that are never judged. The second half of the budget goes to the most suspicious pair of classes alone, if
 * there is one: a leak at one endpoint, or in some of the responses, shows in hundreds of blocks.
 */
export async function measure(rounds: readonly Round[], instruments: Instruments): Promise<Measured> {
  const { openStopwatch, budget, random } = instruments
  const times = new BlockTimes(rounds)
  const first = openStopwatch()
  const watches = [first]
  try {
    const loaded = rounds.map((round) => loadedRound(round, first))
    let rotation: readonly Loaded[] = loaded
    let next = 0
    let look = FIRST_LOOK
    let isDone = false
    const sendBlocks = async (watch: Stopwatch) => {
      while (!isDone) {
        const block = rotation[next++ % rotation.length]!
        if (!budget.spend(block.shots.length)) return
        times.add(block.part, await timeBlock(block, watch, random))
        if (times.blocks >= look) {
          const { samples } = times.result()
          const suspect = mostSuspicious(samples)
          isDone = isDecided(samples, suspect)
          rotation = narrowed(loaded, budget.left <= ALONE ? suspect : undefined)
          look = Math.ceil(times.blocks * LOOK)
        }
        isDone ||= times.stopped !== undefined
      }
    }
    const warmUp = loaded[0]!
    if (!budget.spend(warmUp.shots.length)) return times.result()
    const laps = await timeBlock(warmUp, first, random)
    times.noteStatuses(laps)
    const ms = Math.max(...laps.map(([, { us }]) => (Number.isNaN(us) ? 0 : us))) / 1000
    while (watches.length < connectionsAt(ms)) watches.push(openStopwatch())
    await Promise.all(watches.map(sendBlocks))
    return times.result()
  } finally {
    await Promise.all(watches.map((watch) => watch.close()))
  }
}

/** The pair with the strongest evidence among those that seem to differ by a reportable time: on average, or in most blocks. */
function mostSuspicious(samples: Samples): Pair | undefined {
  const [first] = pairsOf(samples)
    .filter(({ role }) => role === 'compared')
    .map((pair) => ({ pair, times: timesOf(samples, pair) }))
    .filter(({ times: [xs, ys] }) => seemsNotable(xs.map((x, i) => x - ys[i]!)))
    .map(({ pair, times: [xs, ys] }) => ({ pair, evidence: eProcess(xs, ys).last }))
    .sort((a, b) => b.evidence - a.evidence)
  return first?.pair
}

function seemsNotable(differences: readonly number[]): boolean {
  const mean = differences.reduce((sum, difference) => sum + difference, 0) / differences.length
  return Math.max(Math.abs(mean), Math.abs(median(differences))) >= NOTABLE
}

/** The blocks with the classes of the pair, in its stratum; without a pair, with all classes that are judged. */
function narrowed(loaded: readonly Loaded[], pair: Pair | undefined): readonly Loaded[] {
  if (!pair)
    return loaded.map((block) => ({ ...block, shots: block.shots.filter(({ label }) => !isInformational(label)) }))
  return loaded
    .filter(({ part }) => pair.part === '' || part === pair.part)
    .map((block) => ({ ...block, shots: block.shots.filter(({ label }) => pair.labels.includes(label)) }))
    .filter(({ shots }) => shots.length === pair.labels.length)
}

export const loadedRound = ({ part, requests }: Round, watch: Stopwatch): Loaded => ({
  part,
  shots: requests.map(({ label, req }) => ({ label, shot: watch.load(req) })),
})

type Laps = readonly (readonly [label: string, lap: Lap])[]

async function timeBlock({ shots }: Loaded, watch: Stopwatch, random: () => number): Promise<Laps> {
  const laps: [label: string, lap: Lap][] = []
  for (const { label, shot } of shuffled(shots, random)) laps.push([label, await watch.time(shot)])
  return laps
}

const isTransient = (status: number | undefined): boolean =>
  status !== undefined && (status === 423 || status === 429 || status >= 500)

/** Collects the times of blocks. Responses that are transient, or reset, are left out; the others of their block count. */
class BlockTimes {
  readonly #blocks: { readonly part: string; readonly laps: Laps }[] = []
  readonly #labels: readonly string[]
  readonly #others = new Set<string>()
  #unusable = 0
  #fresh = 0
  #laps = 0
  stopped: string | undefined

  constructor(rounds: readonly Round[]) {
    this.#labels = [...new Set(rounds.flatMap(({ requests }) => requests.map(({ label }) => label)))]
  }

  get blocks(): number {
    return this.#blocks.length
  }

  noteStatuses(laps: Laps): void {
    for (const [label, { status, problem }] of laps) {
      const trouble = problem ?? (isTransient(status) ? `status ${status}` : undefined)
      if (trouble === undefined && status !== UNAUTHORIZED) this.#others.add(label)
      this.#unusable = trouble === undefined ? 0 : this.#unusable + 1
      if (this.#unusable >= MAX_UNUSABLE)
        this.stopped = `${this.#unusable} responses in a row could not be measured, the last because of: ${trouble}`
    }
  }

  add(part: string, laps: Laps): void {
    this.noteStatuses(laps)
    this.#blocks.push({ part, laps })
    this.#laps += laps.length
    this.#fresh += laps.filter(([, { fresh }]) => fresh).length
  }

  result(): Measured {
    // A server without keep-alive is measured on fresh connections.
    const fresh = this.#fresh > this.#laps / 2
    const timeOf = (laps: Laps, label: string): number => {
      const lap = laps.find(([one]) => one === label)?.[1]
      return lap && lap.fresh === fresh && lap.problem === undefined && !isTransient(lap.status) ? lap.us : Number.NaN
    }
    const kept = this.#labels.filter((label) => !this.#others.has(label))
    const times = kept.map((label) => [label, this.#blocks.map(({ laps }) => timeOf(laps, label))] as const)
    const samples = { parts: this.#blocks.map(({ part }) => part), times: Object.fromEntries(times) }
    return { samples, others: [...this.#others], ...(this.stopped !== undefined && { stopped: this.stopped }) }
  }
}
