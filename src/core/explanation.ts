import { type Catalog, sectionOf } from './catalog.ts'
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
  readonly clauses: readonly (Partial<Clause> & { readonly id: string })[]
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

export function explanationOf(rule: Rule, { reference }: Catalog): Explanation {
  const { id, variant, level, kind, title, clauses, tried, meaning, causes, needs = [], after = [] } = rule
  return {
    ...{ id, variant, level, severity: severityOf(rule), kind, section: sectionOf(rule, reference), title },
    clauses: clauses.map((clause) => ({ id: clause, ...reference[clause] })),
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
  const {
    id,
    variant,
    level,
    severity,
    clauses,
    derivation,
    tried,
    meaning,
    causes,
    needs,
    after,
    faults,
    quickMisses,
  } = rule
  const parts: [title: string, lines: readonly string[]][] = [
    ['The reference says', clauses.map((clause) => `§${clause.section ?? '?'}: ${clause.text ?? clause.id}`)],
    ['Hence', derivation ? [derivation] : []],
    ['Level and severity', [LEVELS[level], ...(severity ? [SEVERITIES[severity]] : [])]],
    ['Tried by', [tried]],
    [level === 'observed' ? 'Worth knowing because' : 'A violation means', [meaning]],
    ['Usual causes', causes],
    ['Needs', supplies(needs, variant)],
    ['Blocked while one of these is violated', after],
    ['Faults to try it with (serve --fault)', faults.map((name) => `${id}/${name}`)],
    ['Quick depth may miss', Object.entries(quickMisses).map(([name, why]) => `${name}: ${why}`)],
  ]
  return parts.filter(([, lines]) => lines.length > 0).map(([title, lines]) => ({ title, lines }))
}

const LEVELS: Readonly<Record<Level, string>> = {
  stated: 'stated: the reference says it',
  implied: 'implied: it follows from what the reference says',
  observed: 'observed: the reference leaves it open; the response is recorded and never judged',
}

const SEVERITIES: Readonly<Record<Severity, string>> = {
  error: 'error: a violation fails the run',
  warning: 'warning: a violation fails the run only with --strict',
}
