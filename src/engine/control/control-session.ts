import { functionsOf, sideOf } from '../../core/control-module.ts'
import type { ControlStep } from '../../core/control-tools.ts'
import type { Json } from '../../core/json.ts'
import type { Variant } from '../../core/rule.ts'
import { Stopped, stoppedBy } from '../../core/stopped.ts'
import type { ControlFunction, Key } from '../../core/target.ts'
import { createQueue, type Queue, URGENT } from '../../http/queue.ts'
import type { Redactor } from '../../http/redact.ts'
import { callWithLimit } from './call-with-limit.ts'
import type { ControlSource } from './control-source.ts'
import { nameOf } from './created-key.ts'
import { messageOf, saysRefused, textOf } from './error-message.ts'
import { createKeyRegistry, type KeyRegistry } from './key-registry.ts'
import { ControlFailed, Refused } from './refused.ts'

export interface ControlSessionOptions {
  readonly source: ControlSource | undefined
  readonly variant: Variant
  /** Receives the keys that the session creates. */
  readonly secrets: Map<string, string>
  readonly redactor: Redactor
  readonly signal: AbortSignal
  /** Whether a rule uses created keys again at the end of the run. */
  readonly keepsSome?: boolean
}

/** Queues, checks and records the control calls of one session. */
export interface ControlSession {
  readonly functions: readonly ControlFunction[]
  readonly byHand: boolean
  readonly register: KeyRegistry
  act(errand: ControlCall): Promise<ControlCallResult>
}

export interface ControlCall {
  readonly name: ControlFunction
  /** Arguments for the module. */
  readonly args: readonly unknown[]
  /** Arguments for the record, without secrets. */
  readonly shown: readonly Json[]
  /** Whether the case has called before. Such calls go first, because the state they prepared ages while they wait. */
  readonly begun: boolean
  /** Replaces a result that the record must not hold. */
  readonly reduce?: (value: Record<string, unknown>) => Record<string, unknown>
}

/** The outcome of a control call. */
export interface ControlCallResult {
  readonly step: ControlStep
  /** The result; for `createKey` with the key in the form that rules use. */
  readonly value: Record<string, unknown>
  /** The error to throw. */
  readonly trouble?: Refused | ControlFailed
}

type Checks = typeof import('../../core/control-results.ts')

const LIMIT_MS = 30_000
/** Maximum concurrent calls: a console is not built for load. */
const MAX_CONCURRENT_CALLS = 8
const HALF_A_SECRET = 32
/** Rank of calls that can wait: the first call of a case, and cleanup. */
const LOW_PRIORITY = 1

/** Open the control functions of a session: none without a module. */
export function openControlSession({
  source,
  variant,
  secrets,
  redactor,
  signal,
  keepsSome,
}: ControlSessionOptions): ControlSession {
  const { module = {}, byHand } = source ?? {}
  const limit = byHand ? undefined : (source?.limit ?? LIMIT_MS)
  const side = sideOf(module, variant)
  const slots = createQueue(byHand ? 1 : MAX_CONCURRENT_CALLS)
  // Lazy: loads zod, which a session without a module does not need.
  const checks = source && import('../../core/control-results.ts')
  const lowPriority: Queue = { run: (work) => slots.run(work, LOW_PRIORITY) }
  const limits = { slots: lowPriority, signal, limit, byHand, keepsSome }
  const register = createKeyRegistry({ side, variant, secrets, redactor, ...limits })

  async function call(
    { name, args, reduce = (value) => value }: ControlCall,
    checkedResult: Checks['checkedResult'],
  ): Promise<Record<string, unknown>> {
    const pending = Promise.resolve().then(() => side[name]!.call(side, ...args))
    const keyEntry = name === 'createKey' ? register.expect(pending, args[0]) : undefined
    const value = await callWithLimit(() => pending, { limit, signal })
    const checked = reduce(checkedResult(variant, name, value))
    return keyEntry ? { ...checked, key: await keyEntry } : checked
  }

  async function act(errand: ControlCall): Promise<ControlCallResult> {
    if (signal.aborted) throw stoppedBy(signal)
    const { name, shown } = errand
    if (!side[name]) throw new Error(`control.${name} is used but missing from the needs of the rule`)
    const { checkedResult } = await checks!
    const calledAt = Date.now()
    const stepWith = (more: Pick<ControlStep, 'result' | 'refused' | 'error' | 'quotesSecret'>): ControlStep =>
      redactor.redactValue({ call: name, args: shown, calledAt, returnedAt: Date.now(), ...more })
    try {
      const value = await call(errand, checkedResult)
      return { value, step: stepWith({ result: resultOf(value) }) }
    } catch (error) {
      if (error instanceof Stopped) throw error
      const message = messageOf(error, redactor)
      const quotes = redactor.keysShownIn(textOf(error)).some(({ characters }) => characters >= HALF_A_SECRET)
      const why = saysRefused(error) ? { refused: message } : { error: message }
      const step = stepWith({ ...why, ...(quotes && { quotesSecret: true as const }) })
      return { value: {}, step, trouble: step.refused === undefined ? failed(variant, step) : new Refused(step) }
    }
  }

  return {
    functions: functionsOf(module, variant),
    byHand: byHand !== undefined,
    register,
    act: (errand) => slots.run(() => act(errand), errand.begun ? URGENT : LOW_PRIORITY),
  }
}

function resultOf({ key, keyId: _, ...rest }: Record<string, unknown>): Json {
  if (key !== undefined) return { key: nameOf(key as Key), ...rest } as Json
  return Object.keys(rest).length === 0 ? null : (rest as Json)
}

function failed(variant: Variant, { call, error = '' }: ControlStep): ControlFailed {
  return new ControlFailed(
    `the control module: ${variant}.${call} ${/^returned /.test(error) ? '' : 'failed: '}${error}`,
  )
}
