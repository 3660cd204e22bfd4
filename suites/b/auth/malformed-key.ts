import { trial } from '../../../src/core/rule.ts'
import { malformed, rare } from '../../shared/credentials/malformed.ts'
import { malformedKeyFaults } from '../../shared/refused-key-faults.ts'
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
    ...malformedKeyFaults,
    'unprocessable-at-nodes': {
      refusalStatus: (failure, call) => (failure === 'malformed' && call.endpoint === 'nodes' ? 422 : 401),
    },
    'throws-without-separators': {
      refusalStatus: (failure, call) =>
        failure === 'malformed' && (call.header('x-api-key')[0] ?? '').split('_').length < 3 ? 500 : 401,
    },
    'empty-key-forbidden': { refusalStatus: (_, call) => (call.header('x-api-key')[0] === '' ? 403 : 401) },
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
