import type { Req } from '../../src/client/exchange.ts'
import { type Exchange, isSuccess } from '../../src/client/exchange.ts'
import { type Finding, moved, type Tools } from '../../src/rule.ts'

/**
 * A yardstick and a probe. Where they disagree, fresh ones by turns, a yardstick at both ends: a probe is wrong only if
 * the yardsticks before and after it are alike, since lists and rows may change at any time.
 */
export type Rounds = readonly Exchange[]

/** What is wrong with the probe, going by the yardstick. */
export type Differ = (yardstick: Exchange, probe: Exchange) => Finding | undefined

const ROUNDS = 3

export async function compare(tools: Tools, yardstick: Req, probe: Req, differ: Differ): Promise<Rounds> {
  const pair = await Promise.all([tools.once(yardstick), tools.once(probe)])
  // A refusal needs no yardstick, and what cannot be read gets no better by reading it again.
  if (differ(...pair)?.kind !== 'violation' || !isSuccess(pair[1])) return pair
  const fresh = [await tools.get(yardstick)]
  for (let k = 0; k < ROUNDS; k++) fresh.push(await tools.get(probe), await tools.get(yardstick))
  return fresh
}

/** `alike`: whether the target's data was the same at two yardsticks. */
export function settle(
  rounds: Rounds,
  differ: Differ,
  alike: (one: Exchange, other: Exchange) => boolean,
): Finding | undefined {
  if (rounds.length === 2) return differ(rounds[0]!, rounds[1]!)
  let unsettled = false
  for (let k = 1; k < rounds.length; k += 2) {
    const [before, probe, after] = [rounds[k - 1]!, rounds[k]!, rounds[k + 1]!]
    const found = differ(before, probe)
    if (found?.kind !== 'violation' || !differ(after, probe)) continue
    if (alike(before, after)) return found
    unsettled = true
  }
  return unsettled ? moved('the data changed while two answers were compared') : undefined
}
