import { differing, type Finding, unclear, violation } from '../../core/rule.ts'
import type { Secrets } from '../../core/secret-text.ts'
import type { Block } from './blocks.ts'
import { type Confirmed, confirm, type Flag, screen } from './content.ts'
import { contrastOf, distance } from './contrast.ts'
import { type Placebo, partsPlacebo } from './placebo.ts'
import { shownIn } from './shown.ts'
import { sentence } from './words.ts'

/** Everything that the verdict is made from: the same evidence gives the same one. JSON. */
export interface UniformEvidence {
  /** Of the permutations of either stage. */
  readonly seeds: readonly [number, number]
  /** Blocks of the first stage, and of the second: none where the first flagged nothing. */
  readonly first: readonly Block[]
  readonly fresh: readonly Block[]
  /** Why sending ended early. */
  readonly stopped?: string
}

const EXPECTED = 'the same 401 to every credential failure: nothing in it tells which it was'

export function verdict(evidence: UniformEvidence, secrets: Secrets, placebo: Placebo): Finding | undefined {
  const { seeds, first, fresh, stopped } = evidence
  if (stopped) return unclear(stopped)
  if (!hasRefusal(first)) return unclear('none of the answers to bad credentials is a 401: there is nothing to compare')
  const flags = screen(first, secrets, seeds[0])
  if (flags.length === 0) return undefined
  if (fresh.length === 0) return unclear('a difference was seen once, and not looked for again')
  return secondStage(flags, evidence, secrets, placebo)
}

/** What of the flags is left after the second stage. */
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
  const why = 'answers to unknown key_ids differ among themselves, so it is not what became of a key that they go by'
  return unclear(`${why}: ${told(confirmed[0]!)}`)
}

function leak(confirmed: readonly Confirmed[]): Finding {
  const contrasts = confirmed.map((one) => ({ one, contrast: contrastOf(one) }))
  // The clearest first; of equals the one that holds in all blocks.
  const clearness = ({ one, contrast }: (typeof contrasts)[number]) =>
    distance(contrast) + (one.split.part === '' ? 0.01 : 0)
  const [{ one, contrast }] = contrasts.sort((a, b) => clearness(b) - clearness(a)) as [(typeof contrasts)[number]]
  const exchanges = contrast.pair.map(({ exchange }) => exchange)
  const found = violation(EXPECTED, sentence(one.split, contrast, one.p) + more(confirmed.length - 1), ...exchanges)
  return differing(found, shownIn(one.split.feature, contrast.pair))
}

/** What else was made from the same answers: most often other sides of the same thing. */
const more = (count: number): string =>
  count === 0 ? '' : `; ${count === 1 ? 'one more feature tells' : `${count} more features tell`} it, too`

const told = (one: Confirmed): string => sentence(one.split, contrastOf(one), one.p)

const hasRefusal = (blocks: readonly Block[]): boolean =>
  blocks.some(({ answers }) => answers.some(({ exchange }) => exchange.response?.status === 401))
