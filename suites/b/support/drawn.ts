import { createHash } from 'node:crypto'
import type { Target } from '../../../src/core/target.ts'

/** What was drawn for a key, told apart without the secret: evidence holds none. */
export interface Drawn {
  readonly env: string
  readonly whole: string
  readonly keyId: string
  readonly secret: string
}

/** All keys that are known by now, supplied and created; hex is the same in either letter case. */
export const drawnBy = ({ secrets }: Target): Drawn[] =>
  [...secrets].map(([env, text]) => {
    const parts = text.toLowerCase().split('_')
    // A key of another form, which b.key.format judges, cannot be taken apart.
    const [keyId, secret] = parts.length > 2 ? [parts.at(-2)!, parts.at(-1)!] : [digest(text), text]
    return { env, whole: digest(text), keyId, secret: digest(secret) }
  })

const digest = (text: string): string => createHash('sha256').update(text).digest('base64')

interface Twins {
  readonly what: 'key_id' | 'secret'
  readonly one: string
  readonly other: string
}

/** Two keys that share what no two may share. One key that was supplied under two names is no two keys. */
export function twinsIn(drawn: readonly Drawn[]): Twins | undefined {
  for (const what of ['keyId', 'secret'] as const) {
    const known = new Map<string, Drawn>()
    for (const key of drawn) {
      const other = known.get(key[what])
      if (other && (other.whole !== key.whole || isCreated(key))) {
        const name = ({ env, keyId }: Drawn) => `${env} (key_id ${keyId})`
        return { what: what === 'keyId' ? 'key_id' : 'secret', one: name(other), other: name(key) }
      }
      known.set(key[what], other ?? key)
    }
  }
  return undefined
}

const isCreated = ({ env }: Drawn): boolean => env.startsWith('CREATED_KEY_')
