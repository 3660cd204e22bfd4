import type { RuleResult } from '../../core/results.ts'
import type { Depth, Variant } from '../../core/rule.ts'
import { isTimed } from '../../engine/session/rule-traits.ts'
import { judgeEntry, type Outcome } from './judge-entry.ts'
import type { Entry } from './matrix.ts'
import { catalogOf, tryAgainst } from './try-against.ts'

export interface Job {
  readonly entry: Entry
  readonly depth: Depth
  readonly seed: number
  /** Only the entry's own rule and what it comes after: quick, but shows nothing of the other rules. */
  readonly alone: boolean
}

const baselines = new Map<string, Promise<readonly RuleResult[]>>()

/** Runs the catalogue against one entry's server, in this thread. */
export async function runJob({ entry, depth, seed, alone }: Job): Promise<Outcome> {
  const { rules } = await catalogOf(entry.variant)
  const rule = rules.find(({ id }) => id === entry.rule)!
  const behaviour = (entry.kind === 'fault' ? rule.faults : rule.freedoms)?.[entry.name]
  // Measuring takes long, and only the faults and freedoms of its own rules have to do with time, and with nothing else.
  const timing = isTimed(rule)
  const chosen = alone || (timing && entry.kind === 'fault') ? [...ancestors(entry.rule, rules)] : []
  const tried = await tryAgainst({ variant: entry.variant, rules: chosen, depth, seed, behaviour, timing })
  const lawful = entry.kind === 'freedom' ? await baseline(entry.variant, depth, seed) : []
  const said = entry.kind === 'fault' && depth === 'quick' ? rule.quickMisses?.[entry.name] : undefined
  return judgeEntry(entry, seed, tried, { lawful, said })
}

function ancestors(id: string, rules: readonly { id: string; after?: readonly string[] }[]): Set<string> {
  const all = new Set([id])
  for (const each of all) for (const parent of rules.find((rule) => rule.id === each)?.after ?? []) all.add(parent)
  return all
}

function baseline(variant: Variant, depth: Depth, seed: number): Promise<readonly RuleResult[]> {
  const key = `${variant} ${depth} ${seed}`
  const known = baselines.get(key) ?? tryAgainst({ variant, rules: [], depth, seed }).then(({ results }) => results)
  baselines.set(key, known)
  return known
}
