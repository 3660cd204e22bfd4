import { setTimeout as sleep } from 'node:timers/promises'
import type { Done } from '../../../src/core/control-tools.ts'
import type { Exchange } from '../../../src/core/exchange.ts'
import { type Finding, type Tools, trial, unclear } from '../../../src/core/rule.ts'
import type { Key } from '../../../src/core/target.ts'
import { orRefused } from '../../../src/engine/control/refused.ts'
import { isAccepted } from '../../shared/created-keys.ts'
import { askBy, notStopped, worstOf } from '../support/issued-keys.ts'
import { newName } from '../support/new-names.ts'

/** What is done to a key that was revoked; the console may refuse it. */
type Attempt = { readonly renew: number } | 'revoke again' | 'wait a second' | 'issue another key of the same name'

interface Case {
  readonly moves: readonly Attempt[]
  /** Whether the key is used after the last of them only. */
  readonly onlyThen?: boolean
}

interface Evidence {
  readonly before: Exchange
  /** One for each attempt, or for the last. */
  readonly after: readonly Exchange[]
  /** By the other key of the same name, where one was issued. */
  readonly other?: Exchange
}

export default trial<Case, Evidence>({
  level: 'stated',
  title: 'A revoked key never works again',
  clauses: ['3.revoke.permanent', '3.revoke.no-re-enable', '3.revoke.new-key'],
  tried:
    'A revoked key is renewed or revoked again, another key of the same name is issued, or a second passes. Whether or not that is refused, the key stays rejected.',
  meaning: 'A leaked key that was revoked comes back to life.',
  causes: [
    'renewal sets the state to active, or ignores the previous state',
    'states are told apart by the expiry alone',
    'revoking is a switch that a second revocation turns back',
  ],
  needs: ['key', 'control.createKey', 'control.revokeKey', 'control.renewKey'],
  after: ['b.key.active-at-once', 'b.auth.revoked-key'],
  faults: {
    'renewal-makes-it-active': {
      keyMove: (state, move, desk) => (move === 'renew' ? 'active' : desk.lawful.keyMove(state, move, desk)),
    },
    'renewed-for-long-it-is-active': {
      keyMove: (state, move, desk) => (move === 'renew' ? activeOr(state) : desk.lawful.keyMove(state, move, desk)),
      bRenewed: (key, days, desk) => ({
        ...desk.lawful.bRenewed(key, days, desk),
        ...(days > 365 && { state: 'active' }),
      }),
    },
    'second-revocation-turns-it-back': {
      keyMove: (state, move, desk) =>
        state === 'revoked' && move === 'revoke' ? 'active' : desk.lawful.keyMove(state, move, desk),
    },
    'renewed-it-is-active-to-one-worker': {
      keyMove: (state, move, desk) => (move === 'renew' ? activeOr(state) : desk.lawful.keyMove(state, move, desk)),
      bRenewed: (key, days, desk) => ({ ...desk.lawful.bRenewed(key, days, desk), name: 'renewed' }),
      keyRevoked: (key, _now, call) => key.state === 'revoked' && !(key.name === 'renewed' && call.worker === 1),
    },
    'comes-back-half-a-second-later': {
      keyRevoked: (key, now, call) => {
        if (key.state !== 'revoked' || key.name === 'fixture') return call.lawful.keyRevoked(key, now, call)
        const slot = `revoked ${key.keyId}`
        if (!call.memory.has(slot)) call.memory.set(slot, now)
        return now < Number(call.memory.get(slot)) + 500
      },
    },
  },
  quickMisses: {
    'comes-back-half-a-second-later': 'quick depth does not wait',
    'renewed-it-is-active-to-one-worker': 'one request after the renewal reaches one worker of four',
  },
  freedoms: {
    'renewal-is-allowed-without-effect': {
      keyMove: (state, move, desk) => (move === 'renew' ? activeOr(state) : desk.lawful.keyMove(state, move, desk)),
    },
    'a-second-revocation-is-refused': {
      keyMove: (state, move, desk) =>
        state === 'revoked' && move === 'revoke' ? 'refuse' : desk.lawful.keyMove(state, move, desk),
    },
  },
  cases: {
    first: [
      { moves: ['revoke again', { renew: 3650 }], onlyThen: true },
      { moves: [{ renew: 90 }] },
      { moves: ['revoke again', { renew: 90 }, 'issue another key of the same name'] },
      { moves: [{ renew: 3650 }, { renew: 1 }, { renew: 90 }, 'revoke again', 'revoke again', { renew: 90 }] },
      { moves: ['revoke again', 'wait a second'] },
    ],
    byHand: { moves: [{ renew: 90 }] },
    count: [1, 5, 5],
  },
  async send({ moves, onlyThen }, tools) {
    const name = newName()
    const { key } = await tools.control.b.createKey({ name })
    const before = await askBy(tools, key, { as: 'active', note: 'a key just issued' })
    await tools.control.b.revokeKey(key)
    const after: Exchange[] = []
    let other: Exchange | undefined
    for (const [i, one] of moves.entries()) {
      const issued = await attempt(one, { key, name, tools })
      if (issued) other = await askBy(tools, issued, { as: 'active', note: 'another key of the same name' })
      if (onlyThen && i < moves.length - 1) continue
      after.push(await askBy(tools, key, { as: 'revoked', note: `the revoked key after: ${inWords(one)}` }))
    }
    return { before, after, other }
  },
  judge({ before, after, other }, { moves }): Finding | undefined {
    const tried = moves.slice(moves.length - after.length)
    const found = worstOf(after.map((x, i) => notStopped(x, `the revoked key after: ${inWords(tried[i]!)}`, before)))
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
  if (one === 'wait a second') return void (await sleep(1000))
  await orRefused<Done>(one === 'revoke again' ? b.revokeKey(key) : b.renewKey(key, { lifetimeDays: one.renew }))
  return undefined
}

const inWords = (one: Attempt): string => (typeof one === 'string' ? one : `renew for ${one.renew} days`)
