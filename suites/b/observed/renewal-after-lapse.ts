import type { Json } from '../../../src/core/json.ts'
import { observation } from '../../../src/core/rule.ts'
import { orRefused } from '../../../src/engine/control/refused.ts'
import { observedResponse } from '../../../src/judge/observed-response.ts'
import { isAccepted } from '../../shared/key-propagation.ts'
import { askBy } from '../support/judge-issued-key.ts'

export default observation({
  title: 'Whether an expired key can be renewed',
  clauses: ['3.open.after-expiry'],
  tried: 'The control module lets a key expire and then renews it. If that is allowed, the key is used.',
  meaning: 'An operator who forgot to renew in time needs to know whether to issue a new key.',
  needs: ['key', 'control.createKey', 'control.expireKey', 'control.renewKey'],
  after: ['b.key.active-at-once'],
  freedoms: {
    'renewed-and-active-again': {
      keyTransition: (state, transition, admin) =>
        state === 'expired' && transition === 'renew'
          ? 'active'
          : admin.conforming.keyTransition(state, transition, admin),
    },
  },
  observe: async (tools): Promise<Json> => {
    const { b } = tools.control
    const { key } = await b.createKey()
    await b.expireKey(key)
    const before = await askBy(tools, key, { as: 'expired', note: 'a key that expired' })
    if (isAccepted(before)) return { renewal: 'not tried: the key was still accepted' }
    const renewal = await orRefused(b.renewKey(key, { lifetimeDays: 90 }))
    if ('refused' in renewal) return { renewal: 'refused' }
    // Whether it is expired or active now is what is observed.
    const x = await askBy(tools, key, { as: 'expired', note: 'a key that expired and was renewed' })
    return { renewal: 'allowed', 'the key then': isAccepted(x) ? 'works' : observedResponse(x) }
  },
})
