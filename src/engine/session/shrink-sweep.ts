import type { Exchange, Req } from '../../core/exchange.ts'
import type { Json } from '../../core/json.ts'
import { type RequestCases, unclear, type Violation } from '../../core/rule.ts'
import { withShortBodies, withShortBody } from '../../core/short-body.ts'
import { type Round, shrink } from '../property-check.ts'
import { enough } from './attempt.ts'
import type { Bench } from './bench.ts'
import type { Break, Draft } from './draft.ts'
import { type InvariantRule, requestAsCase, type Seen } from './invariants.ts'
import { smallestRequest } from './shrink-request.ts'

/** Which case each exchange of a sweep came from, so that a broken one can be made smaller. */
export interface Sweep {
  readonly cases: RequestCases<unknown>
  readonly bench: Bench
  readonly indexOf: Map<number, number>
  readonly all: readonly unknown[]
  readonly boundaries: number
  /** For the round that follows. */
  readonly round: Round
  /** What the cases came to where not all were tried. */
  readonly open?: Draft
}

/** Sends the broken exchange of an invariant again, whichever rule sent it, and then smaller requests as long as they break it. */
export async function smaller(
  rule: InvariantRule,
  { exchange, violation }: NonNullable<Seen['worst']>,
  bench: Bench,
  sweeps: readonly Sweep[],
): Promise<Break> {
  const source = sweeps.find(({ indexOf }) => indexOf.has(exchange.n))
  const cases = source?.cases ?? { first: [], count: [1, 1, 1] as const, request: () => exchange.req }
  const index = source?.indexOf.get(exchange.n) ?? 0
  const probe = createProbe(rule, { exchange, violation }, bench)
  const check = (c: unknown) => probe.check(cases.request(c, bench.target))
  const first = { case: source?.all[index], violation }
  const seed = source?.bench.seed ?? bench.seed
  const found = await shrink({ ...bench, seed, cases, check }, first, index, source?.boundaries ?? 1)
  const { flaky, path } = found
  const isBroken = async (req: Req) => !bench.stopped() && (await probe.check(req))?.kind === 'violation'
  if (!flaky) await smallestRequest(probe.last().exchange.req, isBroken)
  const { exchange: last, violation: broken } = probe.last()
  const sender = cases === rule.cases ? rule.id : exchange.rule
  return {
    violation: broken,
    exchanges: [last],
    steps: [],
    counterexample: requestAsCase(last),
    request: last.req,
    ...(!OWN_SENDERS.includes(sender) && {
      origin: { rule: sender, ...(source ? { path, case: found.case as Json } : { path: 'all' }) },
    }),
    path: source ? path : `seen:${exchange.n}`,
    ...(flaky && { flaky }),
  }
}

/** They send plain requests in every run. */
const OWN_SENDERS: readonly string[] = ['preflight', 'closing']

type Worst = NonNullable<Seen['worst']>

/** Judges answers by the rule, and keeps the last that breaks it; a warning is no smaller form of a failure. */
function createProbe(rule: InvariantRule, first: Worst, { target, tools, seed }: Bench) {
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
        return unclear(enough(error))
      }
    },
  }
}
