import { setTimeout as sleep } from 'node:timers/promises'
import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import { explained, type Finding, headlined, type Tools, trial, unclear, violation } from '../../../src/core/rule.ts'
import type { Key } from '../../../src/core/target.ts'
import { orRefused } from '../../../src/engine/control/refused.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { isAccepted } from '../../shared/key-propagation.ts'
import type { Form } from '../api.ts'
import { askBy, tomorrow } from '../support/request-with-created-key.ts'

/** What is done after the revocation, in this order: to the key, or a use of it several times, or the creation and use of another. */
type Transition = 'enable' | 'disable' | 'revoke' | 'setExpiry' | 'use' | 'create'
interface Case {
  readonly by: Form
  readonly transitions: readonly Transition[]
  /** Milliseconds between the transitions and the last request. */
  readonly wait?: number
  /** The key has no scope. */
  readonly unscoped?: true
}

interface Evidence {
  /** Undefined where the console creates no such key. */
  readonly before?: Exchange
  readonly after: readonly Exchange[]
}

export default trial<Case, Evidence>({
  level: 'stated',
  title: 'A revoked key never works again, even when it is re-enabled',
  clauses: ['3.revoke.permanent', '3.revoke.no-re-enable'],
  tried:
    'A key is revoked, then re-enabled, immediately or after other transitions, such as a new expiry, whether or not the console allows them, and used after each re-enabling and again half a second later. Another is used several times, while a new key is created and used, and again after 2.6 s. A key without any scope, which gets 403, gets 401 as soon as it is revoked.',
  meaning: 'A leaked key that was revoked works again.',
  causes: [
    'one flag holds both disabled and revoked, or enabling ignores the previous state',
    'the revocation is kept in a cache or list that forgets it',
    'scopes are compared before the state of the key',
  ],
  eager: true,
  needs: ['key', 'control.createKey', 'control.revokeKey', 'control.enableKey'],
  after: ['a.auth.api-key-accepted', 'a.auth.bearer-accepted', 'a.key.revoke-instant'],
  cases: {
    first: [
      { by: 'X-Api-Key', transitions: ['revoke', 'disable', 'enable'], wait: 500 },
      { by: 'X-Api-Key', transitions: ['enable'] },
      { by: 'Bearer', transitions: ['disable', 'enable'], wait: 500 },
      { by: 'X-Api-Key', transitions: ['revoke', 'setExpiry', 'enable'], wait: 500 },
      { by: 'Bearer', transitions: ['enable', 'disable', 'enable'] },
      { by: 'X-Api-Key', transitions: ['use', 'create', 'use'], wait: 2600 },
      { by: 'Bearer', transitions: [], wait: 0, unscoped: true },
    ],
    count: [1, 7, 7],
    cost: (depth) => (depth === 'quick' ? 3 : 24),
  },
  async send({ by, transitions, wait, unscoped }, tools) {
    const { createKey } = tools.control.a
    const created = unscoped ? await orRefused(createKey({ scopes: [] })) : await createKey()
    if ('refused' in created) return { after: [] }
    const { key } = created
    const before = await askBy(tools, key, { as: 'active', by })
    await tools.control.a.revokeKey(key)
    const after: Exchange[] = []
    const ask = () => askBy(tools, key, { as: 'revoked', by, note: 'a created key, revoked and then enabled' })
    for (const transition of transitions) {
      if (transition === 'use') after.push(await ask(), await ask(), await ask())
      else if (transition === 'create') {
        const another = await tools.control.a.createKey()
        await askBy(tools, another.key, { as: 'active', by })
      } else await make(transition, key, tools)
      if (transition === 'enable') after.push(await ask())
    }
    if (wait !== undefined) await sleep(wait).then(async () => after.push(await ask()))
    return { before, after }
  },
  judge({ before, after }, { transitions, unscoped }) {
    if (!before) return undefined
    if (unscoped && before.response!.status === 403) return unauthorized(after[0]!)
    if (!isSuccess(before)) return unclear(`the key did not work before: ${responseSummary(before)}`)
    const works = after.find(isAccepted)
    return (
      works &&
      headlined(
        `A revoked key works again after ${transitions.slice(1).join(', ') || 'a while'}: GET /users returned ${responseSummary(works)}`,
        violation('401 with a revoked key', responseSummary(works), works),
      )
    )
  },
  faults: {
    'enabling-resurrects': {
      keyTransition: (state, transition, admin) =>
        transition === 'enable' ? 'active' : admin.conforming.keyTransition(state, transition, admin),
    },
    'disabling-first-resurrects': {
      keyTransition: (state, transition, admin) =>
        transition === 'disable' ? 'disabled' : admin.conforming.keyTransition(state, transition, admin),
    },
    'revoking-twice-resurrects': {
      keyTransition: (state, transition, admin) =>
        state === 'revoked' && transition === 'revoke'
          ? 'disabled'
          : admin.conforming.keyTransition(state, transition, admin),
    },
    'forgotten-after-two-seconds': {
      keyRevoked: (key, now, call) => {
        if (key.state !== 'revoked' || key.name === 'fixture') return call.conforming.keyRevoked(key, now, call)
        return now - call.once(`revoked ${key.keyId}`, () => now) < 2000
      },
    },
    'new-expiry-resurrects': {
      aExpirySet: (key, expiresAt) => ({ ...key, expiresAt, state: 'active' }),
    },
    'resurrected-by-a-job': {
      keyTransition: (state, transition, admin) =>
        state === 'revoked' && transition === 'enable'
          ? 'revoked'
          : admin.conforming.keyTransition(state, transition, admin),
      keyAfterTransition: (key, transition, admin) => {
        if (key.state === 'revoked' && transition === 'enable') admin.memory.set(`enabled ${key.keyId}`, admin.now)
        return admin.conforming.keyAfterTransition(key, transition, admin)
      },
      keyRevoked: (key, now, call) => {
        const at = call.memory.get(`enabled ${key.keyId}`) as number | undefined
        const alive = key.name !== 'fixture' && at !== undefined && now - at > 300
        return !alive && call.conforming.keyRevoked(key, now, call)
      },
    },
    'state-not-checked-where-no-scope-is-held': {
      keyRevoked: (key, now, call) => key.scopes.length > 0 && call.conforming.keyRevoked(key, now, call),
    },
    'other-status-without-scopes-by-bearer': {
      refusalStatus: (failure, call) =>
        failure === 'revoked' && call.form === 'bearer' && call.record?.scopes.length === 0 ? 403 : 401,
    },
  },
  quickMisses: {
    'state-not-checked-where-no-scope-is-held': 'quick depth creates no key without scopes',
    'other-status-without-scopes-by-bearer': 'quick depth creates no key without scopes',
    'forgotten-after-two-seconds': 'quick depth does not wait that long',
    'new-expiry-resurrects': 'quick depth sets no expiry',
  },
  freedoms: {
    'enabling-is-accepted-without-effect': {
      keyTransition: (state, transition, admin) =>
        state === 'revoked' ? 'revoked' : admin.conforming.keyTransition(state, transition, admin),
    },
  },
})

function unauthorized(x: Exchange): Finding | undefined {
  if (x.response!.status === 401) return undefined
  return headlined(
    `A revoked key without scopes got another status than 401: GET /users returned ${responseSummary(x)}`,
    explained(
      violation('401 with a revoked key that has any scopes or none', responseSummary(x), x),
      'Anyone who holds the key learns that it exists, and a client takes it for one that lacks a permission.',
    ),
  )
}

/** The console may refuse; where it has no such transition, there is nothing to try. */
async function make(
  transition: 'enable' | 'disable' | 'revoke' | 'setExpiry',
  key: Key,
  { control }: Tools,
): Promise<void> {
  if (transition === 'setExpiry') {
    if (control.has('setExpiry')) await orRefused(control.a.setExpiry(key, tomorrow()))
    return
  }
  if (transition === 'disable' && !control.has('disableKey')) return
  await orRefused(control.a[`${transition}Key`](key))
}
