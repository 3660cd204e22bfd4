import type { Attestation } from './attestation.ts'
import type { Catalog } from './catalog.ts'
import type { RuleResult, TargetResult } from './results.ts'

/** Of a run that ended before it knew the reference. */
export const NO_CLAUSES: TargetResult['clauses'] = {
  ...{ total: 0, tried: 0, tested: 0, observed: 0 },
  ...{ attested: [], untested: [], untestable: [] },
}

/** How the suite covers a clause at best. `attested`: only by a statement of the operator. */
export type ClauseCoverage = 'tested' | 'observed' | 'attested' | 'none'

const JUDGED = new Set(['passed', 'failed', 'warned', 'expected'])

/** Clauses that rules judge, and clauses that rules only observe. */
function cited(rules: Catalog['rules']): Record<'tested' | 'observed', ReadonlySet<string>> {
  const clausesOf = (judged: boolean) =>
    new Set(rules.filter(({ kind }) => (kind !== 'observation') === judged).flatMap(({ clauses }) => clauses))
  const tested = clausesOf(true)
  return { tested, observed: new Set([...clausesOf(false)].filter((id) => !tested.has(id))) }
}

/** The coverage of every clause of a catalogue, independent of what a deployment supplies. */
export function clauseCoverage({ rules, reference }: Catalog): Readonly<Record<string, ClauseCoverage>> {
  const { tested, observed } = cited(rules)
  const coverage = (id: string): ClauseCoverage => {
    if (tested.has(id)) return 'tested'
    if (observed.has(id)) return 'observed'
    return reference[id]?.attestable ? 'attested' : 'none'
  }
  return Object.fromEntries(Object.keys(reference).map((id) => [id, coverage(id)]))
}

/** A skipped rule ends `attested` if the operator vouches for each of its clauses. */
export function attestedRule(
  result: RuleResult,
  { rules }: Catalog,
  attested: TargetResult['clauses']['attested'] = [],
): RuleResult {
  const { clauses = [] } = rules.find(({ id }) => id === result.id) ?? {}
  const statements = attested.filter(({ id }) => clauses.includes(id))
  if (result.status !== 'skipped' || result.unselected || statements.length < clauses.length) return result
  const reason = statements.map(({ by, on, statement }) => `${by}, ${on}: ${statement}`).join('; ')
  return { ...result, status: 'attested', missing: [], reason }
}

/** What a run made of each clause: tested or observed by a decided rule, attested by the operator, or why neither. */
export function clausesTried(
  { rules, reference, variant }: Catalog,
  results: readonly RuleResult[],
  attestations: readonly Attestation[] = [],
): TargetResult['clauses'] {
  const status = new Map(results.map((result) => [result.id, result.status]))
  const { tested, observed } = cited(
    rules.filter(({ id, kind }) =>
      kind === 'observation' ? status.get(id) === 'observed' : JUDGED.has(status.get(id) ?? ''),
    ),
  )
  const clauses = Object.entries(reference)
  const isTried = (id: string) => tested.has(id) || observed.has(id)
  const attested = attestations.filter(({ clause }) => {
    const id = clause.slice(variant.length + 1)
    return clause.startsWith(`${variant}.`) && reference[id]?.attestable && !isTried(id)
  })
  const open = clauses.filter(([id]) => !isTried(id) && !attested.some(({ clause }) => clause === `${variant}.${id}`))
  return {
    total: clauses.length,
    tried: clauses.filter(([id]) => isTried(id)).length,
    tested: clauses.filter(([id]) => tested.has(id)).length,
    observed: clauses.filter(([id]) => observed.has(id)).length,
    attested: attested.map(({ clause, by, on, statement }) => {
      const id = clause.slice(variant.length + 1)
      return { id, text: reference[id]!.text, by, on, statement }
    }),
    untested: open.filter(([, { untestable }]) => !untestable).map(([id]) => id),
    untestable: open.flatMap(([id, { text, untestable }]) => (untestable ? [{ id, text, why: untestable }] : [])),
  }
}
