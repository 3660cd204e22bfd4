import { count } from '../core/count.ts'
import { qualifiedVerdict } from '../core/qualified-verdict.ts'
import {
  OPEN,
  type ProofSummary,
  type Report,
  type RuleResult,
  STATUSES,
  type Status,
  type TargetResult,
} from '../core/results.ts'
import { ruleCoverage } from '../core/rule-coverage.ts'
import { someIds } from './some-ids.ts'

/** A verdict as text, the same in every output. */
export interface VerdictText {
  /** `conformant`, `conformant so far`, `conformant with 3 warnings`, `partial run`, `nonconformant`, `inconclusive`. */
  readonly phrase: string
  /** Only an unqualified `conformant` is good. */
  readonly tone: 'good' | 'warning' | 'bad'
  /** `107 rules`, or `3 of 107 rules selected`. */
  readonly extent: string
  /** The extent with its results, which add up: `107 rules: 49 passed, 35 observed, 23 not tested`. */
  readonly totals: string
  /** What the phrase leaves open, each with its denominator: `31 of 38 required rules decided`, `2 required and undecided: a.x, a.y`. */
  readonly details: readonly string[]
}

type Judged = Pick<TargetResult, 'verdict' | 'rules' | 'stopped'>

export function verdictText(target: Judged): VerdictText {
  const { verdict, rules, stopped } = target
  const phrase = qualifiedVerdict(target)
  const extent = extentOf(rules)
  const totals = `${extent}: ${resultsOf(rules)}`
  const tone = verdict === 'nonconformant' ? 'bad' : phrase === 'conformant' ? 'good' : 'warning'
  if (stopped !== undefined) return { phrase, tone: 'warning', extent, totals, details: [stopped] }
  const undecided = verdict === 'inconclusive' ? undecidedBecause(rules) : []
  return { phrase, tone, extent, totals, details: [...undecided, ...detailsOf(rules)] }
}

/** The whole text in one line. */
export function verdictSummary(target: Judged): string {
  const { phrase, totals, details } = verdictText(target)
  return [phrase, totals, ...details].join(', ')
}

/** A verdict needs a stated rule; too many open rules are listed anyway. */
const undecidedBecause = (rules: readonly RuleResult[]): string[] =>
  rules.some(({ level, status }) => level === 'stated' && !OPEN.includes(status)) ? [] : ['no stated rule was decided']

function detailsOf(rules: readonly RuleResult[]): string[] {
  const { required, decided, undecided, skipped, unselected, cutShort } = ruleCoverage(rules)
  const isRequired = new Set(rules.flatMap(({ id, severity }) => (severity === 'error' ? [id] : [])))
  const ofThem = (ids: readonly string[]) => ids.filter((id) => isRequired.has(id))
  return [
    ...(unselected.length > 0 ? [] : [`${decided} of ${count(required, 'required rule')} decided`]),
    ...listed('decided with fewer cases than planned', cutShort),
    ...listed('required and undecided', ofThem(undecided)),
    ...listed('required and not tested', ofThem(skipped)),
    ...listed('attested by the operator', idsWith('attested', rules)),
    ...listed('accepted', idsWith('expected', rules)),
  ]
}

const selectedOf = (rules: readonly RuleResult[]): RuleResult[] => rules.filter(({ unselected }) => !unselected)

function extentOf(rules: readonly RuleResult[]): string {
  const selected = selectedOf(rules).length
  const all = count(rules.length, 'rule')
  return selected < rules.length ? `${selected} of ${all} selected` : all
}

/** `1 failed, 48 passed, 35 observed, 23 not tested`: of the selected rules, each once. */
function resultsOf(rules: readonly RuleResult[]): string {
  const results = STATUSES.flatMap((status) => {
    const number = idsWith(status, selectedOf(rules)).length
    return number > 0 ? [`${number} ${wordOf(status)}`] : []
  })
  return results.join(', ') || 'none'
}

const WORDS: Partial<Readonly<Record<Status, string>>> = { skipped: 'not tested', expected: 'accepted' }

/** A status as a count of rules names it. */
export const wordOf = (status: Status): string => WORDS[status] ?? status

/** The ids of the rules that ended with a status. */
export const idsWith = (status: Status, rules: readonly RuleResult[]): string[] =>
  rules.filter((rule) => rule.status === status).map(({ id }) => id)

/** Enough to recognise; the report holds all ids. */
const MOST_NAMED = 3

function listed(what: string, ids: readonly string[]): string[] {
  if (ids.length === 0) return []
  return [`${ids.length} ${what}: ${someIds(ids, MOST_NAMED)}`]
}

/** What exit code 0 does not cover. Undefined if every rule was decided, or the exit code is another. */
export function exitText({ run, targets }: Report): string | undefined {
  const isAnother = run.interrupted || run.crash !== undefined || (run.expect?.stale.length ?? 0) > 0
  if (isAnother || run.complete || targets.some(({ verdict }) => verdict !== 'conformant')) return undefined
  const rules = targets.flatMap((target) => target.rules)
  const open = rules.filter(({ status }) => OPEN.includes(status))
  const required = open.filter(({ severity }) => severity === 'error').length
  return `exit code 0 covers only the rules that were decided: ${open.length} of ${count(rules.length, 'rule')} were not, ${required} of them required. With --require-complete that is exit code 1`
}

/** What `--insecure` means for a run. */
export const INSECURE =
  '--insecure: certificates are not checked, so a machine in between can read the keys and respond for the deployment'

/** What a run at quick depth leaves out. */
export const QUICK =
  'quick depth tries a few cases of each rule, sends HEAD without a key only, and measures no time unless --timing; standard depth, the default, tests more'

/** What a run at standard depth without a failure leaves out. */
export const STANDARD =
  'standard depth tries some cases of each rule; before a release, add --depth exhaustive, which tries many more'

/** What a verdict of this version of the suite is worth, in one line. */
export const proofText = ({ faults, freedoms, digest }: ProofSummary): string =>
  [
    `${faults.caught} of ${faults.of} faulty servers caught`,
    `${freedoms.green} of ${freedoms.of} legal ones not accused, over ${count(freedoms.seeds, 'seed')}`,
    `matrices ${digest.slice(0, 12)}`,
  ].join(', ')

/** The conditions of a run that may explain why its results differ from those of another. */
export function runConditions({ suite, run }: Report): Readonly<Record<string, string>> {
  return {
    'suite version': suite.version,
    catalogue: `revision ${run.catalogue ?? 1}`,
    depth: run.depth,
    strict: yesNo(run.strict),
    'accepted failures': String(run.expect?.entries ?? 0),
    interrupted: yesNo(run.interrupted),
    demo: yesNo(run.demo === true),
    'judged again': yesNo(run.regraded !== undefined),
  }
}

const yesNo = (is: boolean): string => (is ? 'yes' : 'no')
