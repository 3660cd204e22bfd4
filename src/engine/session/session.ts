import type { Catalog } from '../../core/catalog.ts'
import { defaultRate } from '../../core/default-rate.ts'
import type { Exchange, Req } from '../../core/exchange.ts'
import { LruCache } from '../../core/lru-cache.ts'
import type { Progress } from '../../core/progress.ts'
import type { RuleResult, TargetResult } from '../../core/results.ts'
import type { Depth, Rule } from '../../core/rule.ts'
import type { Settings, TargetSettings } from '../../core/settings.ts'
import { Stopped, stoppedBy } from '../../core/stopped.ts'
import type { Target } from '../../core/target.ts'
import { createClient } from '../../http/client.ts'
import type { ClientOptions } from '../../http/client-options.ts'
import { curlOptions } from '../../http/curl-options.ts'
import { createRedactor, type Redactor } from '../../http/redact.ts'
import { openControlSession } from '../control/control-session.ts'
import type { ControlSource } from '../control/control-source.ts'
import type { End } from '../recording/format.ts'
import { offlineClient, recordedTools } from '../recording/offline-client.ts'
import type { RecordedSession, Recorder } from '../recording/recorder.ts'
import type { Recording } from '../recording/recording.ts'
import { type BaselineRequests, createBaselineRequests } from './baseline-requests.ts'
import type { CaseIdentity } from './case-tools.ts'
import { createCaseTools } from './create-case-tools.ts'
import { InconclusiveError } from './inconclusive-error.ts'
import { createInvariantWatch, type InvariantRule } from './invariants.ts'
import { Latencies } from './latency.ts'
import { isPlainRequest } from './plain-request.ts'
import { plannedRequests } from './planned-requests.ts'
import type { ProvisionalResult } from './provisional-result.ts'
import { frugalPriorities, type RequestPriorities, requestPriorities } from './request-priorities.ts'
import { ruleResult, shownOf, violatedStatus } from './rule-result.ts'
import { crashed, createRuleRunner } from './rule-runner.ts'
import { isTimed, leftToTheLast, usesControl } from './rule-traits.ts'
import { atDeadline, endedBeforeAnyTest, interrupted } from './run-ending.ts'
import { AS_PLANNED, runOrder } from './run-order.ts'
import { createSequenceSender } from './sequence-sender.ts'
import { baseTarget, secretsOf } from './supplied-keys.ts'
import { createTimingLock, type TimingLock } from './timing-lock.ts'

export interface Session {
  /** Masks supplied and created keys. */
  readonly redact: Redactor['redact']
  /** Result of a rule of the catalogue. Never rejects: an error becomes part of the result. */
  result(id: string): Promise<RuleResult>
  progress(): Progress
  /** After preflight: why nothing was tested. */
  stopped(): string | undefined
  /** What ended the session before every rule was done, other than `stop`. */
  cut(): TargetResult['cut']
  /** Stops sending; every rule settles with what is known. */
  stop(): void
  /** Revokes created keys and closes the connections. */
  close(): Promise<void>
  /** After `close`: keys that could not be revoked, with the reason. */
  leftovers(): readonly string[]
  /** After `close`: why the recording is missing or incomplete. */
  unrecorded(): string | undefined
}

/** Optional parts of a session. */
export interface Extras {
  /** Opens a recorder for exchanges and evidence. */
  readonly openRecorder?: (about: RecordedSession) => Recorder
  /** How long to wait for an unresponsive target. */
  readonly patience?: ClientOptions['patience']
  /** Serves responses in place of the target. */
  readonly recording?: Recording
  /** Sends requests in-process instead of over a socket. */
  readonly open?: ClientOptions['open']
}

/** Bytes of bodies that rules share; a request whose response is not kept is sent again. */
const MAX_SHARED = 16 * 1024 * 1024

/** Test the catalogue against one target. Requests start immediately. */
export function startSession(
  settings: Settings,
  supplied: TargetSettings,
  catalog: Catalog,
  source?: ControlSource,
  lock: TimingLock = createTimingLock(),
  { recording, openRecorder, patience, open }: Extras = {},
): Session {
  const abort = new AbortController()
  /** The run was interrupted or reached its deadline, so closing must be quick. */
  const isHurried = () => abort.signal.aborted && stoppedBy(abort.signal).by !== 'unreachable'
  const secrets = recording ? new Map(recording.secrets) : secretsOf(supplied)
  // A faulty server may echo a key of the other variant.
  const redactor = createRedactor(secrets, settings.held)
  const spent = new Map<string, number>()
  const latencies = new Map(catalog.rules.map(({ id }) => [id, new Latencies()]))
  const desk = openControlSession({ source, variant: supplied.variant, secrets, redactor, signal: abort.signal })
  const control = recording?.header.control ?? desk.functions
  const byHand = recording?.header.byHand ?? desk.byHand
  const keys = recording?.header.target.keys
  let target: Target = {
    ...baseTarget(supplied, secrets),
    control,
    ...(keys && { keys }),
    ...(open && { inProcess: true }),
  }
  const { baseUrl } = supplied
  const rate = settings.rate ?? (open ? undefined : defaultRate(baseUrl))
  const order = recording ? (recording.header.order ?? AS_PLANNED) : runOrder(settings, catalog.rules, target, rate)
  const tape = openRecorder?.({ secrets, redactor, control, byHand, order })
  const watch = createInvariantWatch(
    catalog.rules.filter((rule): rule is InvariantRule => rule.kind === 'invariant'),
    () => target,
  )
  const spend = (rule: string, requests: number) => void spent.set(rule, (spent.get(rule) ?? 0) + requests)
  const onExchange = (x: Exchange, slot: string) => {
    const taken = tape?.exchange(x, slot)
    spend(x.rule, 1 + x.retries)
    if (x.response) latencies.get(x.rule)?.add(x.ms)
    watch.see(x)
    return taken
  }
  const onTimed = (rule: string) => spend(rule, 1)
  const way = recording ? recording.header.curlWay : curlOptions(baseUrl, settings.network)
  const onDown = (why: string) => abort.abort(new Stopped(why, 'unreachable'))
  const sent = { baseUrl, rate, secrets, redactor, signal: abort.signal }
  const options = { ...settings, ...sent, onExchange, onTimed, onDown, patience, open }
  const client = recording ? offlineClient(recording, options) : createClient(options)
  const endedNow = () => (abort.signal.aborted ? stoppedBy(abort.signal) : client.spent())
  const ended = () => recording?.ended ?? endedNow()
  const plan = plannedRequests(catalog.rules, settings.depth)
  const inTurn = createSequenceSender(client)
  const byConsoleOrClock = new Set(
    catalog.rules.filter((rule) => isTimed(rule) || usesControl(rule)).map(({ id }) => id),
  )
  const taped = (rule: string) => byConsoleOrClock.has(rule)
  /** Create the tools of a round. Each round has its own shared responses, because the data may change in between. */
  const toolsAt = (depth: Depth, ranks: RequestPriorities, goods: BaselineRequests) => {
    const shared = new LruCache<string, Promise<Exchange>>(MAX_SHARED)
    // A replay repeats each case to see whether it fails every time.
    const sparing = !settings.replay && (settings.depth === 'quick' || order.short)
    return (rule: string, which: CaseIdentity) => {
      const keepsBodies = settings.replay !== undefined
      const workshop = { client, target, depth, sparing, shared, keepsBodies, goods, inTurn, ranks, desk, tape, taped }
      const caseTools = createCaseTools(workshop, rule, which)
      const slot = String(which.seed)
      return recording && (taped(rule) || recording.saw(slot)) ? recordedTools(caseTools, slot, recording) : caseTools
    }
  }
  const ranks = order.short
    ? frugalPriorities(catalog.rules, order.quickFirst)
    : requestPriorities(catalog.rules, settings.depth)
  const goods = createBaselineRequests(client)
  const tools = toolsAt(settings.depth, ranks, goods)
  const openingGoods = createBaselineRequests(client)
  const opening = order.quickFirst ? toolsAt('quick', frugalPriorities(catalog.rules), openingGoods) : tools

  let stopped: string | undefined
  let leftovers: readonly string[] = []
  let unrecorded: string | undefined
  const entered = lock.enter()
  const ordinary = Promise.withResolvers<void>()
  const ready = entered.then(preflight).catch((error) => {
    const end = endedNow() ?? (error instanceof Stopped ? error : undefined)
    stopped = end
      ? endedBeforeAnyTest(end.message)
      : error instanceof InconclusiveError
        ? error.message
        : crashed(error)
  })
  async function preflight() {
    const found = await catalog.preflight(opening('preflight', { seed: settings.seed }))
    // Aborted requests say nothing about the target.
    const end = endedNow()
    if (end) stopped = endedBeforeAnyTest(end.message)
    else if ('stop' in found) stopped = found.stop
    else target = { ...target, ...found.learnt }
  }

  const running = {
    settings,
    catalog,
    ready: ready.then(() => stopped),
    target: () => target,
    watch,
    stopped: () => endedNow() !== undefined,
    ended,
    alone: <T>(work: () => Promise<T>) => ordinary.promise.then(() => lock.alone(work)),
    byHand,
  }
  const leaves = (rule: Rule) => leftToTheLast(rule, byHand)
  const before = order.quickFirst
    ? createRuleRunner({ ...running, depth: 'quick', tools: opening, goods: openingGoods, leaves })
    : undefined
  const runner = createRuleRunner({ ...running, depth: settings.depth, tools, goods, before })
  const done = new Set<string>()
  const failed: string[] = []
  for (const rule of catalog.rules) runner.early(rule.id).then((draft) => note(rule, draft))
  const closing = runner
    .through()
    .then(() => recording?.unasked().forEach(watch.see))
    .catch(() => undefined)
  function note(rule: Rule, { status, found }: ProvisionalResult) {
    done.add(rule.id)
    const violation = found?.violation ?? (rule.kind === 'invariant' && watch.of(rule.id).worst?.violation)
    if (status === 'broken' && violation && violatedStatus(rule, violation, settings.strict) === 'failed')
      failed.push(rule.id)
  }

  const left = (): number => {
    const open = catalog.rules.filter(({ id }) => !done.has(id))
    return Math.round(open.reduce((sum, { id }) => sum + Math.max(0, plan.get(id)! - (spent.get(id) ?? 0)), 0))
  }

  const results = new Map(catalog.rules.map((rule) => [rule.id, finish(rule.id)]))
  const { deadline, endsAt } = settings
  const timer = deadline && endsAt && atDeadline(deadline, endsAt, (why) => abort.abort(why))
  let through = false
  let endedBy: Stopped | undefined
  Promise.allSettled(results.values()).then(() => {
    through = true
    clearTimeout(timer)
  })
  abort.signal.addEventListener('abort', () => {
    if (!through) endedBy = stoppedBy(abort.signal)
  })
  // Shrinking sends requests too, so wait for the results.
  const untimedResults = catalog.rules.filter((rule) => !isTimed(rule)).map(({ id }) => results.get(id)!)
  Promise.allSettled(untimedResults).then(async () => {
    // Revoking created keys would disturb the measurements that follow.
    await desk.register.settled()
    const leave = await entered.catch(() => undefined)
    leave?.()
    ordinary.resolve()
  })
  async function finish(id: string): Promise<RuleResult> {
    const rule = catalog.rules.find((r) => r.id === id)!
    await closing
    const draft = await runner.late(rule)
    if (draft.found) await tape?.shown(id, shownOf(draft.found))
    const { reference } = catalog
    const cost = { requests: spent.get(id) ?? 0, ms: runner.ms(id), latency: latencies.get(id)?.summary() }
    const plain = (req: Req) => isPlainRequest(req, target, catalog.surface)
    const result = ruleResult(rule, draft, cost, { ...settings, reference, secrets, curlWay: way, isPlain: plain })
    // Only the session knows the created keys, so it must redact them.
    return redactor.redactValue(result)
  }

  return {
    redact: redactor.redact,
    result: (id) => results.get(id)!,
    progress: () => ({
      ...client.stats(),
      rulesDone: done.size,
      rulesTotal: catalog.rules.length,
      requestsLeft: stopped ? 0 : left(),
      failed,
      openKeys: desk.register.open(),
    }),
    stopped: () => stopped,
    cut: () => cutOf(recording?.ended ?? endedBy),
    stop: () => abort.abort(interrupted()),
    async close() {
      const leave = await lock.enter()
      leftovers = await desk.register.close(isHurried())
      await client.close()
      leave()
      const at = new Date().toISOString()
      const ended = endedBy ?? client.spent()
      const end = { at, ...client.stats(), spent: Object.fromEntries(spent), ...endOf(ended), stopped }
      unrecorded = await tape?.end(end)
    },
    leftovers: () => leftovers,
    unrecorded: () => unrecorded,
  }
}

const cutOf = (ended: Stopped | undefined): TargetResult['cut'] =>
  ended?.by === 'deadline' || ended?.by === 'unreachable' ? { by: ended.by, reason: ended.message } : undefined

const endOf = (ended: Stopped | undefined): Pick<End, 'interrupted' | 'ended'> => ({
  interrupted: ended?.by === 'interruption',
  ...(ended && { ended: { by: ended.by, message: ended.message } }),
})
