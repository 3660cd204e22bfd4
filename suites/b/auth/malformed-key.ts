import { trial } from '../../../src/core/rule.ts'
import { hostileTogether } from '../../shared/credentials/hostile.ts'
import { type Malformed, malformed } from '../../shared/credentials/malformed.ts'
import {
  hostileKeyFaults,
  hostileKeyFreedoms,
  hostileKeyQuickMisses,
  malformedKeyFaults,
} from '../../shared/refused-key-faults.ts'
import { refusesMutated } from '../../shared/refused-keys.ts'
import { surface } from '../api.ts'

export default trial({
  level: 'stated',
  title: 'A malformed key gets 401',
  clauses: ['5.2.malformed', '7.401.any'],
  tried:
    'At every endpoint: parts missing, truncated, padded or in another order, characters that are not hex, other separators, other text, no text; text with a meaning in SQL, JSON, templates, shells, regular expressions and other languages, inherited names, tokens of other schemes. 400, 403, 406 or 431 without the documented error is a warning, since a gateway may send it.',
  meaning: 'A text that was never issued as a key reads data.',
  causes: [
    'the key is not matched from end to end, but trimmed, truncated or decoded',
    'text of the key becomes part of a query or of a pattern',
  ],
  needs: ['key'],
  after: ['b.auth.missing-key'],
  faults: {
    ...malformedKeyFaults,
    ...hostileKeyFaults,
    'blanks-removed': { keyParts: (text, call) => call.conforming.keyParts(text.replace(/\s/g, ''), call) },
    'blanks-and-marks-removed': {
      keyParts: (text, call) => call.conforming.keyParts(text.replace(/[-.:\s]/g, ''), call),
    },
    'unprocessable-at-nodes': {
      refusalStatus: (failure, call) => (failure === 'malformed' && call.endpoint === 'nodes' ? 422 : 401),
    },
    'throws-without-separators': {
      refusalStatus: (failure, call) =>
        failure === 'malformed' && (call.header('x-api-key')[0] ?? '').split('_').length < 3 ? 500 : 401,
    },
    'empty-key-forbidden': { refusalStatus: (_, call) => (call.header('x-api-key')[0] === '' ? 403 : 401) },
  },
  freedoms: hostileKeyFreedoms,
  quickMisses: {
    ...hostileKeyQuickMisses,
    'blanks-and-marks-removed': 'quick depth tries only the most likely ways to damage a key',
    'blanks-removed': 'quick depth tries only the most likely ways to damage a key',
    'any-of-several-keys': 'quick depth tries only the most likely ways to damage a key',
    'look-alike-letters-accepted': 'quick depth tries only the most likely ways to damage a key',
    'quotes-cut-off': 'quick depth tries only the most likely ways to damage a key',
    'wildcards-match-the-secret': 'quick depth tries only the most likely ways to damage a key',
    'dots-for-separators': 'quick depth tries only the most likely ways to damage a key',
    'throws-beyond-ascii': 'quick depth tries only the most likely ways to damage a key',
  },
  ...refusesMutated(surface, malformed, {
    count: [5, 48, 600],
    pairs: 80,
    telling: (seed): readonly Malformed[] => [
      { text: hostileTogether(seed) },
      { part: 'secret', length: 65, at: 'end' },
      { text: '' },
      { part: 'key_id', length: 17, at: 'end' },
      { separators: ['-', '-'] },
    ],
  }),
})
