import { trial } from '../../../src/core/rule.ts'
import { wrongPrefix } from '../../shared/credentials/wrong-prefix.ts'
import { refusesMutated } from '../../shared/refused-keys.ts'
import { surface } from '../api.ts'

export default trial({
  level: 'implied',
  title: 'The active key under another prefix gets 401',
  clauses: ['2.key.prefix', '5.2.malformed'],
  derivation:
    'The prefix is the same on every key, so a text with another prefix is malformed, which is a credential failure.',
  tried:
    'At every endpoint: other prefixes, text with a meaning in some language, and the real one truncated, or with characters before or after it.',
  meaning: 'Scanners that search for leaked keys by their fixed prefix miss text that works as a key.',
  causes: [
    'only key_id and secret are compared, not the text before them',
    'only the beginning of the prefix is compared',
  ],
  needs: ['key'],
  after: ['b.auth.missing-key'],
  faults: {
    'not-compared': { prefixAccepted: () => true },
    'beginning-compared': { prefixAccepted: (prefix, fixed) => prefix.startsWith(fixed) },
    'any-beginning': { prefixAccepted: (prefix, fixed) => prefix !== '' && fixed.startsWith(prefix) },
    'is-a-regular-expression': { prefixAccepted: (prefix, fixed) => new RegExp(`^${prefix}$`).test(fixed) },
    'not-compared-at-rows': {
      prefixAccepted: (prefix, fixed, call) => call.endpoint === 'rows' || prefix === fixed,
    },
  },
  quickMisses: {
    'is-a-regular-expression': 'quick depth sends two wrong prefixes, and no text with a meaning',
  },
  ...refusesMutated(surface, wrongPrefix, {
    count: [2, 12, 200],
    telling: [{ after: 'x' }, { cut: 1 }],
    startAt: { endpoint: 'rows' },
  }),
})
