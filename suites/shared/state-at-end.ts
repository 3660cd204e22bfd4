import { setTimeout as sleep } from 'node:timers/promises'
import type { Behaviour, Call } from '../../reference-server/behaviour.ts'
import type { CreatedKeyState, KeyHistory } from '../../src/core/control-tools.ts'
import type { Exchange } from '../../src/core/exchange.ts'
import { requestLine } from '../../src/core/request-text.ts'
import { explained, type Finding, headlined, type Tools, type Trial, unclear, violation } from '../../src/core/rule.ts'
import type { ControlFunction, Key } from '../../src/core/target.ts'
import { orRefused } from '../../src/engine/control/refused.ts'
import { responseSummary } from '../../src/judge/response-summary.ts'
import { isAccepted } from './key-propagation.ts'

/** A key with its state at the end of the run, and the response to it then. */
export interface UsedKey extends KeyHistory {
  readonly state: CreatedKeyState
  readonly x: Exchange
}

type Use = (tools: Tools, key: KeyHistory & { state: CreatedKeyState }, index: number) => Promise<Exchange>

/** Keys that are used at the end. */
const AT_QUICK = 2
const AT_MOST = 16
/** Milliseconds in a state: a shorter time shows nothing that the rules on its change do not show. */
const LONG_AGO = 2500
/** Milliseconds without a request of this run. */
const PAUSE = 2400
/** Requests with a revoked key where the run has no other. */
const TRIES = 3

/** Uses created keys at the end of the run, those with rare histories and old states first. */
export function usedAtEnd(
  use: Use,
): Pick<Trial<Record<string, never>, readonly UsedKey[]>, 'cases' | 'send' | 'judge'> {
  return {
    cases: { first: [{}], count: [1, 1, 1], cost: (depth) => (depth === 'quick' ? AT_QUICK : AT_MOST) },
    async send(_, tools) {
      const { control, depth } = tools
      const known = await control.createdKeys()
      const isActive = ({ state, isRefused }: KeyHistory) => state === 'active' && !isRefused
      const isRenewed = (key: KeyHistory) => isActive(key) && key.calls.includes('renewKey')
      const isDisabled = ({ state, isRefused }: KeyHistory) => state === 'disabled' && isRefused
      const suffices =
        known.some(isActive) &&
        known.some(({ state }) => state === 'revoked') &&
        (depth === 'quick' || !control.has('renewKey') || known.some(isRenewed)) &&
        (depth === 'quick' || !control.has('disableKey') || known.some(isDisabled))
      if (!suffices && !control.byHand) await createSome(tools, use)
      const judged = (await control.createdKeys()).filter(isJudged)
      const keys = select(judged, depth === 'quick' ? AT_QUICK : AT_MOST)
      const useOf = async (key: Known, i: number): Promise<UsedKey> => ({ ...key, x: await use(tools, key, i) })
      if (depth === 'quick') return stillThus(await Promise.all(keys.map(useOf)), tools)
      await sleep(Math.max(PAUSE, oldEnoughAt(judged) - Date.now()))
      // The first request after a pause may reach a new instance.
      const first = keys.findIndex(({ state }) => state === 'active')
      const used = first < 0 ? [] : [await useOf(keys[first]!, first)]
      const others = await Promise.all(keys.flatMap((key, i) => (i === first ? [] : [useOf(key, i)])))
      return stillThus([...used, ...others], tools)
    },
    judge: (used) => judgeUsed(used),
  }
}

type Known = KeyHistory & { state: CreatedKeyState }

/** Without the keys that another rule changed in the meantime. */
async function stillThus(used: readonly UsedKey[], { control }: Tools): Promise<readonly UsedKey[]> {
  const now = new Map((await control.createdKeys()).map(({ key, since }) => [key.env, since]))
  return used.filter(({ key, since }) => now.get(key.env) === since)
}

/** Only revocation is instant: another refusal must have been seen before. */
const isJudged = (key: KeyHistory): key is Known =>
  key.state !== undefined && (key.isRefused || key.state === 'revoked' || key.state === 'active')

/** Keys by history, of each the oldest first, as caches forget them first. */
const byHistory = (keys: readonly Known[]): Known[][] =>
  [...Map.groupBy(keys, ({ state, calls }) => `${state} ${calls.join()}`).values()].map((group) =>
    group.toSorted((one, other) => one.since - other.since),
  )

/** When a key of each history has been in its state for long. Of a key that was revoked and not used since, any time shows something. */
const oldEnoughAt = (keys: readonly Known[]): number => {
  const used = keys.filter(({ state, isRefused }) => state === 'active' || isRefused)
  return Math.max(...byHistory(used).map(([oldest]) => oldest!.since + LONG_AGO))
}

/** Takes turns between states, so that no state leaves another without a place, and between histories. */
function select(keys: readonly Known[], count: number): Known[] {
  const byState = Map.groupBy(inTurn(byHistory(keys)), ({ state }) => state)
  return inTurn(STATES.map((state) => byState.get(state) ?? [])).slice(0, count)
}

const STATES: readonly CreatedKeyState[] = ['revoked', 'active', 'expired', 'disabled']

function inTurn<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, k) => lists.flatMap((list) => list.slice(k, k + 1))).flat()
}

/** A rule that runs alone has no keys of others. */
async function createSome(tools: Tools, use: Use): Promise<void> {
  const { control, target } = tools
  const side = control[target.variant]
  const create = async () => (await side.createKey()).key
  const [revoked, active, other] = [await create(), await create(), await create()]
  const useNow = async ({ env }: Key, i = 0) =>
    use(tools, (await control.createdKeys()).find(({ key }) => key.env === env) as Known, i)
  for (const key of [revoked, active, other]) await useNow(key)
  if (control.has('disableKey')) await orRefused(control.a.disableKey(other))
  if (control.has('renewKey')) await orRefused(control.b.renewKey(other, { lifetimeDays: 120 }))
  await side.revokeKey(revoked)
  await create()
  for (let i = 0; i < TRIES; i++) await useNow(revoked, i)
  await useNow(other)
}

function judgeUsed(used: readonly UsedKey[]): Finding | undefined {
  if (used.length === 0) return unclear('no key was created in this run')
  const wrong = used.find((key) => (key.state === 'active' ? key.x.response!.status === 401 : isAccepted(key.x)))
  return wrong && asViolation(wrong)
}

/** Calls that concern a key, as they are said of it. */
const DONE: { readonly [Call in ControlFunction]?: string } = {
  createKey: 'created',
  disableKey: 'disabled',
  enableKey: 're-enabled',
  revokeKey: 'revoked',
  renewKey: 'renewed',
  expireKey: 'expired',
  setExpiry: 'given another expiry',
  revokeKeysIssuedBy: 'revoked with all keys of its issuer',
}

/** `created, disabled, re-enabled`. */
const historyOf = (calls: UsedKey['calls']): string => calls.flatMap((call) => DONE[call] ?? []).join(', ')

function asViolation({ key, state, since, calls, x }: UsedKey): Finding {
  const seconds = Math.round((x.sentAt - since) / 100) / 10
  const isActive = state === 'active'
  const then = `${seconds} s after it became ${state}`
  const got = `${requestLine(x.req)} returned ${x.response!.status}`
  const name = `key (key_id ${key.keyId}: ${historyOf(calls)})`
  const found = violation(
    `${isActive ? 'a success' : '401'} with a key that is ${state}`,
    `${responseSummary(x)} at the end of the run, ${then}`,
    x,
  )
  if (isActive)
    return headlined(
      `An active ${name} stopped working: ${got} at the end of the run, ${then}`,
      explained(
        found,
        'An integration stops although its key was neither disabled nor revoked.',
        'a job or cache drops keys that are old or idle',
        'a replica or backup restores an earlier state',
      ),
    )
  return headlined(
    `The server accepted ${state === 'expired' ? 'an' : 'a'} ${state} ${name}: ${got} at the end of the run, ${then}`,
    explained(found, `A key that was ${state} works again a while later.`),
  )
}

/** For `memory`: when a server first saw a key in a state. */
const firstSeen = (slot: string, memory: Map<string, unknown>, now: number): number => {
  if (!memory.has(slot)) memory.set(slot, now)
  return Number(memory.get(slot))
}

/** Milliseconds until these faulty servers change their mind: later than other rules look. */
const LATER = 2200

/** Whether no request came for some milliseconds before this one, which has a key. */
const isAfterPause = (call: Call, ms: number): boolean => {
  const last = Number(call.memory.get('last request with a key') ?? call.now)
  call.memory.set('last request with a key', call.now)
  return call.now - last > ms
}

/** After a pause, new keys are refused. */
const lacksNewKeys = (ms: number, seen: 'unknown' | 'disabled'): Partial<Behaviour> => ({
  classify: (check, call) => {
    const failure = call.conforming.classify(check, call)
    const isNew = call.record !== undefined && call.record.name !== 'fixture'
    return isAfterPause(call, ms) && isNew && !failure ? seen : failure
  },
})

export const stateAtEndFaults = {
  'instance-after-a-pause-lacks-new-keys': lacksNewKeys(1000, 'unknown'),
  'new-keys-pending-after-a-pause': lacksNewKeys(700, 'disabled'),
  'revocation-forgotten-after-two-seconds': {
    keyRevoked: (key, now, call) =>
      call.conforming.keyRevoked(key, now, call) &&
      (key.name === 'fixture' || now - firstSeen(`revoked ${key.keyId}`, call.memory, now) < LATER),
  },
  'revocation-undone-by-a-restored-copy': {
    keyTransition: (state, transition, admin) => {
      if (transition === 'revoke' && state !== 'revoked') firstSeen('first revocation', admin.memory, admin.now)
      return admin.conforming.keyTransition(state, transition, admin)
    },
    keyRevoked: (key, now, call) => {
      const first = call.memory.get('first revocation') as number | undefined
      const restored = first !== undefined && now - first > LATER
      const isOld = key.name !== 'fixture' && key.createdAt <= (first ?? 0)
      return call.conforming.keyRevoked(key, now, call) && !(restored && isOld)
    },
  },
  'new-keys-last-two-seconds': {
    keyRevoked: (key, now, call) =>
      call.conforming.keyRevoked(key, now, call) || (key.name !== 'fixture' && now - key.createdAt > LATER),
  },
  'idle-keys-are-dropped': {
    classify: (check, call) => {
      const failure = call.conforming.classify(check, call)
      if (failure || call.record?.name === 'fixture') return failure
      const slot = `used ${call.record?.keyId}`
      const last = firstSeen(slot, call.memory, call.now)
      call.memory.set(slot, call.now)
      return call.now - last > LATER ? 'unknown' : undefined
    },
  },
} satisfies Record<string, Partial<Behaviour>>

const WHY = 'quick depth does not wait'
export const stateAtEndQuickMisses = {
  'instance-after-a-pause-lacks-new-keys': WHY,
  'new-keys-pending-after-a-pause': WHY,
  'revocation-forgotten-after-two-seconds': WHY,
  'revocation-undone-by-a-restored-copy': WHY,
  'new-keys-last-two-seconds': WHY,
  'idle-keys-are-dropped': WHY,
} as const
