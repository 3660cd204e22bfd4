import { type Exchange, isSuccess, type Req } from '../../../src/core/exchange.ts'
import { type Finding, moved, type Tools, type Violation } from '../../../src/core/rule.ts'

/** Judges one response, the probe, by another, the yardstick. */
export interface Comparison {
  /** What is wrong with the probe according to the yardstick. */
  readonly differ: (yardstick: Exchange, probe: Exchange) => Finding | undefined
  /** Whether the target's data was the same at two yardsticks. */
  readonly alike: (one: Exchange, other: Exchange) => boolean
}

/**
 * A yardstick and a probe; if they disagree, fresh ones alternately, beginning and ending with a yardstick: lists and rows may
 * change at any time, so a probe is wrong only if all yardsticks around it agree.
 */
export interface Rounds {
  readonly yardstick: Exchange
  readonly probe: Exchange
  readonly fresh?: readonly Round[]
}

interface Round {
  readonly before: Exchange
  readonly probes: readonly Exchange[]
  readonly after: Exchange
}

/** Probes in each round: different numbers, so that workers that take turns do not always get the same of the two. */
const PROBES = [1, 2, 3]
/** How often all rounds are gone through where each probe is wrong: a page of one row drawn at random is alike a few times by chance. */
const SETS = 3
/** The same where only some are: of ten rows drawn at random, the last is there in all yardsticks of fewer sets once in 600 cases. */
const MOST_SETS = 6

/** How often a request goes ahead of a probe: a request of another case may come between the two. */
const TIMES_AHEAD = 2

/** `ahead`: sent right before each probe, which must not depend on it. */
export async function compare(
  tools: Tools,
  standard: Req,
  probing: Req,
  comparison: Comparison,
  ahead?: Req,
): Promise<Rounds> {
  const [yardstick, plain] = await Promise.all([tools.once(standard), ahead ? undefined : tools.once(probing)])
  const probeAfter = async (req: Req) => {
    const sent = await tools.inSequence(Array.from({ length: TIMES_AHEAD }, () => [req, probing]).flat())
    const probes = sent.filter((_, k) => k % 2 === 1)
    return probes.find((x) => comparison.differ(yardstick, x)?.kind === 'violation') ?? probes[0]!
  }
  const probe = plain ?? (await probeAfter(ahead!))
  // A refusal needs no yardstick, and what cannot be read gets no better by reading it again.
  if (comparison.differ(yardstick, probe)?.kind !== 'violation' || !isSuccess(probe)) return { yardstick, probe }
  const probeAgain = () => (ahead ? probeAfter(ahead) : tools.get(probing))
  const fresh = [...(await rounds(tools, standard, probeAgain))]
  if (wrongIn(fresh, comparison).length > 0 && isSteady(fresh, comparison))
    for (let set = 1; set < (isEachWrong(fresh, comparison) ? SETS : MOST_SETS) && isSteady(fresh, comparison); set++)
      fresh.push(...(await rounds(tools, standard, probeAgain)))
  return { yardstick, probe, fresh }
}

async function rounds(tools: Tools, standard: Req, probe: () => Promise<Exchange>): Promise<Round[]> {
  const done: Round[] = []
  let before = await tools.get(standard)
  for (const count of PROBES) {
    const probes: Exchange[] = []
    while (probes.length < count) probes.push(await probe())
    const after = await tools.get(standard)
    done.push({ before, probes, after })
    before = after
  }
  return done
}

export function settle({ yardstick, probe, fresh }: Rounds, comparison: Comparison): Finding | undefined {
  if (!fresh) return comparison.differ(yardstick, probe)
  const wrong = wrongIn(fresh, comparison)
  if (wrong.length === 0) return undefined
  const always = isEachWrong(fresh, comparison)
  // Data that changes there and back can look like this once, but hardly each time.
  const often =
    fresh.length === MOST_SETS * PROBES.length && setsOf(fresh).every((set) => wrongIn(set, comparison).length > 0)
  if (isSteady(fresh, comparison) && (always || often)) return wrong[0]
  return moved('the data changed while two responses were compared')
}

/** What is wrong with each probe that disagrees with the yardstick before it and with the one after it. */
function wrongIn(fresh: readonly Round[], { differ }: Comparison): Violation[] {
  return fresh.flatMap(({ before, probes, after }) =>
    probes.flatMap((x) => {
      const [found, also] = [differ(before, x), differ(after, x)]
      return found?.kind === 'violation' && also?.kind === 'violation' ? [found] : []
    }),
  )
}

const isEachWrong = (fresh: readonly Round[], comparison: Comparison): boolean =>
  wrongIn(fresh, comparison).length === fresh.flatMap(({ probes }) => probes).length

const isSteady = ([first, ...others]: readonly Round[], { alike }: Comparison): boolean =>
  [first!, ...others].every(({ before, after }) => alike(first!.before, before) && alike(first!.before, after))

const setsOf = (fresh: readonly Round[]): Round[][] =>
  Array.from({ length: MOST_SETS }, (_, k) => fresh.slice(k * PROBES.length, (k + 1) * PROBES.length))
