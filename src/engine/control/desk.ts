import { functionsOf, sideOf } from '../../core/control-names.ts'
import type { ControlStep } from '../../core/control-tools.ts'
import type { Json } from '../../core/json.ts'
import type { Variant } from '../../core/rule.ts'
import { Stopped, stoppedBy } from '../../core/stopped.ts'
import type { ControlFunction, Key } from '../../core/target.ts'
import { createQueue, type Queue, URGENT } from '../../http/queue.ts'
import type { Redactor } from '../../http/redact.ts'
import { nameOf } from './created-key.ts'
import { messageOf, saysRefused } from './error-message.ts'
import { limited } from './limited-call.ts'
import { ControlFailed, Refused } from './refused.ts'
import { createRegister, type Register } from './register.ts'
import type { ControlSource } from './source.ts'

export interface DeskOptions {
  readonly source: ControlSource | undefined
  readonly variant: Variant
  /** Created keys are added to it. */
  readonly secrets: Map<string, string>
  readonly redactor: Redactor
  readonly signal: AbortSignal
}

/** What one session does by a control module. */
export interface Desk {
  readonly functions: readonly ControlFunction[]
  readonly byHand: boolean
  readonly register: Register
  act(errand: OutgoingRequest): Promise<Act>
}

export interface OutgoingRequest {
  readonly name: ControlFunction
  /** As the module takes them. */
  readonly args: readonly unknown[]
  /** As they are recorded. */
  readonly shown: readonly Json[]
  /** Its case has called before: it goes ahead of those that have not, since what it prepared gets old while it waits. */
  readonly begun: boolean
}

/** What came of a call; a step is there of each that was made. */
export interface Act {
  readonly step: ControlStep
  /** What it returned; of `createKey` with the key as rules refer to it. */
  readonly value: Record<string, unknown>
  /** To be thrown. */
  readonly trouble?: Refused | ControlFailed
}

type Checks = typeof import('../../core/control-functions.ts')

const LIMIT_MS = 30_000
/** A console is no load generator: more calls than that wait. */
const AT_ONCE = 8
/** The rank of what nobody has prepared anything for: the first call of a case, and tidying up. */
const PATIENT = 1

export function openDesk({ source, variant, secrets, redactor, signal }: DeskOptions): Desk {
  const { module = {}, byHand } = source ?? {}
  const limit = byHand ? undefined : (source?.limit ?? LIMIT_MS)
  const side = sideOf(module, variant)
  const slots = createQueue(byHand ? 1 : AT_ONCE)
  // Loads zod, of which a session without a module has no need.
  const checks = source && import('../../core/control-functions.ts')
  const patiently: Queue = { run: (work) => slots.run(work, PATIENT) }
  const register = createRegister({ side, variant, secrets, redactor, slots: patiently, signal, limit, byHand })

  async function call(
    { name, args }: OutgoingRequest,
    checkedResult: Checks['checkedResult'],
  ): Promise<Record<string, unknown>> {
    const calling = Promise.resolve().then(() => side[name]!.call(side, ...args))
    const entering = name === 'createKey' ? register.expect(calling, args[0]) : undefined
    const value = await limited(() => calling, { limit, signal })
    const checked = checkedResult(variant, name, value)
    return entering ? { ...checked, key: await entering } : checked
  }

  async function act(errand: OutgoingRequest): Promise<Act> {
    if (signal.aborted) throw stoppedBy(signal)
    const { name, shown } = errand
    if (!side[name]) throw new Error(`control.${name} is used, but does not stand among the needs of the rule`)
    const { checkedResult } = await checks!
    const calledAt = Date.now()
    const done = (more: Pick<ControlStep, 'result' | 'refused' | 'error'>): ControlStep =>
      redactor.redactValue({ call: name, args: shown, calledAt, returnedAt: Date.now(), ...more })
    try {
      const value = await call(errand, checkedResult)
      return { value, step: done({ result: resultOf(value) }) }
    } catch (error) {
      if (error instanceof Stopped) throw error
      const message = messageOf(error, redactor)
      const step = done(saysRefused(error) ? { refused: message } : { error: message })
      return { value: {}, step, trouble: step.refused === undefined ? failed(variant, step) : new Refused(step) }
    }
  }

  return {
    functions: functionsOf(module, variant),
    byHand: byHand !== undefined,
    register,
    act: (errand) => slots.run(() => act(errand), errand.begun ? URGENT : PATIENT),
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
