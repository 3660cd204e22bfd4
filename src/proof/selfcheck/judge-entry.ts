import { canonical } from '../../core/json.ts'
import { isBroken, type RuleResult } from '../../core/results.ts'
import type { Entry } from './matrix.ts'

/** Result of the catalogue on one entry's server. */
export interface Outcome {
  readonly entry: Entry
  readonly seed: number
  /** The fault failed its own rule with a violation, or the freedom failed no rule. */
  readonly good: boolean
  /** Ids of all failed rules, the entry's own first. */
  readonly red: readonly string[]
  /** Inconclusive rules, with the reason. */
  readonly doubtful: readonly string[]
  /** Observations that differ from those of the conforming baseline server. */
  readonly changed: readonly string[]
  /** For a freedom: the observations by rule, as canonical JSON. */
  readonly observed: Readonly<Record<string, string>>
  /** Why `good` is false. */
  readonly why?: string
  /** The declared reason why quick depth may miss this fault; only in runs at quick depth. */
  readonly said?: string
  readonly requests: number
  readonly ms: number
}

/** Whether the outcome is good or a declared miss. */
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
  const entries = results.flatMap(({ id, observation }) =>
    observation === undefined ? [] : [[id, canonical(observation)]],
  )
  return Object.fromEntries(entries)
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
  return `${first?.id} failed: ${first?.failure?.summary}`
}
