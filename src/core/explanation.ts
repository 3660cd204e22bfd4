import { type Catalog, sectionOf } from './catalog.ts'
import { type ClauseCoverage, clauseCoverage } from './clause-coverage.ts'
import type { Clause } from './clause-ledger.ts'
import { supplies } from './needs.ts'
import { type Level, type Rule, type Severity, severityOf, type Variant } from './rule.ts'
import type { Need } from './target.ts'

/** The description of a rule as data: `rules --json` writes it, `rules ID` and `report.html` render it. */
export interface Explanation {
  readonly id: string
  readonly variant: Variant
  readonly level: Level
  /** Left out for rules that only observe. */
  readonly severity?: Severity
  readonly kind: Rule['kind']
  /** Sections of the reference, for example `5.3, 7`. */
  readonly section: string
  readonly title: string
  readonly clauses: readonly (Partial<Clause> & { readonly id: string; readonly coverage: ClauseCoverage })[]
  readonly derivation?: string
  readonly tried: string
  readonly meaning: string
  readonly causes: readonly string[]
  readonly needs: readonly Need[]
  readonly after: readonly string[]
  readonly faults: readonly string[]
  readonly freedoms: readonly string[]
  readonly quickMisses: Readonly<Record<string, string>>
}

export function explanationOf(rule: Rule, catalog: Catalog): Explanation {
  const { reference } = catalog
  const coverage = coverageByClause(catalog)
  const { id, variant, level, kind, title, clauses, tried, meaning, causes, needs = [], after = [] } = rule
  return {
    ...{ id, variant, level, severity: severityOf(rule), kind, section: sectionOf(rule.clauses, reference), title },
    clauses: clauses.map((clause) => ({ id: clause, ...reference[clause], coverage: coverage[clause] ?? 'none' })),
    derivation: 'derivation' in rule ? rule.derivation : undefined,
    ...{ tried, meaning, causes, needs, after },
    faults: Object.keys(rule.faults ?? {}),
    freedoms: Object.keys(rule.freedoms ?? {}),
    quickMisses: rule.quickMisses ?? {},
  }
}

export interface ExplanationPart {
  readonly title: string
  readonly lines: readonly string[]
}

/** The parts of an explanation in reading order, without empty ones. */
export function partsOf(rule: Explanation): ExplanationPart[] {
  const { id, level, severity, derivation } = rule
  const parts: [title: string, lines: readonly string[]][] = [
    ['The reference says', [...new Set(rule.clauses.map(sentenceOf))]],
    ['It follows', derivation ? [derivation] : []],
    ['Level and severity', [LEVELS[level], ...(severity ? [SEVERITIES[severity]] : [])]],
    ['Tested by', [rule.tried]],
    [level === 'observed' ? 'Why it is recorded' : 'What a violation can mean', [rule.meaning]],
    ['Usual causes (a failure names those that fit it, and others)', rule.causes],
    ['Needs', supplies([...new Set(['key' as const, ...rule.needs])], rule.variant)],
    ['Blocked while one of these is violated', rule.after],
    ['Faults that violate it (serve --fault)', rule.faults.map((name) => `${id}/${name}`)],
    ['Quick depth may miss', missesByReason(rule.quickMisses)],
  ]
  return parts.filter(([, lines]) => lines.length > 0).map(([title, lines]) => ({ title, lines }))
}

const sentenceOf = ({ id, section, text }: Explanation['clauses'][number]): string =>
  `§${section ?? '?'}: ${text ?? id}`

/** Computed once per catalogue. */
const coverages = new WeakMap<Catalog, Readonly<Record<string, ClauseCoverage>>>()

function coverageByClause(catalog: Catalog): Readonly<Record<string, ClauseCoverage>> {
  const coverage = coverages.get(catalog) ?? clauseCoverage(catalog)
  coverages.set(catalog, coverage)
  return coverage
}

const LEVELS: Readonly<Record<Level, string>> = {
  stated: 'stated: the reference says it',
  implied: 'implied: it follows from what the reference says',
  observed: 'observed: the reference leaves it open; the response is recorded, and not judged by this rule',
}

const SEVERITIES: Readonly<Record<Severity, string>> = {
  error: 'error: a violation fails the run, apart from what "Tested by" calls a warning',
  warning: 'warning: a violation fails the run only with --strict',
}

/** `quick depth tries two spellings: plus-cut-as-a-blank, json-extension`. */
const missesByReason = (misses: Readonly<Record<string, string>>): string[] =>
  [...Map.groupBy(Object.entries(misses), ([, why]) => why)].map(
    ([why, all]) => `${why}: ${all.map(([name]) => name).join(', ')}`,
  )
