import { differing, type Finding, unclear, violation } from '../../core/rule.ts'
import type { Secrets } from '../../core/secret-text.ts'
import type { Block } from './blocks.ts'
import { contrastOf, distance } from './contrast.ts'
import { describeDifference } from './describe-difference.ts'
import { differenceShown } from './difference-shown.ts'
import { type Placebo, partsPlacebo } from './placebo.ts'
import { type Confirmed, confirm, type Flag, screen } from './screen-and-confirm.ts'

/** The complete input of the verdict. JSON. */
export interface UniformEvidence {
  /** Seeds of the permutations, by stage. */
  readonly seeds: readonly [number, number]
  /** Blocks of the first stage. */
  readonly first: readonly Block[]
  /** Blocks of the second stage; empty if the first flagged nothing. */
  readonly fresh: readonly Block[]
  /** Why sending ended early. */
  readonly stopped?: string
}

const EXPECTED = 'the same 401 for every credential failure, without a sign of its cause'

export function verdict(evidence: UniformEvidence, secrets: Secrets, placebo: Placebo): Finding | undefined {
  const { seeds, first, fresh, stopped } = evidence
  if (stopped) return unclear(stopped)
  if (!hasRefusal(first)) return unclear('no response to an invalid credential is a 401: there is nothing to compare')
  const flags = screen(first, secrets, seeds[0])
  if (flags.length === 0) return undefined
  if (fresh.length === 0) return unclear('a difference was found once and not tested again')
  return secondStage(flags, evidence, secrets, placebo)
}

/** The finding after the second stage. */
export function secondStage(
  flags: readonly Flag[],
  { seeds, first, fresh }: UniformEvidence,
  secrets: Secrets,
  placebo: Placebo,
) {
  const confirmed = confirm(flags, { first, fresh }, secrets, seeds[1])
  if (confirmed.length === 0) return undefined
  const real = confirmed.filter(({ split, table }) => !partsPlacebo(split, table, placebo, seeds[1]))
  if (real.length > 0) return leak(real)
  const why =
    'responses to unknown key_ids differ among themselves, so the difference does not depend on the state of a key'
  return unclear(`${why}: ${describe(confirmed[0]!)}`)
}

function leak(confirmed: readonly Confirmed[]): Finding {
  const contrasts = confirmed.map((one) => ({ one, contrast: contrastOf(one) }))
  // The clearest first; among equals, the one in all blocks.
  const clearness = ({ one, contrast }: (typeof contrasts)[number]) =>
    distance(contrast) + (one.split.part === '' ? 0.01 : 0)
  const [{ one, contrast }] = contrasts.sort((a, b) => clearness(b) - clearness(a)) as [(typeof contrasts)[number]]
  const exchanges = contrast.pair.map(({ exchange }) => exchange)
  const found = violation(
    EXPECTED,
    describeDifference(one.split, contrast, one.p) + more(confirmed.length - 1),
    ...exchanges,
  )
  return differing(found, differenceShown(one.split.feature, contrast.pair))
}

/** Mentions further features, which usually have the same cause. */
const more = (count: number): string =>
  count === 0 ? '' : `; ${count === 1 ? 'one more feature shows' : `${count} more features show`} it, too`

const describe = (one: Confirmed): string => describeDifference(one.split, contrastOf(one), one.p)

const hasRefusal = (blocks: readonly Block[]): boolean =>
  blocks.some(({ answers }) => answers.some(({ exchange }) => exchange.response?.status === 401))
