import { type Exchange, isSuccess, type Req } from '../../core/exchange.ts'
import { Stopped } from '../../core/stopped.ts'
import type { Client } from '../../http/client.ts'
import { identity } from './request-identity.ts'

/** Baseline requests of one round, and the rules that rely on each having worked throughout it. */
export interface Goods {
  /** The rule concludes something from a request that differs from this one by one thing. */
  lean(rule: string, seen: Exchange): void
  /** Sends each once more, when all rules of the round are through. */
  close(): Promise<void>
  /** After `close`: why what the rule concluded is void. */
  voidFor(rule: string): Void | undefined
}

export interface Void {
  readonly why: string
  /** Only since the run ended before the request could be sent again. */
  readonly isCut: boolean
}

/** What is kept of an exchange: its body may be large. */
interface Outcome {
  readonly isSuccess: boolean
  /** Status, or why there was no response. */
  readonly said: string
}

interface Good {
  readonly req: Req
  readonly before: Outcome
  readonly rules: Set<string>
  after?: Outcome
  /** What ended the run before it could be sent again. */
  ended?: string
}

export function createGoods(client: Pick<Client, 'send' | 'reserve'>): Goods {
  const all = new Map<string, Good>()
  let closed = false
  return {
    lean(rule, x) {
      const key = identity(x.req)
      if (!all.has(key) && isSuccess(x)) client.reserve()
      const good = all.get(key) ?? { req: x.req, before: outcomeOf(x), rules: new Set<string>() }
      all.set(key, good)
      good.rules.add(rule)
    },
    async close() {
      const worked = [...all.values()].filter(({ before }) => before.isSuccess)
      closed = true
      await Promise.all(worked.map((good) => again(client, good)))
    },
    voidFor(rule) {
      if (!closed) return undefined
      const mine = [...all.values()].filter(({ rules }) => rules.has(rule))
      const broken = mine.filter(({ before, after }) => before.isSuccess && !after?.isSuccess)
      const worst = broken.find(({ ended }) => ended === undefined) ?? broken[0]
      return worst && { why: sentence(worst), isCut: worst.ended !== undefined }
    },
  }
}

/** A request that the end of the run prevents was not seen to work again. */
async function again(client: Pick<Client, 'send'>, good: Good): Promise<void> {
  const after = await client.send(good.req, 'closing', { slot: 'closing', closing: true }).catch((error) => {
    if (error instanceof Stopped) good.ended = error.message
    return undefined
  })
  if (after?.problem?.kind === 'stopped') good.ended = after.problem.message
  else if (after) good.after = outcomeOf(after)
}

function outcomeOf(x: Exchange): Outcome {
  const said = x.response ? String(x.response.status) : `no response (${x.problem!.message})`
  return { isSuccess: isSuccess(x), said }
}

function sentence({ req, before, after, ended }: Good): string {
  if (ended) return `${ended} before the baseline requests could be repeated`
  return `the baseline request GET ${req.path} got ${before.said} before; after: ${after?.said ?? 'could not be sent again'}`
}
