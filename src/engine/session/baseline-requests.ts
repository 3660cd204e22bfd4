import { type Exchange, isSuccess, type Req } from '../../core/exchange.ts'
import { Stopped } from '../../core/stopped.ts'
import type { Client } from '../../http/client.ts'
import { requestIdentity } from './request-identity.ts'

/** Baseline requests of one round, and the rules that depend on them working throughout it. */
export interface BaselineRequests {
  /** Records that the rule compares a request with this baseline request. */
  used(rule: string, baseline: Exchange): void
  /** Repeats each baseline request after all rules of the round are done. */
  close(): Promise<void>
  /** After `close`: why the result of the rule is void. */
  voidFor(rule: string): VoidedBaseline | undefined
}

export interface VoidedBaseline {
  readonly why: string
  /** The only reason is that the run ended before the request could be repeated. */
  readonly isCut: boolean
}

/** What is kept of an exchange, whose body may be large. */
interface Outcome {
  readonly isSuccess: boolean
  /** Status, or why there was no response. */
  readonly text: string
}

interface BaselineRequest {
  readonly req: Req
  readonly before: Outcome
  readonly rules: Set<string>
  after?: Outcome
  /** What ended the run before the request could be repeated. */
  ended?: string
}

/** Track the baseline requests of one round. */
export function createBaselineRequests(client: Pick<Client, 'send' | 'reserve'>): BaselineRequests {
  const all = new Map<string, BaselineRequest>()
  let closed = false
  return {
    used(rule, x) {
      const key = requestIdentity(x.req)
      if (!all.has(key) && isSuccess(x)) client.reserve()
      const baseline = all.get(key) ?? { req: x.req, before: outcomeOf(x), rules: new Set<string>() }
      all.set(key, baseline)
      baseline.rules.add(rule)
    },
    async close() {
      const worked = [...all.values()].filter(({ before }) => before.isSuccess)
      closed = true
      await Promise.all(worked.map((baseline) => repeat(client, baseline)))
    },
    voidFor(rule) {
      if (!closed) return undefined
      const ofRule = [...all.values()].filter(({ rules }) => rules.has(rule))
      const broken = ofRule.filter(({ before, after }) => before.isSuccess && !after?.isSuccess)
      const worst = broken.find(({ ended }) => ended === undefined) ?? broken[0]
      return worst && { why: reasonFor(worst), isCut: worst.ended !== undefined }
    },
  }
}

/** Repeat a baseline request. `after` stays unset if the end of the run prevents it. */
async function repeat(client: Pick<Client, 'send'>, baseline: BaselineRequest): Promise<void> {
  const after = await client.send(baseline.req, 'closing', { slot: 'closing', closing: true }).catch((error) => {
    if (error instanceof Stopped) baseline.ended = error.message
    return undefined
  })
  if (after?.problem?.kind === 'stopped') baseline.ended = after.problem.message
  else if (after) baseline.after = outcomeOf(after)
}

function outcomeOf(x: Exchange): Outcome {
  const text = x.response ? String(x.response.status) : `no response (${x.problem!.message})`
  return { isSuccess: isSuccess(x), text }
}

function reasonFor({ req, before, after, ended }: BaselineRequest): string {
  if (ended) return `${ended} before the baseline requests could be repeated`
  const now = after?.text ?? 'could not be repeated'
  return `the baseline request GET ${req.path} returned ${before.text} at first; at the end: ${now}`
}
