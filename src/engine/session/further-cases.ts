import { caseText } from '../../core/case-text.ts'
import { type CredentialClass, type Exchange, isSuccess } from '../../core/exchange.ts'
import type { Json } from '../../core/json.ts'
import { MADE_UP } from '../../core/request-text.ts'
import type { Conclusion, Rule, Trial, Violation } from '../../core/rule.ts'
import type { Target } from '../../core/target.ts'
import { casesOf, type FailingCase } from '../check-cases.ts'
import type { RuleContext } from './case-tools.ts'
import { nearest } from './find-extent.ts'
import type { FoundViolation } from './provisional-result.ts'
import type { CaseRun } from './run-case.ts'
import { usesControl } from './run-order.ts'

/** Further cases that are tried after a failure, to show how far it extends; more if the rule names more. */
const MAX_FURTHER = 8

/**
 * The further cases that the rule names, then those most like the counterexample that were not tried, boundary cases first, which differ
 * more than generated ones. Only the named ones where a case takes many requests, and none where it takes a change or a person's time.
 */
export function furtherCases(
  rule: Rule & Trial<unknown, unknown>,
  { case: counterexample, flaky }: FailingCase<unknown>,
  bench: RuleContext,
  judged: ReadonlyMap<unknown, unknown>,
  which: 'named' | 'all',
): unknown[] {
  if (flaky || bench.client !== undefined || bench.stopped() || usesControl(rule)) return []
  // A round of quick depth tries few.
  const { first, any } = casesOf({ ...bench, depth: 'standard', cases: rule.cases })
  const like = (cases: readonly unknown[]) => {
    const open = cases.filter((c) => !judged.has(c)) as Json[]
    return nearest(counterexample as Json, open).map((k) => open[k])
  }
  const known = new Set([counterexample, ...judged.keys()].map((c) => caseText(c as Json)))
  const named = rule.cases.further?.(counterexample, bench.target).filter((c) => !known.has(caseText(c as Json))) ?? []
  if (which === 'named' || isCostly(rule)) return named
  return [...named, ...[...like(first), ...like(any)].slice(0, Math.max(0, MAX_FURTHER - named.length))]
}

/** Further cases that are tried after a bad credential got another status than 401, to see whether any is accepted. */
const MAX_UNTIL_ACCEPTED = 60

export function untilAccepted(
  rule: Rule & Trial<unknown, unknown>,
  { flaky }: FailingCase<unknown>,
  { exchanges, client }: FoundViolation,
  bench: RuleContext,
  judged: ReadonlyMap<unknown, unknown>,
): unknown[] {
  const last = exchanges.at(-1)
  const isRejected = last && !isSuccess(last) && REFUSED.includes(last.req.credential.class)
  if (!isRejected || flaky || client !== undefined || bench.client !== undefined || bench.stopped() || isCostly(rule))
    return []
  const { first } = casesOf({ ...bench, depth: 'standard', cases: rule.cases })
  return first.filter((c) => !judged.has(c)).slice(0, MAX_UNTIL_ACCEPTED)
}

/** Of a bad credential that some cases show refused in another way than by 401, and some accepted, show the latter. */
export function withAccepted(
  found: FoundViolation,
  rule: Rule & Trial<unknown, unknown>,
  violations: ReadonlyMap<unknown, Pick<CaseRun, 'finding' | 'sent'>>,
  target: Target,
): FoundViolation {
  if (found.client !== undefined || isAccepted(found.exchanges)) return found
  const { first, inWords } = rule.cases
  // A replay finds boundary cases by their index.
  const boundaries = (typeof first === 'function' ? first(target) : first).map((c) => caseText(c as Json))
  const [c, accepted] =
    [...violations].find(([c, { sent }]) => isAccepted(sent) && boundaries.includes(caseText(c as Json))) ?? []
  if (!accepted) return found
  const violation = accepted.finding as Violation
  const causes = [...(violation.causes ?? rule.causes), ...(found.violation.causes ?? [])]
  const words = inWords?.(c, target)
  const { inWords: _, ...rest } = found
  return {
    ...rest,
    ...(words !== undefined && { inWords: words }),
    exchanges: accepted.sent,
    violation: { ...violation, causes: [...new Set(causes)] },
    counterexample: c as Json,
    path: `first:${boundaries.indexOf(caseText(c as Json))}`,
  }
}

export const isAccepted = (sent: readonly Exchange[]): boolean =>
  sent.slice(-1).some((x) => isSuccess(x) && REFUSED.includes(x.req.credential.class))
const REFUSED: readonly CredentialClass[] = ['missing', ...MADE_UP]

export function concluded(
  { causes: usual }: Pick<Trial<unknown, unknown>, 'causes'>,
  found: FoundViolation,
  conclusion: Conclusion | undefined,
  violations: ReadonlyMap<unknown, Pick<CaseRun, 'finding' | 'sent'>>,
): FoundViolation {
  if (!conclusion) return found
  const { pattern, shown, likelier = [], excluded = [], isConcerned: _, ...instead } = conclusion
  const { finding, sent: exchanges } = violations.get(shown) ?? { finding: found.violation, sent: found.exchanges }
  const violation = { ...(finding as Violation), ...instead }
  const { causes = likelier.length > 0 ? [] : usual } = violation
  const likely = [...new Set([...likelier, ...causes])].filter((cause) => !excluded.includes(cause))
  const isOther = likelier.length + excluded.length > 0
  return {
    ...found,
    exchanges,
    ...(violations.has(shown) && { isPlainer: true }),
    ...(pattern && { pattern }),
    violation: { ...violation, ...(isOther && { causes: likely }) },
  }
}

/** A case takes many requests or a change. */
export const isCostly = (rule: Rule & Trial<unknown, unknown>): boolean =>
  rule.cases.cost !== undefined || usesControl(rule)
