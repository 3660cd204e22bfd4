import type { Catalog } from './catalog.ts'

/** Catalogue revision. It increases with every added rule, so that a pipeline can pin an earlier one. */
export const REVISION = 2

/** The catalogue at a revision, without later rules and without dependencies on them. */
export function atRevision(catalog: Catalog, revision: number): Catalog {
  const rules = catalog.rules.filter(({ since = 1 }) => since <= revision)
  const ids = new Set(rules.map(({ id }) => id))
  return { ...catalog, rules: rules.map((rule) => ({ ...rule, after: rule.after?.filter((id) => ids.has(id)) })) }
}
