import { loadCatalog } from '../../core/catalog.ts'
import { count } from '../../core/count.ts'
import { VARIANTS } from '../../core/literal-types.ts'
import { isControl, supplies } from '../../core/needs.ts'
import type { Variant } from '../../core/rule.ts'
import type { Need } from '../../core/target.ts'

/** Numbers of rules by setting and variant. Only `TENANT_CONTROL` has two variants. */
export type RulesBySetting = ReadonlyMap<string, { readonly [V in Variant]?: number }>

/** The number of rules of these variants that need each optional setting. */
export async function rulesBySetting(variants: readonly Variant[] = VARIANTS): Promise<RulesBySetting> {
  const catalogs = await Promise.all(variants.map(loadCatalog))
  const counts = new Map<string, { [V in Variant]?: number }>()
  for (const { needs = [], variant } of catalogs.flatMap(({ rules }) => rules))
    for (const name of new Set(needs.flatMap((need) => settingFor(need, variant) ?? []))) {
      const numbers = counts.get(name) ?? {}
      counts.set(name, { ...numbers, [variant]: (numbers[variant] ?? 0) + 1 })
    }
  return counts
}

export const rulesThatNeed = (name: string, needed: RulesBySetting): number => {
  const { a = 0, b = 0 } = needed.get(name) ?? {}
  return a + b
}

/** Needs that the API itself usually meets. */
const FOUND: readonly Need[] = ['key', 'project', 'dataset']

function settingFor(need: Need, variant: Variant): string | undefined {
  if (FOUND.includes(need)) return undefined
  return isControl(need) ? 'TENANT_CONTROL' : /^TENANT_\w+/.exec(supplies([need], variant)[0]!)?.[0]
}

/** ` (needed by 3 rules)`; with two variants ` (needed by 23 rules of variant A, 27 of variant B)`. */
export function neededBy(name: string, needed: RulesBySetting): string {
  const { a, b } = needed.get(name) ?? {}
  if (a !== undefined && b !== undefined) return ` (needed by ${count(a, 'rule')} of variant A, ${b} of variant B)`
  const rules = a ?? b
  return rules === undefined ? '' : ` (needed by ${count(rules, 'rule')})`
}
