import type { Catalog } from '../../core/catalog.ts'
import { matchesPatterns } from '../../core/catalog.ts'
import type { Exchange, Req } from '../../core/exchange.ts'
import { keysInRequest } from '../../core/keys-in-request.ts'
import { LruCache } from '../../core/lru-cache.ts'
import { median } from '../../core/median.ts'
import { defaultRate } from '../../core/network-options.ts'
import { seedFor } from '../../core/random.ts'
import type { RuleResult, TargetResult } from '../../core/results.ts'
import type { Depth, Rule } from '../../core/rule.ts'
import type { Progress, Settings, TargetSettings } from '../../core/settings.ts'
import { Stopped, stoppedBy } from '../../core/stopped.ts'
import type { Target } from '../../core/target.ts'
import { type Client, createClient } from '../../http/client.ts'
import type { ClientOptions } from '../../http/client-options.ts'
import { curlOptions } from '../../http/curl-command.ts'
import { createQueue } from '../../http/queue.ts'
import { createRedactor, type Redactor } from '../../http/redact.ts'
import { expectedMs, LIMITS } from '../../judge/timing/measure.ts'
import { openControlSession } from '../control/control-session.ts'
import type { ControlSource } from '../control/control-source.ts'
import type { End } from '../recording/format.ts'
import type { RecordedSession, Recorder } from '../recording/recorder.ts'
import type { Recording } from '../recording/recording.ts'
import { offlineClient, recordedTools } from '../recording/recording.ts'
import { keptResult, notLess, resumedRound } from '../resume.ts'
import { atOtherUrl } from './at-other-url.ts'
import type { Suspect } from './attempt-alone.ts'
import { type BaselineRequests, createBaselineRequests } from './baseline-requests.ts'
import type { CaseIdentity } from './case-tools.ts'
import { confirmAlone } from './confirm-alone.ts'
import { createCaseTools, createSequenceSender, evidenceSlot } from './create-case-tools.ts'
import { createInvariantWatch, type InvariantRule } from './invariants.ts'
import { latencyOf } from './latency.ts'
import type { FoundViolation, ProvisionalResult } from './provisional-result.ts'
import { isDescribable } from './rebuild-request.ts'
import { ruleResult, shownOf, violatedStatus } from './rule-result.ts'
import { crashed, createRuleRunner, type RunnerContext } from './rule-runner.ts'
import {
  AS_PLANNED,
  changesData,
  frugalConcurrency,
  frugalPriorities,
  isAtEnd,
  isTimed,
  leftToTheLast,
  plannedRequests,
  type RequestPriorities,
  requestPriorities,
  runOrder,
  usesControl,
} from './run-order.ts'
import { atDeadline, endedBeforeAnyTest, firstFailed, InconclusiveError, interrupted } from './stop-reasons.ts'
import { baseTarget, secretsOf } from './supplied-keys.ts'
import { createTimingLock, type TimingLock } from './timing-lock.ts'
import { varyFailures } from './vary-request.ts'

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
  /** Milliseconds without a request after which failures are sent again alone. Undefined: they are not. */
  readonly quietMs?: number
  /** Sends requests in-process instead of over a socket. */
  readonly open?: ClientOptions['open']
  /** With `--fail-fast`: aborted by the first failed rule of any target, which ends every session. */
  readonly firstFailure?: AbortController
}

/** Bytes of bodies that rules share; a request whose response is not kept is sent again. */
const MAX_SHARED = 16 * 1024 * 1024

/** Requests that preflight may send for projects and datasets beside those under test. */
const LOOK_AROUND: Readonly<Record<Depth, number>> = { quick: 2, standard: 12, exhaustive: 60 }

/** Test the catalogue against one target. Requests start immediately. */
export function startSession(
  settings: Settings,
  supplied: TargetSettings,
  catalog: Catalog,
  source?: ControlSource,
  lock: TimingLock = createTimingLock(),
  { recording, openRecorder, patience, open, firstFailure, ...extras }: Extras = {},
): Session {
  const abort = new AbortController()
  /** The run was interrupted or reached its deadline, so closing must be quick. */
  const isHurried = () => abort.signal.aborted && !['unreachable', 'fail-fast'].includes(stoppedBy(abort.signal).by)
  const secrets = recording ? new Map(recording.secrets) : secretsOf(supplied)
  // A faulty server may echo a key of the other variant.
  const redactor = createRedactor(secrets, settings.held)
  const spent = new Map<string, number>()
  const latencies = new Map(catalog.rules.map(({ id }) => [id, [] as number[]]))
  /** Milliseconds of the last requests. */
  const recent: number[] = []
  const keepsSome = catalog.rules.some((rule) => isAtEnd(rule) && matchesPatterns(rule.id, settings.rules))
  const { variant } = supplied
  const controlSession = openControlSession({ source, variant, secrets, redactor, signal: abort.signal, keepsSome })
  const control = recording?.header.control ?? controlSession.functions
  const byHand = recording?.header.byHand ?? controlSession.byHand
  const keys = recording?.header.target.keys
  let target: Target = {
    ...baseTarget(supplied, secrets),
    seed: settings.seed,
    control,
    ...(keys && { keys }),
    ...(open && { inProcess: true }),
  }
  const { baseUrl } = supplied
  const rate = settings.rate ?? (open ? undefined : defaultRate(baseUrl))
  const order = recording ? (recording.header.order ?? AS_PLANNED) : runOrder(settings, catalog.rules, target, rate)
  const quietMs = recording?.header.confirms ? 0 : extras.quietMs
  const recorder = openRecorder?.({ secrets, redactor, control, byHand, order, confirms: quietMs !== undefined })
  const watch = createInvariantWatch(
    catalog.rules.filter((rule): rule is InvariantRule => rule.kind === 'invariant'),
    () => target,
  )
  const spend = (rule: string, requests: number) => void spent.set(rule, (spent.get(rule) ?? 0) + requests)
  const onExchange = (x: Exchange, slot: string) => {
    const taken = recorder?.exchange(x, slot)
    spend(x.rule, 1 + x.retries)
    if (x.response) {
      latencies.get(x.rule)?.push(x.ms)
      recent.push(x.ms)
      if (recent.length > 99) recent.shift()
    }
    watch.see(x)
    if (keepsSome)
      for (const env of keysInRequest(x)) controlSession.register.used(env, x.sentAt, x.response?.status === 401)
    return taken
  }
  const timedAt = new Map<string, number>()
  const onTimed = (rule: string) => {
    if (!timedAt.has(rule)) timedAt.set(rule, Date.now())
    spend(rule, 1)
  }
  const way = recording ? recording.header.curlWay : curlOptions(baseUrl, settings.network)
  const onDown = (why: string, lately?: string) => abort.abort(new Stopped(why, 'unreachable', 0, lately))
  const sent = { baseUrl, rate, secrets, redactor, signal: abort.signal }
  const { wideEndpoint } = catalog.surface
  const concurrency = order.short ? frugalConcurrency(settings) : settings.concurrency
  const options = { ...settings, concurrency, ...sent, wideEndpoint, onExchange, onTimed, onDown, patience, open }
  const client = recording ? offlineClient(recording, options) : createClient(options)
  const endedNow = () => (abort.signal.aborted ? stoppedBy(abort.signal) : client.spent())
  const ended = () => recording?.ended ?? endedNow()
  const plan = plannedRequests(catalog.rules, settings.depth)
  const byConsoleOrClock = new Set(
    catalog.rules.filter((rule) => isTimed(rule) || usesControl(rule)).map(({ id }) => id),
  )
  const keepsEvidence = (rule: string) => byConsoleOrClock.has(rule)
  /** Create the tools of a round. Each round has its own shared responses, because the data may change in between. */
  const toolsAt = (depth: Depth, priorities: RequestPriorities, baselines: BaselineRequests, via = client) => {
    const shared = new LruCache<string, Promise<Exchange>>(MAX_SHARED)
    const inSequence = createSequenceSender(via)
    // A replay repeats each case to see whether it fails every time.
    const sharing = settings.replay ? 'none' : settings.depth === 'quick' || order.short ? 'sparing' : 'usual'
    return (rule: string, which: CaseIdentity) => {
      const keepsBodies = settings.replay !== undefined
      const own = { client: via, target, depth, seed: settings.seed, sharing, shared, keepsBodies } as const
      const context = { ...own, baselines, inSequence, priorities, controlSession, recorder, keepsEvidence }
      const caseTools = createCaseTools(context, rule, which)
      const slot = evidenceSlot(depth, which.seed)
      return recording && (keepsEvidence(rule) || recording.saw(slot))
        ? recordedTools(caseTools, slot, recording)
        : caseTools
    }
  }
  const priorities = order.short
    ? frugalPriorities(catalog, order.quickFirst)
    : requestPriorities(catalog.rules, settings.depth)
  const caseSlots = createQueue(concurrency)
  const inTurnBy =
    ({ of }: RequestPriorities): RunnerContext['inTurn'] =>
    (run, rule, place) =>
      order.short ? caseSlots.run(run, of(rule, true, place)) : run()
  const baselines = createBaselineRequests(client)
  const tools = toolsAt(settings.depth, priorities, baselines)
  const openingBaselines = createBaselineRequests(client)
  const openingPriorities = frugalPriorities(catalog)
  const opening = order.quickFirst ? toolsAt('quick', openingPriorities, openingBaselines) : tools

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
    const { target: before, once } = opening('preflight', { seed: settings.seed })
    // Where the limits do not allow all requests, the rules of the quick round need them more.
    const lookAround = LOOK_AROUND[order.short ? 'quick' : settings.depth]
    const found = await catalog.preflight({ target: before, once, lookAround })
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
    // A person acts after the rest.
    quietFirst: byHand || order.quickFirst,
    byHand,
    isShort: order.short,
  }
  const leaves = (rule: Rule) => leftToTheLast(rule, byHand)
  const before = order.quickFirst
    ? createRuleRunner({
        ...running,
        depth: 'quick',
        tools: opening,
        inTurn: inTurnBy(openingPriorities),
        baselines: openingBaselines,
        leaves,
      })
    : undefined
  const runner = createRuleRunner({
    ...running,
    depth: settings.depth,
    tools,
    inTurn: inTurnBy(priorities),
    baselines,
    before,
  })
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
      fails(rule.id)
  }
  function fails(id: string) {
    failed.push(id)
    if (!settings.expect?.some(({ rule }) => matchesPatterns(id, [rule]))) firstFailure?.abort(firstFailed(id))
  }
  firstFailure?.signal.addEventListener('abort', () => abort.abort(firstFailure.signal.reason))

  const leftOf = ({ id }: Rule) => (done.has(id) ? 0 : Math.max(0, plan.get(id)! - (spent.get(id) ?? 0)))
  const left = (): number => Math.round(catalog.rules.reduce((sum, rule) => sum + leftOf(rule), 0))
  const timingLeft = () => {
    const open = catalog.rules.filter((rule) => isTimed(rule) && leftOf(rule) > 0)
    const msOf = (rule: Rule) => {
      const within = LIMITS[settings.depth].ms - (Date.now() - (timedAt.get(rule.id) ?? Date.now()))
      return Math.min(expectedMs(leftOf(rule), median(recent) ?? 0, rate), Math.max(0, within))
    }
    const sum = (of: (rule: Rule) => number) => open.reduce((total, rule) => total + of(rule), 0)
    return { requests: sum(leftOf), ms: sum(msOf) }
  }

  const untimed = catalog.rules.filter((rule) => !isTimed(rule))
  const lateDrafts = new Map(catalog.rules.map((rule) => [rule.id, closing.then(() => lateDraft(rule))]))
  // No verdict depends on it.
  let confirming = 0
  const confirmed = confirm()
    .catch(() => new Map<string, FoundViolation>())
    .finally(() => {
      confirming = 0
    })
  const results = new Map(catalog.rules.map((rule) => [rule.id, finish(rule)]))
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
  const untimedResults = untimed.map(({ id }) => results.get(id)!)
  Promise.allSettled(untimedResults).then(async () => {
    // Revoking created keys would disturb the measurements that follow.
    await controlSession.register.settled()
    const leave = await entered.catch(() => undefined)
    leave?.()
    ordinary.resolve()
  })
  /** The result of an earlier run, if that decided the rule. */
  async function lateDraft(rule: Rule): Promise<ProvisionalResult | RuleResult> {
    const kept = matchesPatterns(rule.id, settings.rules) ? keptResult(settings, rule) : undefined
    // An invariant judges the exchanges of this run as well.
    return kept && !watch.of(rule.id)?.worst ? kept : runner.late(rule)
  }
  /** The failures that other requests cause, once the run sends nothing else. */
  async function confirm(): Promise<Map<string, FoundViolation>> {
    if (quietMs === undefined) return new Map()
    const suspects: Suspect[] = []
    // A replay decides whether a case fails at all: only what showed with other requests is sent as pairs again.
    const isSuspect = ({ id }: Rule) => settings.replay?.some(({ rule, context }) => rule === id && context) ?? true
    for (const rule of untimed.filter(isSuspect)) {
      const draft = await lateDrafts.get(rule.id)!
      if ('found' in draft && draft.found && !(byHand && usesControl(rule))) suspects.push({ rule, found: draft.found })
    }
    confirming = suspects.length
    const by = {
      ...{ client, target, quietMs, ...catalog.surface, signal: abort.signal },
      changedData: changesData(control),
      stopped: () => endedNow() !== undefined,
      seedOf: ({ id }: Rule) => seedFor(settings.seed, id),
      tools: (via: Client, rule: string, which: CaseIdentity) =>
        toolsAt(settings.depth, priorities, createBaselineRequests(via), via)(rule, which),
    }
    const confirmed = await confirmAlone(suspects, by)
    // A replay only decides; what a limit leaves is for the rules.
    if (settings.replay || settings.maxRequests !== undefined) return confirmed
    const asConfirmed = () => suspects.map(({ rule, found }) => ({ rule, found: confirmed.get(rule.id) ?? found }))
    for (const [id, found] of await atOtherUrl(asConfirmed(), by)) confirmed.set(id, found)
    const current = asConfirmed()
    const varied = await varyFailures(current, by)
    return new Map(
      current.flatMap(({ rule, found }) => {
        const own = varied.get(rule.id)
        return own || confirmed.has(rule.id) ? [[rule.id, own ? { ...found, varied: own } : found]] : []
      }),
    )
  }
  async function finish(rule: Rule): Promise<RuleResult> {
    const { id } = rule
    const late = await lateDrafts.get(id)!
    if ('level' in late) return late
    const found = isTimed(rule) ? undefined : (await confirmed).get(id)
    const draft = found ? { ...late, found } : late
    if (draft.found) await recorder?.shown(id, shownOf(draft.found))
    const { reference } = catalog
    const cost = { requests: spent.get(id) ?? 0, ms: runner.ms(id), latency: latencyOf(latencies.get(id) ?? []) }
    const plain = (req: Req) => isDescribable(req, target, catalog.surface)
    const result = ruleResult(rule, draft, cost, {
      ...settings,
      resumed: resumedRound(settings, rule),
      reference,
      secrets,
      curlWay: way,
      isPlain: plain,
      changesLists: changesData(control),
    })
    // Only the session knows the created keys, so it must redact them.
    const by = ended()?.by
    return redactor.redactValue(by && by !== 'unreachable' ? notLess(result, settings) : result)
  }

  const selected = catalog.rules.flatMap(({ id }) => (matchesPatterns(id, settings.rules) ? [id] : []))

  return {
    redact: redactor.redact,
    result: (id) => results.get(id)!,
    progress() {
      const pending = selected.filter((id) => !done.has(id))
      return {
        ...client.stats(),
        rulesDone: selected.length - pending.length,
        rulesTotal: selected.length,
        pending,
        requestsLeft: stopped ? 0 : left(),
        timingLeft: timingLeft(),
        confirming,
        failed,
        openKeys: controlSession.register.open(),
      }
    },
    stopped: () => stopped,
    cut: () => cutOf(recording?.ended ?? endedBy ?? client.spent()),
    stop: () => abort.abort(interrupted()),
    async close() {
      const leave = await lock.enter()
      leftovers = await controlSession.register.close(isHurried())
      await client.close()
      leave()
      const at = new Date().toISOString()
      const ended = endedBy ?? client.spent()
      const end = { at, ...client.stats(), spent: Object.fromEntries(spent), ...endOf(ended), stopped }
      unrecorded = await recorder?.end(end)
    },
    leftovers: () => leftovers,
    unrecorded: () => unrecorded,
  }
}

const cutOf = (ended: Stopped | undefined): TargetResult['cut'] =>
  ended && ended.by !== 'interruption'
    ? { by: ended.by, reason: ended.lately ? `${ended.message}; the last requests: ${ended.lately}` : ended.message }
    : undefined

const endOf = (ended: Stopped | undefined): Pick<End, 'interrupted' | 'ended'> => ({
  interrupted: ended?.by === 'interruption',
  ...(ended && { ended: { by: ended.by, message: ended.message } }),
})
