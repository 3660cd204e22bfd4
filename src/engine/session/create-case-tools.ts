import { type Exchange, isSuccess, isTransient, type Req } from '../../core/exchange.ts'
import type { LruCache } from '../../core/lru-cache.ts'
import { randomFrom } from '../../core/random.ts'
import type { Depth } from '../../core/rule.ts'
import { withShortBody } from '../../core/short-body.ts'
import type { Target } from '../../core/target.ts'
import type { Client } from '../../http/client.ts'
import { URGENT } from '../../http/queue.ts'
import { type CaseControl, controlFor } from '../control/case-control.ts'
import type { ControlSession } from '../control/control-session.ts'
import type { Recorder } from '../recording/recorder.ts'
import { watchedControl } from '../recording/watched-control.ts'
import type { BaselineRequests } from './baseline-requests.ts'
import type { CaseIdentity, CaseTools } from './case-tools.ts'
import { identity } from './request-identity.ts'
import type { RequestPriorities } from './request-priorities.ts'
import { endedBeforeTested } from './run-ending.ts'
import type { SequenceSender } from './sequence-sender.ts'

/** Exchanges kept per case: enough for a failure, even if the case pages through a long list. */
const MAX_KEPT = 32

export interface ToolContext {
  readonly client: Client
  readonly target: Target
  readonly depth: Depth
  /** Requests sent with `sparingly` are shared by all rules. */
  readonly sparing: boolean
  readonly shared: LruCache<string, Promise<Exchange>>
  /** Whether the exchanges of a case are judged once more, and not only shown. */
  readonly keepsBodies: boolean
  readonly goods: BaselineRequests
  /** Sends on a connection that nothing else uses. */
  readonly inTurn: SequenceSender
  readonly ranks: RequestPriorities
  readonly desk: ControlSession
  /** Records the exchanges and, for rules that `taped` selects, all evidence. */
  readonly tape?: Recorder
  readonly taped?: (rule: string) => boolean
}

/** Create the tools of one case. */
export function createCaseTools(
  workshop: ToolContext,
  rule: string,
  { seed, again = false, place }: CaseIdentity,
): CaseTools {
  const sent: Exchange[] = []
  let responseProblem: string | undefined
  let refused: string | undefined
  let isCut = false
  const noteCut = (x: Exchange) => {
    isCut ||= x.problem?.kind === 'stopped'
    return x
  }
  const keep = (x: Exchange) => {
    noteCut(x)
    responseProblem ??= responseProblemOf(x)
    sent.push(workshop.keepsBodies ? x : withShortBody(x))
    if (sent.length > MAX_KEPT) sent.shift()
    return x
  }
  let deep = false
  const { target, depth, client, tape } = workshop
  const rank = () => workshop.ranks.of(rule, sent.length === 0, place)
  const send = (req: Req) => client.send(req, rule, { slot, rank: rank() })
  // Created on demand: few rules use it, and every case gets tools.
  let control: CaseControl | undefined
  // The seed identifies the rule and the case.
  const slot = String(seed)
  let sequences = 0
  // Concurrent sequences get separate slots, so that a regrade serves each its own responses.
  const series = (reqs: readonly Req[]) => workshop.inTurn(reqs, rule, `${slot}.${sequences++}`, workshop.ranks.series)
  const steps = () => control?.tools.steps ?? []
  const unanswered = () => control?.failed() ?? responseProblem
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
    sparingly: async (req) =>
      keep(await (workshop.sparing && !again ? sendOnce(workshop, req, rule, rank()) : send(req))),
    promptly: async (req) => keep(await client.send(req, rule, { rank: URGENT, slot })),
    once: async (req) => keep(await sendOnce(workshop, req, rule, rank())),
    good: async (req) => {
      const x = keep(await sendOnce(workshop, req, rule, rank()))
      refused ??= refusalOf(x)
      workshop.goods.lean(rule, x)
      return x
    },
    inTurn: async (reqs) => (await series(reqs)).map(keep),
    series: async (reqs) => (await series(reqs)).map(noteCut),
    stopwatch: () => client.stopwatch(rule),
    random: randomFrom(seed),
    get control() {
      control ??= controlFor(workshop.desk, rule)
      return control.tools
    },
    steps,
    evidence: (gather) =>
      tape
        ? watchedControl(
            gather,
            { sent, steps, unanswered, refused: () => refused, cut, deep: isDeep },
            workshop.taped?.(rule) ?? false,
            slot,
            tape,
          )
        : gather(),
    unanswered,
    refused: () => refused,
    cut,
    deep: isDeep,
    release: () => control?.release(),
  }
}

/** Slot of shared requests, whichever rule sends them first. */
const SHARED = 'once'

function sendOnce({ client, shared }: ToolContext, req: Req, rule: string, rank: number): Promise<Exchange> {
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

function responseProblemOf({ req, response, problem }: Exchange): string | undefined {
  if (req.outside) return undefined
  if (problem?.kind === 'stopped') return endedBeforeTested(problem.message)
  if (problem) return `${nameOf(req)} got no response: ${problem.message}`
  return response && isTransient(response.status) ? `${nameOf(req)} kept returning ${response.status}` : undefined
}

const refusalOf = (x: Exchange): string | undefined =>
  isSuccess(x) ? undefined : `its baseline request ${nameOf(x.req)} returned ${x.response?.status}`

const nameOf = (req: Req): string => `${req.method ?? 'GET'} ${req.path}`
