import { setTimeout as sleep } from 'node:timers/promises'
import type { Done } from '../../../src/core/control-tools.ts'
import { count } from '../../../src/core/count.ts'
import type { Exchange } from '../../../src/core/exchange.ts'
import { type Finding, type Tools, trial, unclear } from '../../../src/core/rule.ts'
import type { Key } from '../../../src/core/target.ts'
import { orRefused } from '../../../src/engine/control/refused.ts'
import { isAccepted } from '../../shared/key-propagation.ts'
import { askBy, notStopped, worstOf } from '../support/judge-issued-key.ts'
import { newName } from '../support/unique-names.ts'

/** What is done to a key that was revoked; the console may refuse it. */
type Attempt = { readonly renew: number } | 'revoke again' | 'wait 2.6 s' | 'issue another key of the same name'

interface Case {
  readonly transitions: readonly Attempt[]
  /** Whether the key is used after the last of them only. */
  readonly onlyThen?: boolean
  /** How often it is used after each, at the same time. */
  readonly times?: number
}

interface Evidence {
  readonly before: Exchange
  /** For each attempt, or for the last. */
  readonly after: readonly (readonly Exchange[])[]
  /** By the other key of the same name, where one was issued. */
  readonly other?: Exchange
}

export default trial<Case, Evidence>({
  level: 'stated',
  title: 'A revoked key never works again',
  clauses: ['3.revoke.permanent', '3.revoke.no-re-enable', '3.revoke.new-key'],
  tried:
    'A revoked key is renewed or revoked again, another key of the same name is issued, or 2.6 s pass. Whether or not that is refused, the key stays rejected.',
  meaning: 'A leaked key that was revoked comes back to life.',
  causes: [
    'renewal or a second revocation sets the state back to active',
    'revocations are kept in a list or cache that expires',
    'only the expiry distinguishes states',
  ],
  eager: true,
  needs: ['key', 'control.createKey', 'control.revokeKey', 'control.renewKey'],
  after: ['b.key.active-at-once', 'b.auth.revoked-key', 'b.key.revoke-instant'],
  faults: {
    'renewal-makes-it-active': {
      keyTransition: (state, transition, admin) =>
        transition === 'renew' ? 'active' : admin.conforming.keyTransition(state, transition, admin),
    },
    'renewed-for-long-it-is-active': {
      keyTransition: (state, transition, admin) =>
        transition === 'renew' ? activeOr(state) : admin.conforming.keyTransition(state, transition, admin),
      bRenewed: (key, days, admin) => ({
        ...admin.conforming.bRenewed(key, days, admin),
        ...(days > 365 && { state: 'active' }),
      }),
    },
    'second-revocation-turns-it-back': {
      keyTransition: (state, transition, admin) =>
        state === 'revoked' && transition === 'revoke'
          ? 'active'
          : admin.conforming.keyTransition(state, transition, admin),
    },
    'renewed-it-is-active-to-one-worker': {
      keyTransition: (state, transition, admin) =>
        transition === 'renew' ? activeOr(state) : admin.conforming.keyTransition(state, transition, admin),
      bRenewed: (key, days, admin) => ({ ...admin.conforming.bRenewed(key, days, admin), name: 'renewed' }),
      keyRevoked: (key, _now, call) => key.state === 'revoked' && !(key.name === 'renewed' && call.worker === 1),
    },
    'forgotten-after-two-seconds': {
      keyRevoked: (key, now, call) => {
        if (key.state !== 'revoked' || key.name === 'fixture') return call.conforming.keyRevoked(key, now, call)
        return now - call.once(`revoked ${key.keyId}`, () => now) < 2000
      },
    },
    'comes-back-a-second-later': {
      keyRevoked: (key, now, call) => {
        if (key.state !== 'revoked' || key.name === 'fixture') return call.conforming.keyRevoked(key, now, call)
        const slot = `revoked ${key.keyId}`
        if (!call.memory.has(slot)) call.memory.set(slot, now)
        return now < Number(call.memory.get(slot)) + 1000
      },
    },
  },
  quickMisses: {
    'comes-back-a-second-later': 'quick depth does not wait',
    'forgotten-after-two-seconds': 'quick depth does not wait',
    'renewed-it-is-active-to-one-worker': 'one request after the renewal reaches one worker of four',
  },
  freedoms: {
    'renewal-is-allowed-without-effect': {
      keyTransition: (state, transition, admin) =>
        transition === 'renew' ? activeOr(state) : admin.conforming.keyTransition(state, transition, admin),
    },
    'a-second-revocation-is-refused': {
      keyTransition: (state, transition, admin) =>
        state === 'revoked' && transition === 'revoke'
          ? 'refuse'
          : admin.conforming.keyTransition(state, transition, admin),
    },
  },
  cases: {
    first: [
      { transitions: ['revoke again', { renew: 3650 }], onlyThen: true },
      { transitions: [{ renew: 90 }], times: 4 },
      { transitions: ['revoke again', { renew: 90 }, 'issue another key of the same name'] },
      { transitions: [{ renew: 3650 }, { renew: 1 }, { renew: 90 }, 'revoke again', 'revoke again', { renew: 90 }] },
      { transitions: ['revoke again', 'revoke again', 'issue another key of the same name', 'wait 2.6 s'] },
    ],
    byHand: { transitions: [{ renew: 90 }] },
    count: [1, 5, 5],
  },
  async send({ transitions, onlyThen, times = 1 }, tools) {
    const name = newName()
    const { key } = await tools.control.b.createKey({ name })
    const before = await askBy(tools, key, { as: 'active', note: 'a key just issued' })
    await tools.control.b.revokeKey(key)
    const after: Exchange[][] = []
    let other: Exchange | undefined
    for (const [i, one] of transitions.entries()) {
      const issued = await attempt(one, { key, name, tools })
      if (issued) other = await askBy(tools, issued, { as: 'active', note: 'another key of the same name' })
      if (onlyThen && i < transitions.length - 1) continue
      const ask = () => askBy(tools, key, { as: 'revoked', note: `the revoked key, ${inWords(one)}` })
      after.push(await Promise.all(Array.from({ length: times }, ask)))
    }
    return { before, after, other }
  },
  judge({ before, after, other }, { transitions }): Finding | undefined {
    const tried = transitions.slice(transitions.length - after.length)
    const found = worstOf(after.flatMap((all, i) => all.map((x) => notStopped(x, inWords(tried[i]!), before))))
    if (found || other === undefined || isAccepted(other)) return found
    return unclear('a new key does not work, which b.key.active-at-once judges')
  },
})

const activeOr = (state: string) => (state === 'revoked' ? 'revoked' : 'active')

interface Stage {
  readonly key: Key
  readonly name: string
  readonly tools: Tools
}

async function attempt(one: Attempt, { key, name, tools }: Stage): Promise<Key | undefined> {
  const { b } = tools.control
  if (one === 'issue another key of the same name') {
    const done = await orRefused(b.createKey({ name }))
    return 'refused' in done ? undefined : done.key
  }
  if (one === 'wait 2.6 s') return void (await sleep(2600))
  await orRefused<Done>(one === 'revoke again' ? b.revokeKey(key) : b.renewKey(key, { lifetimeDays: one.renew }))
  return undefined
}

function inWords(one: Attempt): string {
  if (one === 'wait 2.6 s') return '2.6 s after its revocation'
  const what = one === 'revoke again' ? 'revoke it again' : one
  return `after an attempt to ${typeof what === 'string' ? what : `renew it for ${count(what.renew, 'day')}`}`
}
