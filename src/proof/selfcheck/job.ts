import type { RuleResult } from '../../core/results.ts'
import type { Depth, Variant } from '../../core/rule.ts'
import { isTimed } from '../../engine/session/run-order.ts'
import { type Entry, judgeEntry, type Outcome } from './matrix.ts'
import { catalogOf, tryAgainst } from './try-against.ts'

export interface Job {
  readonly entry: Entry
  readonly depth: Depth
  readonly seed: number
  /** Runs only the entry's own rule and its prerequisites: faster, but without the other rules. */
  readonly alone: boolean
}

const baselines = new Map<string, Promise<readonly RuleResult[]>>()

/** Runs the catalogue against one entry's server, in this thread. */
export async function runJob({ entry, depth, seed, alone }: Job): Promise<Outcome> {
  const { rules } = await catalogOf(entry.variant)
  const rule = rules.find(({ id }) => id === entry.rule)!
  const behaviour = (entry.kind === 'fault' ? rule.faults : rule.freedoms)?.[entry.name]
  // Timing rules are slow, and only their own faults and freedoms affect them.
  const timing = isTimed(rule)
  const chosen = alone || (timing && entry.kind === 'fault') ? [...ancestors(entry.rule, rules)] : []
  const tried = await tryAgainst({ variant: entry.variant, rules: chosen, depth, seed, behaviour, timing })
  const conforming = entry.kind === 'freedom' ? await baseline(entry.variant, depth, seed) : []
  const reason = entry.kind === 'fault' && depth === 'quick' ? rule.quickMisses?.[entry.name] : undefined
  return judgeEntry(entry, seed, tried, { conforming, said: reason })
}

function ancestors(id: string, rules: readonly { id: string; after?: readonly string[] }[]): Set<string> {
  const all = new Set([id])
  for (const each of all) for (const parent of rules.find((rule) => rule.id === each)?.after ?? []) all.add(parent)
  return all
}

function baseline(variant: Variant, depth: Depth, seed: number): Promise<readonly RuleResult[]> {
  const key = `${variant} ${depth} ${seed}`
  const results = baselines.get(key) ?? tryAgainst({ variant, rules: [], depth, seed }).then(({ results }) => results)
  baselines.set(key, results)
  return results
}
