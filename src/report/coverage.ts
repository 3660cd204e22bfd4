import { OPEN, type RuleResult } from './results.ts'

/** Which rules a run decided. Ids of the others, by why not; rules that only observe are not among them. */
export interface Coverage {
  /** Rules of severity error: all that the references state, and those implied ones that leave no other reading. */
  readonly required: number
  /** Of these. */
  readonly decided: number
  /** Inconclusive, or blocked by another rule. */
  readonly undecided: readonly string[]
  /** Something to supply is missing, or an option leaves it out. */
  readonly skipped: readonly string[]
  /** Left out by `--rule`. */
  readonly unselected: readonly string[]
  /** Decided before the run ended early, but not with all cases of its depth. */
  readonly cutShort: readonly string[]
}

type Rule = Pick<RuleResult, 'id' | 'level' | 'severity' | 'status' | 'unselected' | 'plannedCases'>

const isRequired = ({ severity }: Rule): boolean => severity === 'error'
const isOpen = ({ status }: Rule): boolean => OPEN.includes(status)
const isCutShort = (rule: Rule): boolean => rule.plannedCases !== undefined && !isOpen(rule)

export function coverageOf(rules: readonly Rule[]): Coverage {
  const judged = rules.filter(({ level }) => level !== 'observed')
  const required = judged.filter(isRequired)
  const ids = (matches: (rule: Rule) => boolean) => judged.filter(matches).map(({ id }) => id)
  return {
    required: required.length,
    decided: required.filter((rule) => !isOpen(rule)).length,
    undecided: ids(({ status }) => status === 'inconclusive' || status === 'blocked'),
    skipped: ids(({ status, unselected }) => status === 'skipped' && !unselected),
    unselected: ids(({ unselected = false }) => unselected),
    cutShort: ids(isCutShort),
  }
}

/** Ids of the rules without which a run is not complete: required ones that were not decided with all cases, and those left out by `--rule`. */
export const missingIn = (rules: readonly Rule[]): string[] =>
  rules
    .filter((rule) => rule.unselected || (isRequired(rule) && (isOpen(rule) || isCutShort(rule))))
    .map(({ id }) => id)

export const scopeOf = (rules: readonly Rule[]): 'complete' | 'partial' =>
  missingIn(rules).length === 0 ? 'complete' : 'partial'
