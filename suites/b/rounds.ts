import { type Exchange, isSuccess, type Req } from '../../src/client/exchange.ts'
import { type Finding, moved, type Tools } from '../../src/rule.ts'

/**
 * A yardstick and a probe; where they disagree, fresh ones by turns, a yardstick at both ends: a probe is wrong only if the
 * yardsticks before and after it are alike, since lists and rows may change at any time.
 */
export interface Rounds {
  readonly yardstick: Exchange
  readonly probe: Exchange
  readonly fresh?: readonly Round[]
}

export interface Round {
  readonly before: Exchange
  readonly probes: readonly Exchange[]
  readonly after: Exchange
}

/** What is wrong with the probe, going by the yardstick. */
export type Differ = (yardstick: Exchange, probe: Exchange) => Finding | undefined

/** Probes in each round: different numbers, so that workers that take turns do not always get the same of the two. */
const PROBES = [1, 2, 3]

export async function compare(tools: Tools, standard: Req, probing: Req, differ: Differ): Promise<Rounds> {
  const [yardstick, probe] = await Promise.all([tools.once(standard), tools.once(probing)])
  // A refusal needs no yardstick, and what cannot be read gets no better by reading it again.
  if (differ(yardstick, probe)?.kind !== 'violation' || !isSuccess(probe)) return { yardstick, probe }
  const fresh: Round[] = []
  let before = await tools.get(standard)
  for (const count of PROBES) {
    const probes: Exchange[] = []
    while (probes.length < count) probes.push(await tools.get(probing))
    const after = await tools.get(standard)
    fresh.push({ before, probes, after })
    before = after
  }
  return { yardstick, probe, fresh }
}

/**
 * `alike`: whether the target's data was the same at two yardsticks. `throughout`: all of them have to be alike, where data may well
 * change there and back, as the number of rows of a live query does.
 */
export function settle(
  { yardstick, probe, fresh }: Rounds,
  differ: Differ,
  alike: (one: Exchange, other: Exchange) => boolean,
  throughout = false,
): Finding | undefined {
  if (!fresh) return differ(yardstick, probe)
  const steady = !throughout || fresh.every(({ before, after }) => alike(before, after))
  let unsettled = false
  for (const { before, probes, after } of fresh) {
    const found = probes.map((x) => differ(after, x) && differ(before, x)).find((one) => one?.kind === 'violation')
    if (found && steady && alike(before, after)) return found
    unsettled ||= found !== undefined
  }
  return unsettled ? moved('the data changed while two answers were compared') : undefined
}
