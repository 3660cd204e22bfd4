import type { Behaviour } from '../../../reference-server/behaviour.ts'
import { hexFor } from '../../../src/core/random.ts'
import { trial } from '../../../src/core/rule.ts'
import { hostileTogether, unsignedToken } from '../../shared/credentials/hostile.ts'
import { type Malformed, malformed } from '../../shared/credentials/malformed.ts'
import {
  hostileKeyFaults,
  hostileKeyFreedoms,
  hostileKeyQuickMisses,
  malformedKeyFaults,
} from '../../shared/refused-key-faults.ts'
import { refusesMutated } from '../../shared/refused-keys.ts'
import { surface } from '../api.ts'

/** Each is accepted, or makes the server fail, because of a different mistake. */
const telling = (seed: number): readonly Malformed[] => [
  { text: '' },
  { text: hostileTogether(seed) },
  { part: 'secret', length: 65, at: 'end' },
  { part: 'secret', place: 63, character: 'g' },
  { key_id: '%'.repeat(16) },
  { parts: ['key_id', 'secret'] },
  { part: 'key_id', length: 17, at: 'end' },
  { separators: ['-', '-'] },
  { part: 'secret', wildcard: '%' },
  // Every second one goes via Bearer: words after the key, and a header that is only the scheme.
  { after: ` ${hexFor(seed, 'after the key', 8)}` },
  { before: 'Bearer ', after: '' },
  { text: ' ' },
  unsignedToken(seed),
]

/** Another credential besides keys: a web token that is not verified. */
const tokenAccepted = (
  isGood: (header: { alg?: string }, claims: { exp: number }, signature: string) => boolean,
): Partial<Behaviour> => ({
  classify: (check, call) => {
    const [header = '', claims = '', signature] =
      call
        .header('authorization')[0]
        ?.replace(/^Bearer /, '')
        .split('.') ?? []
    const isToken = header.startsWith('ey') && claims.startsWith('ey') && signature !== undefined
    return isToken && isGood(decoded(header), decoded(claims), signature)
      ? undefined
      : call.conforming.classify(check, call)
  },
})

const decoded = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())

export default trial({
  level: 'stated',
  title: 'A malformed key gets 401',
  clauses: ['7.401.malformed'],
  tried:
    'Via both headers: parts missing, truncated, padded at either end, in another order or followed by a word, characters that are not hex, other separators, other text, no text; text with a meaning in SQL, JSON, templates, shells, regular expressions and other languages, names such as __proto__, characters of four bytes in UTF-8, tokens of other schemes. Where other text replaces the key or a part of it, 400, 403, 406 or 431 without an error in the documented shape is a warning, since a gateway may send it.',
  meaning: 'A damaged or forged key reads the users.',
  causes: [
    'the key is trimmed, truncated or cleaned before it is compared',
    'the pattern that the key must match is not anchored at both ends',
    'wildcards in the key reach the database',
  ],
  needs: ['key'],
  after: ['a.auth.missing-key'],
  faults: {
    ...malformedKeyFaults,
    ...hostileKeyFaults,
    'unprocessable-by-bearer': {
      refusalStatus: (failure, call) => (failure === 'malformed' && call.form === 'bearer' ? 422 : 401),
    },
    'throws-without-separators': {
      keyParts: (text, call) => {
        if (!text.includes('_')) throw new TypeError('cannot read properties of undefined')
        return call.conforming.keyParts(text, call)
      },
    },
    'throws-without-hex': {
      secretAccepted: (secret, call) => {
        if (/[^0-9a-f]/i.test(secret)) throw new SyntaxError('non-hexadecimal number found')
        return call.conforming.secretAccepted(secret, call)
      },
    },
    'not-anchored': {
      keyParts: (text, call) =>
        call.conforming.keyParts(/[^_]+_[0-9a-f]{16}_[0-9a-f]{64}/i.exec(text)?.[0] ?? text, call),
    },
    'bearer-cut-off-in-either-header': {
      keyParts: (text, call) => call.conforming.keyParts(text.replace(/^Bearer +/i, ''), call),
    },
    'cut-at-a-blank-by-bearer': {
      credentialText: (text, call) => (call.form === 'bearer' ? text.replace(/ .*/, '') : text),
    },
    'prefix-not-needed': {
      keyParts: (text, call) => call.conforming.keyParts(text.split('_').length === 2 ? `tenant_${text}` : text, call),
    },
    'wildcard-looked-up': {
      keyIdAccepted: (keyId, call) => /^%+$/.test(keyId) || call.conforming.keyIdAccepted(keyId, call),
      classify: (check, call) => {
        const failure = call.conforming.classify(check, call)
        return failure === 'unknown' && /_%+_/.test(call.header('x-api-key')[0] ?? '') ? undefined : failure
      },
    },
    'bearer-token-decoded-only': tokenAccepted(({ alg }, { exp }) => alg !== 'none' && exp * 1000 > Date.now()),
    'unsigned-bearer-token-accepted': tokenAccepted(({ alg }, _, signature) => alg === 'none' && signature === ''),
    'empty-key-accepted': {
      classify: (check, call) =>
        call.header('x-api-key')[0] === '' ? undefined : call.conforming.classify(check, call),
    },
  },
  freedoms: hostileKeyFreedoms,
  quickMisses: {
    'any-separator': 'quick depth tries only the most likely ways to damage a key',
    'bearer-token-decoded-only': 'quick depth tries only the most likely ways to damage a key',
    'unsigned-bearer-token-accepted': 'quick depth tries only the most likely ways to damage a key',
    'longer-key-id-cut': 'quick depth tries only the most likely ways to damage a key',
    'cut-at-a-blank-by-bearer': 'quick depth tries only the most likely ways to damage a key',
    'prefix-not-needed': 'quick depth tries only the most likely ways to damage a key',
    ...hostileKeyQuickMisses,
    'bearer-cut-off-in-either-header': 'quick depth tries only the most likely ways to damage a key',
    'any-of-several-keys': 'quick depth tries only the most likely ways to damage a key',
    'look-alike-letters-accepted': 'quick depth tries only the most likely ways to damage a key',
    'separators-removed': 'quick depth tries only the most likely ways to damage a key',
    'blanks-removed': 'quick depth tries only the most likely ways to damage a key',
    'quotes-cut-off': 'quick depth tries only the most likely ways to damage a key',
    'zeros-before-the-key-id-cut-off': 'quick depth tries only the most likely ways to damage a key',
    'secret-read-as-a-number': 'quick depth tries only the most likely ways to damage a key',
    'full-width-characters-accepted': 'quick depth tries only the most likely ways to damage a key',
    'key-id-normalized': 'quick depth tries only the most likely ways to damage a key',
    'wildcards-match-the-secret': 'quick depth tries only the most likely ways to damage a key',
    'dots-for-separators': 'quick depth tries only the most likely ways to damage a key',
    'throws-beyond-ascii': 'quick depth tries only the most likely ways to damage a key',
    'bytes-of-64-characters-compared': 'quick depth tries only the most likely ways to damage a key',
  },
  ...refusesMutated(surface, malformed, {
    count: [5, 57, 500],
    pairs: 80,
    tokens: { by: 'Bearer' },
    telling,
  }),
})
