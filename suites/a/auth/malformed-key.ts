import { trial } from '../../../src/core/rule.ts'
import { type Malformed, malformed, rare } from '../../shared/credentials/malformed.ts'
import { malformedKeyFaults } from '../../shared/refused-key-faults.ts'
import { refusesMutated } from '../../shared/refused-keys.ts'
import { surface } from '../api.ts'

/** Each is accepted, or makes the server fail, because of a different mistake. */
const TELLING: readonly Malformed[] = [
  { text: '' },
  { text: 'x' },
  { part: 'secret', length: 65, at: 'end' },
  { part: 'secret', place: 63, character: 'g' },
  { key_id: '%'.repeat(16) },
  { parts: ['key_id', 'secret'] },
  { part: 'key_id', length: 17, at: 'end' },
  { separators: ['-', '-'] },
]

export default trial({
  level: 'stated',
  title: 'A malformed key gets 401',
  clauses: ['7.401.malformed'],
  tried:
    'Via both headers: parts missing, truncated, padded or in another order, characters that are not hex, other separators, other text, no text.',
  meaning: 'A client with a damaged key gets an error that its handler for 401 misses, or is even accepted.',
  causes: [
    'the key is validated like a parameter and rejected with 400 or 422',
    'parsing the key throws on unexpected text, and the response is 500',
    'the pattern of the key is not anchored at both ends',
    'wildcards in the key_id reach the lookup',
  ],
  needs: ['key'],
  after: ['a.auth.missing-key'],
  faults: {
    ...malformedKeyFaults,
    'unprocessable-by-bearer': {
      refusalStatus: (failure, call) => (failure === 'malformed' && call.form === 'bearer' ? 422 : 401),
    },
    'throws-without-separators': {
      keyParts: (text, call) => {
        if (!text.includes('_')) throw new TypeError('cannot read properties of undefined')
        return call.lawful.keyParts(text, call)
      },
    },
    'throws-without-hex': {
      secretAccepted: (secret, call) => {
        if (/[^0-9a-f]/i.test(secret)) throw new SyntaxError('non-hexadecimal number found')
        return call.lawful.secretAccepted(secret, call)
      },
    },
    'not-anchored': {
      keyParts: (text, call) => call.lawful.keyParts(/[^_]+_[0-9a-f]{16}_[0-9a-f]{64}/i.exec(text)?.[0] ?? text, call),
    },
    'bearer-cut-off-in-either-header': {
      keyParts: (text, call) => call.lawful.keyParts(text.replace(/^Bearer +/i, ''), call),
    },
    'prefix-not-needed': {
      keyParts: (text, call) => call.lawful.keyParts(text.split('_').length === 2 ? `tenant_${text}` : text, call),
    },
    'wildcard-looked-up': {
      keyIdAccepted: (keyId, call) => /^%+$/.test(keyId) || call.lawful.keyIdAccepted(keyId, call),
      classify: (check, call) => {
        const failure = call.lawful.classify(check, call)
        return failure === 'unknown' && /_%+_/.test(call.header('x-api-key')[0] ?? '') ? undefined : failure
      },
    },
    'empty-key-accepted': {
      classify: (check, call) => (call.header('x-api-key')[0] === '' ? undefined : call.lawful.classify(check, call)),
    },
  },
  quickMisses: {
    'bearer-cut-off-in-either-header': 'quick depth tries only the most likely ways to damage a key',
    'quotes-cut-off': 'quick depth tries only the most likely ways to damage a key',
    'dots-for-separators': 'quick depth tries only the most likely ways to damage a key',
    'throws-beyond-ascii': 'quick depth tries only the most likely ways to damage a key',
  },
  ...refusesMutated(surface, malformed, { count: [8, 78, 500], telling: TELLING, once: () => rare }),
})
