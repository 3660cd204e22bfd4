import { randomBytes } from 'node:crypto'
import type { ControlStep, ControlTools, ControlToolsA, ControlToolsB, Done } from '../../core/control-tools.ts'
import type { Json } from '../../core/json.ts'
import type { ControlFunction, Key } from '../../core/target.ts'
import type { ControlSession } from './control-session.ts'
import { ControlFailed } from './refused.ts'

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
export function controlFor(desk: ControlSession, rule: string): CaseControl {
  const { register } = desk
  const steps: ControlStep[] = []
  const created: Key[] = []
  let failure: string | undefined

  async function act(name: ControlFunction, ...args: readonly unknown[]): Promise<Done & Record<string, unknown>> {
    const moduleArgs = args.map((arg) => (isKey(arg) ? register.handle(arg) : arg))
    const shown = args.map((arg) => (isKey(arg) ? arg.keyId : arg) as Json)
    const { step, value, trouble } = await desk.act({ name, args: moduleArgs, shown, begun: steps.length > 0 })
    steps.push(step)
    if (trouble instanceof ControlFailed) failure ??= trouble.message
    if (trouble) throw trouble
    return { ...value, step }
  }

  async function create(choice: object) {
    const done = await act('createKey', choice)
    created.push(done.key as Key)
    return done
  }

  async function onKey(name: ControlFunction, key: Key, ...more: readonly unknown[]) {
    const done = await act(name, key, ...more)
    if (name === 'revokeKey') register.revoked(key)
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
    async revokeKeysIssuedBy(person) {
      const done = await act('revokeKeysIssuedBy', person)
      register.revokedAllOf(person)
      return done
    },
    removePerson: (person) => act('removePerson', person),
    createUser: () => act('createUser'),
    touchUser: (id) => act('touchUser', id),
    appendRow: (place) => act('appendRow', place),
    limitedAdministrator: () => act('limitedAdministrator'),
  } as { [name in keyof All]: (...args: Parameters<All[name]>) => Promise<unknown> } as unknown as All

  const tools: ControlTools = {
    a: all,
    b: { ...all, createKey: (choice = {}) => all.createKey({ name: nameFor(rule), ...choice }) } as All,
    steps,
    has: (name) => desk.functions.includes(name),
    byHand: desk.byHand,
  }
  return { tools, failed: () => failure, release: () => register.release(created) }
}

/** A unique name: a console may reject a name that another key of this or an earlier run has. */
const nameFor = (rule: string): string => `conformance ${rule} ${randomBytes(4).toString('hex')}`

const isKey = (arg: unknown): arg is Key => typeof arg === 'object' && arg !== null && 'env' in arg && 'keyId' in arg
