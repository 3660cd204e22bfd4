import { type Exchange, isSuccess, isTransient, type Req } from '../../core/exchange.ts'
import type { LruCache } from '../../core/lru-cache.ts'
import { randomFrom } from '../../core/random.ts'
import type { Depth } from '../../core/rule.ts'
import { withShortBody } from '../../core/short-body.ts'
import type { Target } from '../../core/target.ts'
import type { Client } from '../../http/client.ts'
import { URGENT } from '../../http/queue.ts'
import { type CaseControl, controlFor } from '../control/case-control.ts'
import type { Desk } from '../control/desk.ts'
import type { Tape } from '../recording/recorder.ts'
import { watched } from '../recording/watched-control.ts'
import type { Goods } from './baseline-requests.ts'
import type { CaseTools, Which } from './case-tools.ts'
import { untried } from './ended.ts'
import type { Ranks } from './ranks.ts'
import { identity } from './request-identity.ts'
import type { Sequences } from './sequences.ts'

/** A case that walks a whole list is long: what it sent is kept only as far as a failure shows it. */
const MOST_KEPT = 32

export interface Workshop {
  readonly client: Client
  readonly target: Target
  readonly depth: Depth
  /** What is asked for sparingly is sent once for all rules. */
  readonly sparing: boolean
  readonly shared: LruCache<string, Promise<Exchange>>
  /** Whether the exchanges of a case are judged once more, and not only shown. */
  readonly keepsBodies: boolean
  readonly goods: Goods
  /** Sends on one connection that nothing else uses. */
  readonly inTurn: Sequences
  readonly ranks: Ranks
  readonly desk: Desk
  /** Takes down what these rules see besides exchanges. */
  readonly tape?: Tape
  readonly taped?: (rule: string) => boolean
}

export function toolsFor(shop: Workshop, rule: string, { seed, again = false, place }: Which): CaseTools {
  const sent: Exchange[] = []
  let silence: string | undefined
  let refused: string | undefined
  let isCut = false
  const noteCut = (x: Exchange) => {
    isCut ||= x.problem?.kind === 'stopped'
    return x
  }
  const keep = (x: Exchange) => {
    noteCut(x)
    silence ??= silenceOf(x)
    sent.push(shop.keepsBodies ? x : withShortBody(x))
    if (sent.length > MOST_KEPT) sent.shift()
    return x
  }
  let deep = false
  const { target, depth, client, tape } = shop
  const rank = () => shop.ranks.of(rule, sent.length === 0, place)
  const send = (req: Req) => client.send(req, rule, { slot, rank: rank() })
  // Few rules have a use for it, and tools are made for each case.
  let made: CaseControl | undefined
  // A seed is drawn from the rule and the case.
  const slot = String(seed)
  let sequences = 0
  // Sequences of a case run side by side: each is a slot, so that it gets its own answers when the run is repeated.
  const series = (reqs: readonly Req[]) => shop.inTurn(reqs, rule, `${slot}.${sequences++}`, shop.ranks.series)
  const steps = () => made?.tools.steps ?? []
  const unanswered = () => made?.failed() ?? silence
  const cut = () => isCut
  const isDeep = () => deep
  return {
    target,
    get depth() {
      deep = true
      return depth
    },
    sent,
    get: async (req) => keep(await send(req)),
    sparingly: async (req) => keep(await (shop.sparing && !again ? sendOnce(shop, req, rule, rank()) : send(req))),
    promptly: async (req) => keep(await client.send(req, rule, { rank: URGENT, slot })),
    once: async (req) => keep(await sendOnce(shop, req, rule, rank())),
    good: async (req) => {
      const x = keep(await sendOnce(shop, req, rule, rank()))
      refused ??= refusalOf(x)
      shop.goods.lean(rule, x)
      return x
    },
    inTurn: async (reqs) => (await series(reqs)).map(keep),
    series: async (reqs) => (await series(reqs)).map(noteCut),
    stopwatch: () => client.stopwatch(rule),
    random: randomFrom(seed),
    get control() {
      made ??= controlFor(shop.desk, rule)
      return made.tools
    },
    steps,
    evidence: (gather) =>
      tape
        ? watched(
            gather,
            { sent, steps, unanswered, refused: () => refused, cut, deep: isDeep },
            shop.taped?.(rule) ?? false,
            slot,
            tape,
          )
        : gather(),
    unanswered,
    refused: () => refused,
    cut,
    deep: isDeep,
    release: () => made?.release(),
  }
}

/** Whichever rule comes first sends. */
const SHARED = 'once'

function sendOnce({ client, shared }: Workshop, req: Req, rule: string, rank: number): Promise<Exchange> {
  const key = identity(req)
  const known = shared.get(key)
  if (known) return known
  const sending = client.send(req, rule, { slot: SHARED, rank })
  shared.set(key, sending, 0)
  sending.then(
    (x) => shared.set(key, sending, x.response?.bytes ?? 0),
    () => undefined,
  )
  return sending
}

function silenceOf({ req, response, problem }: Exchange): string | undefined {
  if (req.outside) return undefined
  if (problem?.kind === 'stopped') return untried(problem.message)
  if (problem) return `${nameOf(req)} got no answer: ${problem.message}`
  return response && isTransient(response.status) ? `${nameOf(req)} kept answering ${response.status}` : undefined
}

const refusalOf = (x: Exchange): string | undefined =>
  isSuccess(x)
    ? undefined
    : `the good request it is compared with, ${nameOf(x.req)}, was answered ${x.response?.status}`

const nameOf = (req: Req): string => `${req.method ?? 'GET'} ${req.path}`
