import { trial } from '../../../src/core/rule.ts'
import { wrongPrefix } from '../../shared/credentials/wrong-prefix.ts'
import { refusesMutated } from '../../shared/refused-keys.ts'
import { surface } from '../api.ts'

export default trial({
  level: 'implied',
  title: 'The real key_id and secret under another prefix get 401',
  clauses: ['2.key.prefix', '7.401.malformed'],
  derivation: 'The prefix is one fixed string, identical on every key; a text with another prefix is not a key.',
  tried:
    'Via both headers: made-up prefixes, text with a meaning in some language, an empty prefix, and the real one truncated or with characters before or after it.',
  meaning: 'A key that secret scanners do not recognise still works.',
  causes: ['the prefix is cut off and not compared', 'only the beginning or the end of the prefix is compared'],
  needs: ['key'],
  after: ['a.auth.missing-key'],
  faults: {
    'not-compared': { prefixAccepted: () => true },
    'beginning-compared': { prefixAccepted: (prefix, fixed) => prefix.startsWith(fixed) },
    'end-compared': { prefixAccepted: (prefix, fixed) => prefix.endsWith(fixed) },
    'none-is-fine': {
      keyParts: (text, call) => call.conforming.keyParts(text.startsWith('_') ? `tenant${text}` : text, call),
    },
    'is-a-regular-expression': { prefixAccepted: (prefix, fixed) => new RegExp(`^${prefix}$`).test(fixed) },
    'not-compared-by-bearer': {
      prefixAccepted: (prefix, fixed, call) => prefix === fixed || call.form === 'bearer',
    },
    'bad-request': {
      refusalStatus: (failure, call) => {
        const text = call.header('x-api-key')[0] ?? call.header('authorization')[0]?.slice(7) ?? 'tenant_'
        return failure === 'malformed' && !text.startsWith('tenant_') ? 400 : 401
      },
    },
  },
  quickMisses: {
    'none-is-fine': 'quick depth sends two wrong prefixes, and no key without one',
    'is-a-regular-expression': 'quick depth sends two wrong prefixes, and no text with a meaning',
  },
  ...refusesMutated(surface, wrongPrefix, { count: [2, 13, 120] }),
})
