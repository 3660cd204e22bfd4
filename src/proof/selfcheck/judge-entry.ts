import { canonical } from '../../core/json.ts'
import { isBroken, type RuleResult } from '../../core/results.ts'
import type { Entry } from './matrix.ts'

/** What the catalogue said of one entry's server. */
export interface Outcome {
  readonly entry: Entry
  readonly seed: number
  /** A fault was caught by its own rule, as a violation; a freedom turned nothing red. */
  readonly good: boolean
  /** Every rule that turned red, the entry's own first. */
  readonly red: readonly string[]
  /** Rules of which nothing could be concluded, with why. */
  readonly doubtful: readonly string[]
  /** Observations that differ from those of the lawful server. */
  readonly changed: readonly string[]
  /** Of a freedom: what each observed rule saw, as canonical JSON. */
  readonly observed: Readonly<Record<string, string>>
  /** Why it is not good. */
  readonly why?: string
  /** Why its rule says that quick depth may miss this fault; only of runs at that depth. */
  readonly said?: string
  readonly requests: number
  readonly ms: number
}

/** As it should be: good, or a miss that the rule itself tells of. */
export const isAsSaid = ({ good, said }: Outcome): boolean => good || said !== undefined

const isRed = ({ status }: RuleResult): boolean => isBroken(status)

export function judgeEntry(
  entry: Entry,
  seed: number,
  tried: { results: readonly RuleResult[]; requests: number; ms: number },
  { lawful, said }: { lawful: readonly RuleResult[]; said?: string },
): Outcome {
  const red = tried.results.filter(isRed).map(({ id }) => id)
  const own = tried.results.find(({ id }) => id === entry.rule)
  const caught = own !== undefined && isRed(own)
  const good = entry.kind === 'fault' ? caught : red.length === 0
  return {
    entry,
    seed,
    good,
    red: caught ? [entry.rule, ...red.filter((id) => id !== entry.rule)] : red,
    doubtful: tried.results.filter(({ status }) => status === 'inconclusive').map((r) => `${r.id}: ${r.reason}`),
    changed: changedIn(tried.results, lawful),
    observed: entry.kind === 'freedom' ? observedIn(tried.results) : {},
    ...(!good && { why: whyNot(entry, own, tried.results) }),
    ...(said !== undefined && { said }),
    requests: tried.requests,
    ms: Math.round(tried.ms),
  }
}

export function observedIn(results: readonly RuleResult[]): Outcome['observed'] {
  const seen = results.flatMap(({ id, observation }) =>
    observation === undefined ? [] : [[id, canonical(observation)]],
  )
  return Object.fromEntries(seen)
}

function changedIn(results: readonly RuleResult[], lawful: readonly RuleResult[]): string[] {
  const before = new Map(lawful.map(({ id, observation }) => [id, observation]))
  return results
    .filter(({ id, observation }) => observation !== undefined && before.get(id) !== undefined)
    .filter(({ id, observation }) => canonical(observation!) !== canonical(before.get(id)!))
    .map(({ id }) => id)
}

function whyNot({ kind }: Entry, own: RuleResult | undefined, results: readonly RuleResult[]): string {
  if (kind === 'fault')
    return `its rule ended ${own?.status ?? 'without a result'}${own?.reason ? `: ${own.reason}` : ''}`
  const first = results.find(isRed)
  return `${first?.id} turned red: ${first?.failure?.summary}`
}
