import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import { trial, unclear, violation } from '../../../src/core/rule.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { isAccepted } from '../../shared/created-keys.ts'
import type { Form } from '../api.ts'
import { askBy } from '../support/created-keys.ts'

interface Case {
  /** How the integration sends the old key, and the new one. */
  readonly old: Form
  readonly new: Form
}

/** The responses to each key: before and after the new one was created, and after the old one was revoked. */
interface Evidence {
  readonly alone: Exchange
  readonly both: { readonly old: readonly Exchange[]; readonly new: readonly Exchange[] }
  readonly afterwards: { readonly old: Exchange; readonly new: Exchange }
}

export default trial<Case, Evidence>({
  level: 'stated',
  title: 'A new key with the same scopes and the old key both work until the old key is revoked',
  clauses: ['3.rotation'],
  tried: 'The documented rotation, with requests by both keys before and after the old key is revoked.',
  meaning: 'A key cannot be rotated without an outage.',
  causes: ['creating a key with the same name replaces the old one', 'revoking one key revokes all of an integration'],
  needs: ['key', 'control.createKey', 'control.revokeKey'],
  after: ['a.auth.api-key-accepted', 'a.auth.bearer-accepted', 'a.key.active-at-once', 'a.key.revoke-instant'],
  cases: {
    first: [
      { old: 'X-Api-Key', new: 'X-Api-Key' },
      { old: 'Bearer', new: 'X-Api-Key' },
      { old: 'X-Api-Key', new: 'Bearer' },
    ],
    count: [1, 2, 3],
  },
  async send(by, tools) {
    const old = await tools.control.a.createKey()
    const askOld = (as: 'active' | 'revoked' = 'active') =>
      askBy(tools, old.key, { as, by: by.old, note: 'the old key of a rotation' })
    const alone = await askOld()
    const fresh = await tools.control.a.createKey()
    const askNew = () => askBy(tools, fresh.key, { as: 'active', by: by.new, note: 'the new key of a rotation' })
    const quick = tools.depth === 'quick'
    const both = { old: [await askOld()], new: [await askNew()] }
    if (!quick) both.old.push(await askOld())
    await tools.control.a.revokeKey(old.key)
    return { alone, both, afterwards: { old: await askOld('revoked'), new: await askNew() } }
  },
  judge({ alone, both, afterwards }) {
    if (!isSuccess(alone)) return unclear(`the old key did not work before: ${responseSummary(alone)}`)
    const lost = both.old.find((x) => !isSuccess(x))
    if (lost) return violation('the old key to work until it is revoked', responseSummary(lost), lost)
    const useless = both.new.find((x) => !isSuccess(x))
    if (useless)
      return violation('a new key with the same scopes to work beside the old one', responseSummary(useless), useless)
    if (!isSuccess(afterwards.new))
      return violation(
        'the new key to work on when the old one is revoked',
        responseSummary(afterwards.new),
        afterwards.new,
      )
    return isAccepted(afterwards.old)
      ? violation('the old key to be rejected once revoked', responseSummary(afterwards.old), afterwards.old)
      : undefined
  },
  faults: {
    'creating-a-key-ends-those-in-use': {
      newKeyId: (bytes, desk) => {
        desk.memory.set('keys made', ((desk.memory.get('keys made') as number | undefined) ?? 0) + 1)
        return desk.lawful.newKeyId(bytes, desk)
      },
      classify: (check, call) => {
        const failure = call.lawful.classify(check, call)
        if (failure || call.record?.name === 'fixture') return failure
        const made = call.memory.get('keys made')
        return call.once(`made when ${call.record?.keyId} was first used`, () => made) === made ? undefined : 'revoked'
      },
    },
    'revoking-a-key-ends-those-in-use': {
      keyMove: (state, move, desk) => {
        if (move === 'revoke') desk.memory.set('revoked', ((desk.memory.get('revoked') as number | undefined) ?? 0) + 1)
        return desk.lawful.keyMove(state, move, desk)
      },
      classify: (check, call) => {
        const failure = call.lawful.classify(check, call)
        if (failure || call.record?.name === 'fixture') return failure
        const revoked = call.memory.get('revoked') ?? 0
        return call.once(`revoked when ${call.record?.keyId} was first used`, () => revoked) === revoked
          ? undefined
          : 'revoked'
      },
    },
  },
})
