import { count } from '../core/count.ts'
import { coverageOf, scopeOf } from '../core/coverage.ts'
import {
  OPEN,
  type ProofSummary,
  type Report,
  type RuleResult,
  STATUSES,
  type Status,
  type TargetResult,
} from '../core/results.ts'
import { someIds } from './some-ids.ts'

/** A verdict as text, the same in every output. */
export interface VerdictText {
  /** `conformant`, `conformant so far`, `conformant with 3 warnings`, `partial run`, `nonconformant`, `inconclusive`. */
  readonly phrase: string
  /** Only an unqualified `conformant` is good. */
  readonly tone: 'good' | 'warning' | 'bad'
  /** What the phrase leaves open, each with its denominator: `31 of 38 required rules decided`, `2 required and undecided: a.x, a.y`. */
  readonly details: readonly string[]
}

type Judged = Pick<TargetResult, 'verdict' | 'rules' | 'stopped'>

export function verdictText({ verdict, rules, stopped }: Judged): VerdictText {
  if (stopped !== undefined) return { phrase: verdict, tone: 'warning', details: [stopped] }
  const details = detailsOf(rules)
  if (verdict === 'nonconformant') return { phrase: verdict, tone: 'bad', details }
  if (verdict === 'inconclusive')
    return { phrase: verdict, tone: 'warning', details: [...undecidedBecause(rules), ...details] }
  const phrase = conformantPhrase(rules)
  return { phrase, tone: phrase === 'conformant' ? 'good' : 'warning', details }
}

/** A verdict needs a stated rule; too many open rules are listed anyway. */
const undecidedBecause = (rules: readonly RuleResult[]): string[] =>
  rules.some(({ level, status }) => level === 'stated' && !OPEN.includes(status)) ? [] : ['no stated rule was decided']

function conformantPhrase(rules: readonly RuleResult[]): string {
  const isPartialRun = rules.some(({ unselected }) => unselected)
  const extent = isPartialRun ? 'partial run' : scopeOf(rules) === 'complete' ? 'conformant' : 'conformant so far'
  const [warned, accepted] = [idsWith('warned', rules).length, idsWith('expected', rules).length]
  const qualifiers = [
    ...(warned > 0 ? [count(warned, 'warning')] : []),
    ...(accepted > 0 ? [count(accepted, 'accepted failure')] : []),
  ]
  return qualifiers.length > 0 ? `${extent} with ${qualifiers.join(' and ')}` : extent
}

function detailsOf(rules: readonly RuleResult[]): string[] {
  const { required, decided, undecided, skipped, unselected, cutShort } = coverageOf(rules)
  const failed = idsWith('failed', rules)
  const isRequired = new Set(rules.flatMap(({ id, severity }) => (severity === 'error' ? [id] : [])))
  const ofThem = (ids: readonly string[]) => ids.filter((id) => isRequired.has(id))
  return [
    ...(failed.length > 0 ? [`${count(failed.length, 'rule')} failed`] : []),
    unselected.length > 0 ? selectedText(rules) : `${decided} of ${count(required, 'required rule')} decided`,
    ...listed('decided with fewer cases than planned', cutShort),
    ...listed('required and undecided', ofThem(undecided)),
    ...listed('required and skipped', ofThem(skipped)),
    ...listed('attested by the operator', idsWith('attested', rules)),
    ...listed('accepted', idsWith('expected', rules)),
  ]
}

/** `3 of 107 rules selected: 2 passed, 1 failed`. */
function selectedText(rules: readonly RuleResult[]): string {
  const selected = rules.filter(({ unselected }) => !unselected)
  const results = STATUSES.flatMap((status) => {
    const number = idsWith(status, selected).length
    return number > 0 ? [`${number} ${status}`] : []
  })
  return `${selected.length} of ${count(rules.length, 'rule')} selected: ${results.join(', ') || 'none'}`
}

const idsWith = (status: Status, rules: readonly RuleResult[]): string[] =>
  rules.filter((rule) => rule.status === status).map(({ id }) => id)

/** Enough to recognise; the report holds all ids. */
const MOST_NAMED = 3

function listed(what: string, ids: readonly string[]): string[] {
  if (ids.length === 0) return []
  return [`${ids.length} ${what}: ${someIds(ids, MOST_NAMED)}`]
}

/** What `--insecure` means for a run. */
export const INSECURE =
  '--insecure: certificates are not checked, so a machine in between can read the keys and respond for the deployment'

/** What a run at quick depth leaves out. */
export const QUICK =
  'quick depth tries a few cases of each rule, sends HEAD without a key only, and measures no time unless --timing; standard depth, the default, tests more'

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
