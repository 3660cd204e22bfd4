import { atRevision, loadCatalog, matchesPatterns, REVISION } from '../core/catalog.ts'
import type { Depth, Rule, Variant } from '../core/rule.ts'
import type { Settings } from '../core/settings.ts'
import { isAtEnd, isTimed, plannedRequests, usesControl } from './session/run-order.ts'

/** One of `of` parts of a run, from 1. */
export interface Shard {
  readonly index: number
  readonly of: number
}

/** Whether each shard tests some cases of the rule, in turns; else one shard tests all of them. */
export const isDivided = (rule: Rule, depth: Depth): boolean =>
  depth === 'exhaustive' && rule.kind === 'trial' && rule.cases.divisible === true

/** The ids that a shard tests, by settings alone: its share, and what that depends on. */
export async function shardRules(settings: Settings, variants: readonly Variant[]): Promise<string[]> {
  const { depth, rules: patterns, catalogue = REVISION } = settings
  const catalogs = await Promise.all(variants.map(loadCatalog))
  return catalogs.flatMap((catalog) => {
    const { rules } = atRevision(catalog, catalogue)
    return shareOf(
      settings.shard!,
      rules.filter(({ id }) => matchesPatterns(id, patterns)),
      depth,
    )
  })
}

/** Rules with the same cases share their requests. */
const unitOf = (rule: Rule): unknown => ('cases' in rule && rule.cases) || rule

/**
 * Divided rules go to each shard; what creates keys to the last, together; the others, heaviest first, to the shard that then has the
 * fewest requests, those of the rules they depend on included. Timed rules count nothing: shards that run concurrently measure no time.
 */
function shareOf({ index, of }: Shard, rules: readonly Rule[], depth: Depth): string[] {
  const untimed = rules.filter((rule) => !isTimed(rule))
  const planned = plannedRequests(untimed, depth)
  const weights = new Map<unknown, number>()
  for (const rule of untimed) weights.set(unitOf(rule), (weights.get(unitOf(rule)) ?? 0) + planned.get(rule.id)!)
  const weightOf = (some: Iterable<Rule>) =>
    [...new Set([...some].map(unitOf))].reduce<number>((sum, unit) => sum + (weights.get(unit) ?? 0), 0)
  const shards = Array.from({ length: of }, () => new Set<Rule>())
  const give = (some: ReadonlySet<Rule>, k: number) => {
    for (const rule of some) shards[k]!.add(rule)
  }

  const placeOf = (rule: Rule) =>
    isDivided(rule, depth) ? 'each' : usesControl(rule) || isAtEnd(rule) ? 'last' : 'any'
  const { each = [], last = [], any = [] } = Object.groupBy(rules, placeOf)
  for (const k of shards.keys()) give(needed(each, rules), k)
  give(needed(last, rules), of - 1)
  const units = [...Map.groupBy(any, unitOf).values()]
  for (const unit of units.toSorted((one, other) => weightOf(other) - weightOf(one))) {
    const all = needed(unit, rules)
    const loads = shards.map((shard) => weightOf(shard.union(all)))
    give(all, loads.indexOf(Math.min(...loads)))
  }
  return [...shards[index - 1]!].map(({ id }) => id)
}

/** Each tests one header of the active key. Any other rule may consult them. */
export const CREDENTIAL_RULES = ['auth.bearer-accepted', 'auth.api-key-accepted']

const isEverywhere = ({ id, variant }: Rule): boolean => CREDENTIAL_RULES.some((name) => id === `${variant}.${name}`)

function needed(share: readonly Rule[], rules: readonly Rule[]): Set<Rule> {
  const byId = new Map(rules.map((rule) => [rule.id, rule]))
  const all = new Set([...share, ...rules.filter(isEverywhere)])
  for (const { after = [] } of all) for (const id of after) if (byId.has(id)) all.add(byId.get(id)!)
  return all
}
