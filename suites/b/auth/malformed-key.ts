import { trial } from '../../../src/core/rule.ts'
import { malformed, rare } from '../../shared/credentials/malformed.ts'
import { refusesMutated } from '../../shared/refused-keys.ts'
import { surface } from '../api.ts'

export default trial({
  level: 'stated',
  title: 'A malformed key gets 401',
  clauses: ['5.2.malformed', '7.401.any'],
  tried:
    'At every endpoint: parts missing, truncated, padded or in another order, characters that are not hex, other separators, other text, no text.',
  meaning: 'A client with a damaged key gets an error that its handler for 401 misses, or is even accepted.',
  causes: [
    'the key is validated like a parameter and rejected with 400 or 422',
    'parsing the key throws on unexpected text, and the response is 500',
    'the pattern of the key is not anchored at both ends',
  ],
  needs: ['key'],
  after: ['b.auth.missing-key'],
  faults: {
    'bad-request': { refusalStatus: (failure) => (failure === 'malformed' ? 400 : 401) },
    'unprocessable-at-nodes': {
      refusalStatus: (failure, call) => (failure === 'malformed' && call.endpoint === 'nodes' ? 422 : 401),
    },
    'longer-secret-cut': {
      keyParts: (text, call) => call.lawful.keyParts(text.replace(/([0-9a-f]{64})[0-9a-f]*$/i, '$1'), call),
    },
    'throws-without-separators': {
      refusalStatus: (failure, call) =>
        failure === 'malformed' && (call.header('x-api-key')[0] ?? '').split('_').length < 3 ? 500 : 401,
    },
    'any-separator': { keyParts: (text, call) => call.lawful.keyParts(text.replace(/[-.:]/g, '_'), call) },
    'empty-key-forbidden': { refusalStatus: (_, call) => (call.header('x-api-key')[0] === '' ? 403 : 401) },
    'quotes-cut-off': { keyParts: (text, call) => call.lawful.keyParts(text.replace(/^"(.*)"$/, '$1'), call) },
    'dots-for-separators': { keyParts: (text, call) => call.lawful.keyParts(text.replaceAll('.', '_'), call) },
    'throws-beyond-ascii': {
      secretAccepted: (secret, call) => {
        if (/[^ -~]/.test(secret)) throw new TypeError('strings with non-ASCII characters are not supported')
        return call.lawful.secretAccepted(secret, call)
      },
    },
    'longer-key-id-cut': {
      keyParts: (text, call) => call.lawful.keyParts(text.replace(/_([0-9a-f]{16})[0-9a-f]+_/i, '_$1_'), call),
    },
  },
  quickMisses: {
    'quotes-cut-off': 'quick depth tries only the most likely ways to damage a key',
    'dots-for-separators': 'quick depth tries only the most likely ways to damage a key',
    'throws-beyond-ascii': 'quick depth tries only the most likely ways to damage a key',
  },
  ...refusesMutated(surface, malformed, {
    count: [4, 68, 600],
    pairs: 62,
    once: () => rare,
    telling: [
      { part: 'secret', length: 65, at: 'end' },
      { text: '' },
      { part: 'key_id', length: 17, at: 'end' },
      { separators: ['-', '-'] },
    ],
  }),
})
