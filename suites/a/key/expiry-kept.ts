import { type Tools, trial } from '../../../src/core/rule.ts'
import type { Key } from '../../../src/core/target.ts'
import { orRefused } from '../../../src/engine/control/refused.ts'
import { type Done, type Evidence, type ExpiringKey, judgeLife, outlive } from '../support/expiring-key.ts'

interface Case {
  readonly disabled: 'before the expiry' | 'over the expiry' | 'after the expiry'
}

const disable = async (key: Key, { control }: Tools) => void (await orRefused(control.a.disableKey(key)))
const enable = async (key: Key, { control }: Tools) => void (await orRefused(control.a.enableKey(key)))
const both = async (key: Key, tools: Tools) => disable(key, tools).then(() => enable(key, tools))

const STEPS: Record<Case['disabled'], Pick<ExpiringKey, 'before' | 'after' | 'isDisabledMeanwhile'>> = {
  'before the expiry': { before: both },
  'over the expiry': { before: disable, after: enable, isDisabledMeanwhile: true },
  'after the expiry': { after: both },
}

const DONE: Record<Case['disabled'], Done> = {
  'before the expiry': { before: 'that was disabled and re-enabled before its expiry' },
  'over the expiry': { after: 'that was disabled before its expiry and re-enabled after it' },
  'after the expiry': { after: 'that was disabled and re-enabled after its expiry' },
}

export default trial<Case, Evidence>({
  level: 'stated',
  since: 3,
  title: 'Disabling and re-enabling a key leaves its expiry as it is',
  clauses: ['2.key.expires_at.401', '3.states', '3.expire', '3.expire.401', '3.enable'],
  tried:
    'A key that expires within seconds is disabled and re-enabled before its expiry, over it, or after it. It must not work after the expiry. The console may refuse to enable an expired key.',
  meaning: 'A key that was disabled and re-enabled keeps working after its expiry.',
  causes: [
    'enabling sets the state to active and ignores the expiry',
    'enabling writes the key anew, without its expiry',
    'a job that marks keys as expired passes over disabled ones',
  ],
  eager: true,
  needs: ['key', 'control.createKey', 'control.disableKey', 'control.enableKey'],
  after: ['a.auth.missing-key', 'a.key.active-at-once', 'a.key.disable-enable'],
  cases: {
    first: [{ disabled: 'before the expiry' }, { disabled: 'over the expiry' }, { disabled: 'after the expiry' }],
    count: [1, 3, 3],
    cost: (depth) => (depth === 'quick' ? 4 : 14),
  },
  send: ({ disabled }, tools) => outlive(tools, { by: 'X-Api-Key', seconds: 1, ...STEPS[disabled] }),
  judge: (evidence, { disabled }) => judgeLife(evidence, DONE[disabled]),
  faults: {
    'enabling-drops-the-expiry': {
      keyAfterTransition: (key, transition) => (transition === 'enable' ? { ...key, expiresAt: undefined } : key),
    },
    'enabling-starts-the-lifetime-again': {
      keyAfterTransition: (key, transition, { now }) =>
        transition === 'enable' && key.expiresAt ? { ...key, expiresAt: now + key.expiresAt - key.createdAt } : key,
    },
    'enabling-revives-an-expired-key': {
      keyTransition: (state, transition, admin) =>
        state === 'expired' && transition === 'enable'
          ? 'active'
          : admin.conforming.keyTransition(state, transition, admin),
      keyAfterTransition: (key, transition, { now }) =>
        transition === 'enable' && now >= (key.expiresAt ?? now + 1) ? { ...key, expiresAt: undefined } : key,
    },
    'a-disabled-key-does-not-age': {
      keyAfterTransition: (key, transition, { now, memory }) => {
        if (transition === 'disable') memory.set(`off ${key.keyId}`, now)
        const off = now - Number(memory.get(`off ${key.keyId}`) ?? now)
        return transition === 'enable' && key.expiresAt && off > 500
          ? { ...key, expiresAt: key.expiresAt + off + 5000 }
          : key
      },
    },
  },
  quickMisses: {
    'enabling-starts-the-lifetime-again':
      'quick depth enables the key soon after it was created: its expiry hardly moves',
    'enabling-revives-an-expired-key': 'quick depth disables the key before its expiry only',
    'a-disabled-key-does-not-age': 'quick depth disables the key before its expiry only',
  },
  freedoms: {
    'enabling-an-expired-key-is-allowed-without-effect': {
      keyTransition: (state, transition, admin) =>
        state === 'expired' && transition === 'enable'
          ? 'active'
          : admin.conforming.keyTransition(state, transition, admin),
    },
  },
})
