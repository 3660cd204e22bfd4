import type { Exchange, Req } from '../../core/exchange.ts'
import type { Json } from '../../core/json.ts'
import { type RequestCases, unclear, type Violation } from '../../core/rule.ts'
import { withShortBodies, withShortBody } from '../../core/short-body.ts'
import { type Round, shrink } from '../check-property.ts'
import { type InvariantRule, requestAsCase, type Seen } from './invariants.ts'
import type { FoundViolation, ProvisionalResult } from './provisional-result.ts'
import type { RuleContext } from './rule-context.ts'
import { shortReason } from './run-case.ts'
import { shrinkRequest } from './shrink-request.ts'

/** The cases that invariants share, and the case of each exchange, so that a failing one can shrink. */
export interface Sweep {
  readonly cases: RequestCases<unknown>
  readonly bench: RuleContext
  readonly indexOf: Map<number, number>
  readonly all: readonly unknown[]
  readonly boundaries: number
  /** Input for the next round. */
  readonly round: Round
  /** Set if not all cases were tried. */
  readonly open?: ProvisionalResult
}

/** Repeat the failing exchange of an invariant, whichever rule sent it, and shrink its request while it fails. */
export async function shrinkSweep(
  rule: InvariantRule,
  { exchange, violation }: NonNullable<Seen['worst']>,
  bench: RuleContext,
  sweeps: readonly Sweep[],
): Promise<FoundViolation> {
  const source = sweeps.find(({ indexOf }) => indexOf.has(exchange.n))
  const cases = source?.cases ?? { first: [], count: [1, 1, 1] as const, request: () => exchange.req }
  const index = source?.indexOf.get(exchange.n) ?? 0
  const probe = createProbe(rule, { exchange, violation }, bench)
  const check = (c: unknown) => probe.check(cases.request(c, bench.target))
  const first = { case: source?.all[index], violation }
  const seed = source?.bench.seed ?? bench.seed
  const found = await shrink({ ...bench, seed, cases, check }, first, index, source?.boundaries ?? 1)
  const { flaky, path } = found
  const stillFails = async (req: Req) => !bench.stopped() && (await probe.check(req))?.kind === 'violation'
  if (!flaky) await shrinkRequest(probe.last().exchange.req, stillFails)
  const { exchange: last, violation: broken } = probe.last()
  const sender = cases === rule.cases ? rule.id : exchange.rule
  return {
    violation: broken,
    exchanges: [last],
    steps: [],
    counterexample: requestAsCase(last),
    request: last.req,
    ...(!INTERNAL_SENDERS.includes(sender) && {
      origin: { rule: sender, ...(source ? { path, case: found.case as Json } : { path: 'all' }) },
    }),
    path: source ? path : `seen:${exchange.n}`,
    ...(flaky && { flaky }),
  }
}

/** Senders outside the catalogue. Their requests are plain and part of every run. */
const INTERNAL_SENDERS: readonly string[] = ['preflight', 'closing']

type Worst = NonNullable<Seen['worst']>

/** Judge responses by the rule and keep the last violation. A failure does not shrink to a warning. */
function createProbe(rule: InvariantRule, first: Worst, { target, tools, seed }: RuleContext) {
  let last: { exchange: Exchange; violation: Violation } = first
  return {
    last: () => last,
    async check(req: Req) {
      try {
        const exchange = await tools({ seed }).get(req)
        const applies = exchange.response && rule.applies(exchange, target)
        const found = applies ? rule.judge(exchange, target) : undefined
        if (found?.kind !== 'violation' || (found.warning && !first.violation.warning)) return undefined
        last = { exchange: withShortBody(exchange), violation: withShortBodies(found) }
        return found
      } catch (error) {
        return unclear(shortReason(error))
      }
    },
  }
}
