import { type Credential, type Exchange, isSuccess, isTransient, type Req } from '../../core/exchange.ts'
import type { LruCache } from '../../core/lru-cache.ts'
import { randomFrom, seedFor } from '../../core/random.ts'
import type { Depth } from '../../core/rule.ts'
import { withShortBody } from '../../core/rule.ts'
import type { Target } from '../../core/target.ts'
import type { Client } from '../../http/client.ts'
import { clientFor, OWN_CLIENT, sentBy } from '../../http/client-profile.ts'
import { createQueue, URGENT } from '../../http/queue.ts'
import { type CaseControl, controlFor } from '../control/case-control.ts'
import type { ControlSession } from '../control/control-session.ts'
import { recordEvidence } from '../recording/record-evidence.ts'
import type { Recorder } from '../recording/recorder.ts'
import type { BaselineRequests } from './baseline-requests.ts'
import type { CaseIdentity, CaseTools } from './case-tools.ts'
import { requestIdentity } from './request-identity.ts'
import type { RequestPriorities } from './run-order.ts'
import { endedBeforeTested } from './stop-reasons.ts'

/** Exchanges kept per case: enough for a failure, even if the case pages through a long list. */
const MAX_KEPT = 32

export interface ToolContext {
  readonly client: Client
  readonly target: Target
  readonly depth: Depth
  /** The seed of the run. */
  readonly seed: number
  /** Which requests are shared by all rules: those sent with `once` and `good`, also those sent with `sparingly`, or none. */
  readonly sharing: 'usual' | 'sparing' | 'none'
  readonly shared: LruCache<string, Promise<Exchange>>
  /** Whether the exchanges of a case are judged again, and not only shown. */
  readonly keepsBodies: boolean
  readonly baselines: BaselineRequests
  /** Sends on a connection that nothing else uses. */
  readonly inSequence: SequenceSender
  readonly priorities: RequestPriorities
  readonly controlSession: ControlSession
  /** Records the exchanges and, for rules that `keepsEvidence` selects, all evidence. */
  readonly recorder?: Recorder
  readonly keepsEvidence?: (rule: string) => boolean
}

/** Create the tools of one case. */
export function createCaseTools(
  context: ToolContext,
  rule: string,
  { seed, again = false, place, client: sender, onlyClient = false }: CaseIdentity,
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
    sent.push(context.keepsBodies ? x : withShortBody(x))
    if (sent.length > MAX_KEPT) sent.shift()
    return x
  }
  let deep = false
  const { target, depth, client, recorder } = context
  const rank = () => context.priorities.of(rule, sent.length === 0, place)
  const byClient = (req: Req) => sentBy(sender, req)
  const send = (req: Req) => client.send(byClient(req), rule, { slot, rank: rank() })
  /** Requests that are shared have the same client for all rules. */
  const share = (req: Req) =>
    sendOnce(
      context,
      onlyClient ? byClient(req) : sender ? sentBy(sharedClient(req, context.seed), req) : req,
      rule,
      rank(),
    )
  // Created on demand: few rules use it, and every case gets tools.
  let control: CaseControl | undefined
  // The seed identifies the rule and the case.
  const slot = String(seed)
  let sequences = 0
  // Concurrent sequences get separate slots, so that a regrade serves each its own responses.
  const series = (reqs: readonly Req[]) =>
    context.inSequence(reqs.map(byClient), rule, `${slot}.${sequences++}`, context.priorities.series ?? rank())
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
    sparingly: async (req) => keep(await (context.sharing === 'sparing' && !again ? share(req) : send(req))),
    promptly: async (req) => keep(await client.send(byClient(req), rule, { rank: URGENT, slot })),
    once: async (req) => keep(await share(req)),
    good: async (req) => {
      const x = keep(await sendOnce(context, sentBy(sharedClient(req, context.seed), req), rule, rank()))
      refused ??= refusalOf(x)
      context.baselines.used(rule, x)
      return x
    },
    inSequence: async (reqs) => (await series(reqs)).map(keep),
    series: async (reqs) => (await series(reqs)).map(noteCut),
    stopwatch: () => client.stopwatch(rule),
    random: randomFrom(seed),
    get control() {
      control ??= controlFor(context.controlSession, rule)
      return control.tools
    },
    steps,
    evidence: (gather) =>
      recorder
        ? recordEvidence(
            gather,
            { sent, steps, unanswered, refused: () => refused, cut, deep: isDeep },
            context.keepsEvidence?.(rule) ?? false,
            evidenceSlot(depth, seed),
            recorder,
          )
        : gather(),
    unanswered,
    refused: () => refused,
    cut,
    deep: isDeep,
    release: () => control?.release(),
  }
}

/** Slot of the evidence of a case, which each round gathers in its own way. */
export const evidenceSlot = (depth: Depth, seed: number): string => `${depth} ${seed}`

/** Slot of shared requests, whichever rule sends them first. */
const SHARED = 'once'

/** Credentials with which observations, too, send requests without a query. */
const OBSERVED: ReadonlySet<string> = new Set<Credential['class']>(['active', 'missing', 'disabled', 'no-scope'])

/**
 * Baselines, observed requests and those whose response is open have the suite's own client: what is compared with a baseline
 * differs in one thing, and an observation is the same with every seed.
 */
function sharedClient(req: Req, seed: number): string {
  const isObserved = !req.query?.length && OBSERVED.has(req.credential.class)
  return isObserved || req.open || req.outside ? OWN_CLIENT : clientFor(seedFor(seed, requestIdentity(req)))
}

function sendOnce({ client, shared, sharing }: ToolContext, req: Req, rule: string, rank: number): Promise<Exchange> {
  const slot = req.client === undefined ? SHARED : `${SHARED} ${req.client}`
  const key = `${slot} ${requestIdentity(req)}`
  const known = shared.get(key)
  if (known && sharing !== 'none') return known
  const sending = client.send(req, rule, { slot, rank })
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

/** Number of connections that sequences share. A rule may send dozens of sequences. */
const CONNECTIONS = 6

/** Sends requests one after the other on one connection. */
type SequenceSender = (reqs: readonly Req[], rule: string, slot: string, rank: number) => Promise<Exchange[]>

/** Send each sequence over a connection that it has exclusively until it ends. */
export function createSequenceSender(client: Client): SequenceSender {
  const { run } = createQueue(CONNECTIONS)
  const idle: Client[] = []
  return (reqs, rule, slot, rank) =>
    run(async () => {
      const single = idle.pop() ?? client.alone()
      try {
        const exchanges: Exchange[] = []
        for (const req of reqs) exchanges.push(await single.send(req, rule, { slot, rank }))
        return exchanges
      } finally {
        idle.push(single)
      }
    })
}
