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
  tried: 'At every endpoint: other prefixes, and the real one truncated, or with characters before or after it.',
  meaning: 'A scanner that looks for the prefix does not see all text that works as a key.',
  causes: ['only key_id and secret are taken from the text', 'the prefix is compared by its beginning only'],
  needs: ['key'],
  after: ['b.auth.missing-key'],
  faults: {
    'not-compared': { prefixAccepted: () => true },
    'beginning-compared': { prefixAccepted: (prefix, fixed) => prefix.startsWith(fixed) },
    'any-beginning': { prefixAccepted: (prefix, fixed) => prefix !== '' && fixed.startsWith(prefix) },
    'not-compared-at-rows': {
      prefixAccepted: (prefix, fixed, call) => call.endpoint === 'rows' || prefix === fixed,
    },
  },
  ...refusesMutated(surface, wrongPrefix, {
    count: [3, 36, 200],
    telling: [{ after: 'x' }, { cut: 1 }],
    startAt: { endpoint: 'rows' },
  }),
})
