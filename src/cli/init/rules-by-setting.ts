import { loadCatalog } from '../../core/catalog.ts'
import { count } from '../../core/count.ts'
import { isControl, supplies } from '../../core/needs.ts'
import type { Variant } from '../../core/rule.ts'
import type { Need } from '../../core/target.ts'

/** The number of rules of these variants that need each optional setting. */
export async function rulesBySetting(variants: readonly Variant[] = ['a', 'b']): Promise<Map<string, number>> {
  const catalogs = await Promise.all(variants.map(loadCatalog))
  const counts = new Map<string, number>()
  for (const { needs = [], variant } of catalogs.flatMap(({ rules }) => rules))
    for (const name of new Set(needs.flatMap((need) => settingFor(need, variant) ?? [])))
      counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** Needs that the API itself usually meets. */
const FOUND: readonly Need[] = ['key', 'project', 'dataset']

function settingFor(need: Need, variant: Variant): string | undefined {
  if (FOUND.includes(need)) return undefined
  return isControl(need) ? 'TENANT_CONTROL' : /^TENANT_\w+/.exec(supplies([need], variant)[0]!)?.[0]
}

/** ` (needed by 3 rules)` */
export const neededBy = (rules: number | undefined): string =>
  rules === undefined ? '' : ` (needed by ${count(rules, 'rule')})`
