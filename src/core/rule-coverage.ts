import { type Coverage, OPEN, type RuleResult } from './results.ts'

type Rule = Pick<RuleResult, 'id' | 'level' | 'severity' | 'status' | 'unselected' | 'plannedCases'>

const isRequired = ({ severity }: Rule): boolean => severity === 'error'
const isOpen = ({ status }: Rule): boolean => OPEN.includes(status)
const isCutShort = (rule: Rule): boolean => rule.plannedCases !== undefined && !isOpen(rule)

export function ruleCoverage(rules: readonly Rule[]): Coverage {
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

/** Ids of the rules that make a run incomplete: required rules not decided with all their cases, and rules excluded by `--rule`. */
export const missingIn = (rules: readonly Rule[]): string[] =>
  rules
    .filter((rule) => rule.unselected || (isRequired(rule) && (isOpen(rule) || isCutShort(rule))))
    .map(({ id }) => id)

export const scopeOf = (rules: readonly Rule[]): 'complete' | 'partial' =>
  missingIn(rules).length === 0 ? 'complete' : 'partial'
