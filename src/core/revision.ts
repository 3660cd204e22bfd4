import type { Catalog } from './catalog.ts'

/** Of the catalogue: raised when rules are added, so that pipelines can go on certifying against an earlier one. */
export const REVISION = 2

/** A catalogue as it was at a revision: rules that came later are not in it, and nothing waits for them. */
export function atRevision(catalog: Catalog, revision: number): Catalog {
  const rules = catalog.rules.filter(({ since = 1 }) => since <= revision)
  const ids = new Set(rules.map(({ id }) => id))
  return { ...catalog, rules: rules.map((rule) => ({ ...rule, after: rule.after?.filter((id) => ids.has(id)) })) }
}
