import { ruleFiles, ruleId } from '../core/catalog.ts'
import { matchesPatterns } from '../core/matches-patterns.ts'
import { COMMAND } from '../core/package.ts'
import type { Variant } from '../core/rule.ts'
import type { Settings } from '../core/settings.ts'
import { UsageError } from '../core/usage-error.ts'
import { unknownRule } from './rules.ts'

/**
 * The variants with at least one selected rule: a target without any would end without a verdict. Throws a UsageError for a
 * pattern that matches no rule, since the run would test less than its author believes.
 */
export async function variantsChosen(
  patterns: Settings['rules'],
  variants: readonly Variant[],
  setting = '--rule',
): Promise<readonly Variant[]> {
  if (patterns.length === 0) return variants
  const ids = (await Promise.all(variants.map(idsOf))).flat()
  const unmatched = patterns.filter((pattern) => !ids.some((id) => matchesPatterns(id, [pattern])))
  if (unmatched.length > 0)
    throw new UsageError(...unmatched.map((pattern) => `${setting}: ${problemOf(pattern, ids, variants)}`))
  return variants.filter((variant) => ids.some((id) => id.startsWith(`${variant}.`) && matchesPatterns(id, patterns)))
}

async function idsOf(variant: Variant): Promise<string[]> {
  return (await ruleFiles(variant)).map((name) => ruleId(variant, name))
}

function problemOf(pattern: string, ids: readonly string[], variants: readonly Variant[]): string {
  const where = variants.length === 1 ? ` of variant ${variants[0]!.toUpperCase()}` : ''
  if (pattern.includes('*'))
    return `no rule${where} matches ${JSON.stringify(pattern)}; \`${COMMAND} rules\` lists them`
  return unknownRule(pattern, ids)
}
