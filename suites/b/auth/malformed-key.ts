import type { Behaviour } from '../../../reference-server/behaviour.ts'
import { trial } from '../../../src/core/rule.ts'
import { hostileTogether } from '../../shared/credentials/hostile.ts'
import { derived, type Malformed, malformed } from '../../shared/credentials/malformed.ts'
import {
  hostileKeyFaults,
  hostileKeyFreedoms,
  hostileKeyQuickMisses,
  malformedKeyFaults,
} from '../../shared/refused-key-faults.ts'
import { refusesMutated } from '../../shared/refused-keys.ts'
import { surface } from '../api.ts'

/** For a fault: texts of this form are a key. */
const acceptsInstead = (form: RegExp): Partial<Behaviour> => ({
  classify: (check, call) =>
    form.test(call.header('x-api-key')[0] ?? '') ? undefined : call.conforming.classify(check, call),
})

const withoutAccents = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '')

const FEW = 'quick depth tries only the most likely ways to damage a key'

export default trial({
  level: 'stated',
  title: 'A malformed key gets 401',
  clauses: ['5.2.malformed', '7.401.any'],
  tried:
    'At every endpoint: parts missing, truncated, padded at either end or in another order, characters that are not hex, other, doubled or leading separators, accents, one part alone, invisible characters or marks around the key, other text, no text; text with a meaning in SQL, JSON, templates, shells, regular expressions and other languages, names such as __proto__, tokens of other schemes. Where other text replaces the key or a part of it, 400, 403, 406 or 431 without an error in the documented shape is a warning, since a gateway may send it.',
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
    'secret-looked-up-by-its-digest': acceptsInstead(/^[0-9a-f]{64}$/),
    'secret-without-key-id': acceptsInstead(/^\D+_[0-9a-f]{64}$/),
    'parts-in-any-order': {
      keyParts: (text, call) => {
        const parts = text.split('_')
        const of = (length: number) => parts.find((part) => part.length === length && /^[0-9a-f]+$/i.test(part))
        const prefix = parts.filter((part) => !/^[0-9a-f]{16,}$/i.test(part)).join('_')
        return parts.length < 3 ? undefined : call.conforming.keyParts(`${prefix}_${of(16)}_${of(64)}`, call)
      },
    },
    'empty-parts-dropped': {
      keyParts: (text, call) => call.conforming.keyParts(text.split('_').filter(Boolean).join('_'), call),
    },
    'separators-trimmed': {
      keyParts: (text, call) => call.conforming.keyParts(text.replace(/^_+/, ''), call),
    },
    'accents-folded': {
      keyParts: (text, call) => call.conforming.keyParts(withoutAccents(text), call),
    },
    'accents-folded-in-utf8': {
      keyParts: (text, call) => call.conforming.keyParts(withoutAccents(Buffer.from(text, 'latin1').toString()), call),
    },
    'marks-of-unicode-removed': {
      credentialText: (text) =>
        Buffer.from(text, 'latin1')
          .toString()
          .replace(/[\u200b\u2060]/g, ''),
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
    'separators-removed': FEW,
    'empty-parts-dropped': FEW,
    'separators-trimmed': FEW,
    'accents-folded': FEW,
    'accents-folded-in-utf8': FEW,
    'secret-looked-up-by-its-digest': FEW,
    'secret-without-key-id': FEW,
    'parts-in-any-order': FEW,
    'marks-of-unicode-removed': FEW,
    'blanks-and-marks-removed': FEW,
    'blanks-removed': FEW,
    'any-of-several-keys': FEW,
    'look-alike-letters-accepted': FEW,
    'quotes-cut-off': FEW,
    'zeros-before-the-key-id-cut-off': FEW,
    'secret-read-as-a-number': FEW,
    'full-width-characters-accepted': FEW,
    'key-id-normalized': FEW,
    'wildcards-match-the-secret': FEW,
    'dots-for-separators': FEW,
    'throws-beyond-ascii': FEW,
    'bytes-of-64-characters-compared': FEW,
  },
  ...refusesMutated(surface, malformed, {
    count: [5, 66, 600],
    pairs: 80,
    telling: (seed): readonly Malformed[] => [
      { text: hostileTogether(seed) },
      { part: 'secret', length: 65, at: 'end' },
      { text: '' },
      { part: 'key_id', length: 17, at: 'end' },
      { separators: ['-', '-'] },
      ...derived(seed),
      { before: '_', after: '' },
      { separators: ['_', '__'] },
      { accented: 'key_id', as: 'latin1' },
      { accented: 'key_id', as: 'utf8' },
    ],
  }),
})
