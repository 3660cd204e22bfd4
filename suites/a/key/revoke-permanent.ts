import { setTimeout as sleep } from 'node:timers/promises'
import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import { type Tools, trial, unclear, violation } from '../../../src/core/rule.ts'
import type { Key } from '../../../src/core/target.ts'
import { orRefused } from '../../../src/engine/control/refused.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { isAccepted } from '../../shared/created-keys.ts'
import type { Form } from '../api.ts'
import { askBy } from '../support/created-keys.ts'

/** What is done to the revoked key, in this order. */
type Move = 'enable' | 'disable' | 'revoke'
interface Case {
  readonly by: Form
  readonly moves: readonly Move[]
  /** Milliseconds between the moves and the last request. */
  readonly wait?: number
}

interface Evidence {
  readonly before: Exchange
  readonly after: readonly Exchange[]
}

export default trial<Case, Evidence>({
  level: 'stated',
  title: 'A revoked key never works again, even when it is re-enabled',
  clauses: ['3.revoke.permanent', '3.revoke.no-re-enable'],
  tried:
    'A key is revoked, then re-enabled, immediately or after other transitions, whether or not the console allows them, and used after each re-enabling and again half a second later.',
  meaning: 'A leaked key comes back to life by one click.',
  causes: ['one flag holds both disabled and revoked', 'enabling ignores the previous state'],
  needs: ['key', 'control.createKey', 'control.revokeKey', 'control.enableKey'],
  after: ['a.auth.api-key-accepted', 'a.auth.bearer-accepted', 'a.key.revoke-instant'],
  cases: {
    first: [
      { by: 'X-Api-Key', moves: ['revoke', 'disable', 'enable'], wait: 500 },
      { by: 'X-Api-Key', moves: ['enable'] },
      { by: 'Bearer', moves: ['disable', 'enable'], wait: 500 },
      { by: 'X-Api-Key', moves: ['revoke', 'enable', 'enable'], wait: 500 },
      { by: 'Bearer', moves: ['enable', 'disable', 'enable'] },
    ],
    count: [1, 5, 5],
  },
  async send({ by, moves, wait }, tools) {
    const { key } = await tools.control.a.createKey()
    const before = await askBy(tools, key, { as: 'active', by })
    await tools.control.a.revokeKey(key)
    const after: Exchange[] = []
    const ask = () => askBy(tools, key, { as: 'revoked', by, note: 'a created key, revoked and then enabled' })
    for (const move of moves) {
      await make(move, key, tools)
      if (move === 'enable') after.push(await ask())
    }
    if (wait !== undefined) await sleep(wait).then(async () => after.push(await ask()))
    return { before, after }
  },
  judge({ before, after }) {
    if (!isSuccess(before)) return unclear(`the key did not work before: ${responseSummary(before)}`)
    const works = after.find(isAccepted)
    return works && violation('a revoked key to stay rejected', responseSummary(works), works)
  },
  faults: {
    'enabling-resurrects': {
      keyMove: (state, move, desk) => (move === 'enable' ? 'active' : desk.lawful.keyMove(state, move, desk)),
    },
    'disabling-first-resurrects': {
      keyMove: (state, move, desk) => (move === 'disable' ? 'disabled' : desk.lawful.keyMove(state, move, desk)),
    },
    'revoking-twice-resurrects': {
      keyMove: (state, move, desk) =>
        state === 'revoked' && move === 'revoke' ? 'disabled' : desk.lawful.keyMove(state, move, desk),
    },
    'resurrected-by-a-job': {
      keyMove: (state, move, desk) => {
        if (state === 'revoked' && move === 'enable') desk.memory.set('enabled again at', desk.now)
        return desk.lawful.keyMove(state, move, desk)
      },
      keyRevoked: (key, now, call) => {
        const at = call.memory.get('enabled again at') as number | undefined
        const alive = key.name !== 'fixture' && at !== undefined && now - at > 300
        return !alive && call.lawful.keyRevoked(key, now, call)
      },
    },
  },
  freedoms: {
    'enabling-is-accepted-without-effect': {
      keyMove: (state, move, desk) => (state === 'revoked' ? 'revoked' : desk.lawful.keyMove(state, move, desk)),
    },
  },
})

/** The console may refuse; where it has no such move, there is nothing to try. */
async function make(move: Move, key: Key, { control }: Tools): Promise<void> {
  if (move === 'disable' && !control.has('disableKey')) return
  await orRefused(control.a[`${move}Key`](key))
}
