import { createHash } from 'node:crypto'
import { explained, headlined, type Violation, violation } from '../../src/core/rule.ts'
import type { Target } from '../../src/core/target.ts'

/** A key without its secret, which evidence must not hold. */
export interface KeyFingerprint {
  readonly env: string
  readonly whole: string
  readonly keyId: string
  readonly secret: string
}

/** Fingerprints of all keys known so far, supplied and created; hex is compared in lower case. */
export const fingerprintsOf = ({ secrets }: Target): KeyFingerprint[] =>
  [...secrets].map(([env, text]) => {
    const parts = text.toLowerCase().split('_')
    // A malformed key, which key.format judges, has no parts.
    const [keyId, secret] = parts.length > 2 ? [parts.at(-2)!, parts.at(-1)!] : [digest(text), text]
    return { env, whole: digest(text), keyId, secret: digest(secret) }
  })

const digest = (text: string): string => createHash('sha256').update(text).digest('base64')

interface Twins {
  readonly what: 'key_id' | 'secret'
  readonly one: string
  readonly other: string
}

/** Two keys that share a key_id or a secret. One key that was supplied under two names counts once. */
export function twinsIn(keys: readonly KeyFingerprint[]): Twins | undefined {
  for (const what of ['keyId', 'secret'] as const) {
    const known = new Map<string, KeyFingerprint>()
    for (const key of keys) {
      const other = known.get(key[what])
      if (other && (other.whole !== key.whole || isCreated(key))) {
        const name = ({ env, keyId }: KeyFingerprint) => `${env} (key_id ${keyId})`
        return { what: what === 'keyId' ? 'key_id' : 'secret', one: name(other), other: name(key) }
      }
      known.set(key[what], other ?? key)
    }
  }
  return undefined
}

const isCreated = ({ env }: KeyFingerprint): boolean => env.startsWith('CREATED_KEY_')

const MEANINGS: Readonly<Record<Twins['what'], [impact: string, ...causes: string[]]>> = {
  key_id: [
    'Revoking one key may revoke the other, and logs do not distinguish them.',
    'the key_id follows from the time or a counter, or has too few random digits',
    'the random source has the same seed in each process',
  ],
  secret: [
    'The holder of one key knows the secret of the other.',
    'the secret follows from the time or the tenant, not from a random source',
    'the random source has the same seed in each process',
  ],
}

/** No two keys share a key_id or a secret. */
export function keysDiffer(keys: readonly KeyFingerprint[]): Violation | undefined {
  const twins = twinsIn(keys)
  return (
    twins &&
    headlined(
      `The server issued the same ${twins.what} twice: in ${twins.one} and ${twins.other}`,
      explained(
        violation(`a different ${twins.what} on each key`, `the same ${twins.what} on both`),
        ...MEANINGS[twins.what],
      ),
    )
  )
}
