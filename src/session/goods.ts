import type { Client } from '../client/client.ts'
import { Stopped } from '../client/ends.ts'
import { type Exchange, isSuccess, type Req } from '../client/exchange.ts'
import { identity } from './tools.ts'

/** Good requests that bad ones are paired with, and the rules that rely on each having worked the whole time. */
export interface Goods {
  /** The rule concludes something from a request that differs from this one by one thing. */
  lean(rule: string, seen: Exchange): void
  /** Sends each once more, when all rules are through. */
  close(client: Client): Promise<void>
  /** After `close`: why what the rule concluded is void. */
  voidFor(rule: string): string | undefined
}

interface Good {
  readonly req: Req
  readonly before: Exchange
  readonly rules: Set<string>
  after?: Exchange
  /** What ended the run before it could be sent again. */
  ended?: string
}

export function createGoods(): Goods {
  const all = new Map<string, Good>()
  let closed = false
  return {
    lean(rule, before) {
      const key = identity(before.req)
      const good = all.get(key) ?? { req: before.req, before, rules: new Set<string>() }
      all.set(key, good)
      good.rules.add(rule)
    },
    async close(client) {
      const worked = [...all.values()].filter(({ before }) => isSuccess(before))
      closed = true
      await Promise.all(worked.map((good) => again(client, good)))
    },
    voidFor(rule) {
      if (!closed) return undefined
      const mine = [...all.values()].filter(({ rules }) => rules.has(rule))
      const broken = mine.find(({ before, after }) => isSuccess(before) && !(after && isSuccess(after)))
      return broken && sentence(broken)
    },
  }
}

/** Sending ends early when the run is ended or its requests are spent: then the good request was not seen again. */
async function again(client: Client, good: Good): Promise<void> {
  const after = await client.send(good.req, 'closing', { slot: 'closing' }).catch((error) => {
    if (error instanceof Stopped) good.ended = error.message
    return undefined
  })
  if (after?.problem?.kind === 'stopped') good.ended = after.problem.message
  else good.after = after
}

function sentence({ req, before, after, ended }: Good): string {
  if (ended) return `${ended} before the good requests that it is compared with could be sent again`
  const now = after ? (after.response?.status ?? `not at all (${after.problem!.message})`) : 'could not be sent again'
  return `the good request it is compared with, GET ${req.path}, was answered ${before.response!.status} before; after: ${now}`
}
