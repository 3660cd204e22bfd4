import { randomBytes } from 'node:crypto'
import type { ControlStep, ControlTools, ControlToolsA, ControlToolsB, Done } from '../../core/control-tools.ts'
import type { Json } from '../../core/json.ts'
import type { ControlFunction, Key } from '../../core/target.ts'
import type { ControlSession } from './control-session.ts'
import { ControlFailed, isRefused } from './refused.ts'

/** The control tools of one case. */
export interface CaseControl {
  readonly tools: ControlTools
  /** Why the case cannot be judged: the message of the first call that failed without a refusal. */
  failed(): string | undefined
  /** Ends the case and revokes the keys it created. */
  release(): void
}

type All = ControlToolsA & ControlToolsB

/** Create the control tools of one case. */
export function controlFor(controlSession: ControlSession, rule: string): CaseControl {
  const { register } = controlSession
  const steps: ControlStep[] = []
  const created: Key[] = []
  let failure: string | undefined
  const logsFrom = new Date(Date.now() - CLOCK_MARGIN_MS).toISOString()

  type Value = Record<string, unknown>

  async function act(name: ControlFunction, ...args: readonly unknown[]): Promise<Done & Value> {
    const moduleArgs = args.map((arg) => (isKey(arg) ? register.handle(arg) : arg))
    const shown = args.map((arg) => (isKey(arg) ? arg.keyId : arg) as Json)
    const key = args.find(isKey)
    const reduce =
      key && isAboutKey(name) ? (text: Value) => register.textOf(key, text, name === 'logsSince') : undefined
    const { step, value, trouble } = await controlSession.act({
      name,
      args: moduleArgs,
      shown,
      begun: steps.length > 0,
      reduce,
    })
    steps.push(step)
    if (trouble instanceof ControlFailed) failure ??= trouble.message
    if (trouble) throw trouble
    return { ...value, step }
  }

  /** A call that a key or all keys of a person are affected by. A refused one changes nothing. */
  async function on(whom: Key | string, name: ControlFunction, ...args: readonly unknown[]) {
    try {
      const done = await act(name, ...args)
      register.called(name, whom, true)
      return done
    } catch (error) {
      if (!isRefused(error)) register.called(name, whom, false)
      throw error
    }
  }

  async function create(choice: object) {
    const done = await act('createKey', choice)
    created.push(done.key as Key)
    return done
  }

  async function onKey(name: ControlFunction, key: Key, ...more: readonly unknown[]) {
    const done = await on(key, name, key, ...more)
    if (name === 'renewKey') register.expires(key, String(done.expiresAt))
    return done
  }

  const all = {
    createKey: (choice = {}) => create(choice),
    disableKey: (key) => onKey('disableKey', key),
    enableKey: (key) => onKey('enableKey', key),
    revokeKey: (key) => onKey('revokeKey', key),
    renewKey: (key, choice) => onKey('renewKey', key, choice),
    expireKey: (key) => onKey('expireKey', key),
    revokeKeysIssuedBy: (person) => on(person, 'revokeKeysIssuedBy', person),
    removePerson: (person) => on(person, 'removePerson', person),
    createUser: () => act('createUser'),
    touchUser: (id) => act('touchUser', id),
    appendRow: (place) => act('appendRow', place),
    limitedAdministrator: () => act('limitedAdministrator'),
    async setExpiry(key, expiresAt) {
      const done = await on(key, 'setExpiry', key, expiresAt)
      register.expires(key, expiresAt)
      return done
    },
    changePassword: (person) => on(person, 'changePassword', person),
    removeRole: (person) => on(person, 'removeRole', person),
    ordinaryPerson: () => act('ordinaryPerson'),
    showKey: (key) => act('showKey', key),
    storedKey: (key) => act('storedKey', key),
    logsSince: (key) => act('logsSince', logsFrom, key),
  } as { [name in keyof All]: (...args: Parameters<All[name]>) => Promise<unknown> } as unknown as All

  const tools: ControlTools = {
    a: all,
    b: { ...all, createKey: (choice = {}) => all.createKey({ name: nameFor(rule), ...choice }) } as All,
    steps,
    createdKeys: () => register.histories(),
    has: (name) => controlSession.functions.includes(name),
    byHand: controlSession.byHand,
  }
  return { tools, failed: () => failure, release: () => register.release(created) }
}

/** By which the clock of the log may be ahead of ours, in milliseconds. */
const CLOCK_MARGIN_MS = 60_000

/** A unique name: a console may reject a name that another key of this or an earlier run has. */
const nameFor = (rule: string): string => `conformance ${rule} ${randomBytes(4).toString('hex')}`

const isKey = (arg: unknown): arg is Key => typeof arg === 'object' && arg !== null && 'env' in arg && 'keyId' in arg

/** Functions that return a text about a key, which may hold its secret. */
const isAboutKey = (name: ControlFunction): boolean => ['showKey', 'storedKey', 'logsSince'].includes(name)
