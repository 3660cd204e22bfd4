import { hash } from 'node:crypto'
import type { AdminContext, Behaviour } from '../../reference-server/behaviour.ts'
import { type Finding, type Tools, type Trial, unclear, type Violation, violation } from '../../src/core/rule.ts'
import type { Target } from '../../src/core/target.ts'
import { orRefused } from '../../src/engine/control/refused.ts'
import { findRegularity, type Regularity } from '../../src/judge/secret-randomness.ts'
import { isNewKey } from './count-new-keys.ts'

interface Evidence {
  readonly keys: number
  readonly found?: Regularity
}

/** Fewer keys show only gross regularities. */
const ENOUGH = 48
const AT_QUICK = 16
const LEAST = 8

/** Examines the secrets of all keys that the run created; the evidence has numbers only. */
export const secretRandomness: Pick<Trial<Record<string, never>, Evidence>, 'cases' | 'send' | 'judge' | 'note'> = {
  cases: { first: [{}], count: [1, 1, 1], cost: () => 0 },
  async send(_, tools) {
    await createUpTo(tools.depth === 'quick' ? AT_QUICK : ENOUGH, tools)
    return examine(tools.target)
  },
  judge({ keys, found }, _, { variant }): Finding | undefined {
    // Only B says that a secret is 32 random bytes; two UUIDs have 244 random bits.
    if (found) return { ...asViolation(found, keys), ...(variant === 'a' && isOfUuids(found) && { warning: true }) }
    return keys < LEAST ? unclear(`${keys} created keys are too few`) : undefined
  },
  note: ([evidence]) => evidence && `${evidence.keys} secrets of created keys examined`,
}

async function createUpTo(count: number, { control, target }: Tools): Promise<void> {
  const { length } = await control.createdKeys()
  if (control.byHand) return
  await Promise.all(
    Array.from({ length: Math.max(0, count - length) }, () => orRefused(control[target.variant].createKey())),
  )
}

function examine({ secrets }: Target): Evidence {
  const created = [...secrets].flatMap(([env, text]) => {
    const [keyId = '', secret = ''] = text.split('_').slice(-2)
    return env.startsWith('CREATED_KEY_') ? [{ keyId, secret }] : []
  })
  const found = findRegularity(created)
  return { keys: created.length, ...(found && { found }) }
}

/** The digits of two UUIDs that name their version and variant, from 1. */
const UUID_DIGITS: readonly number[] = [13, 17, 45, 49]

const isOfUuids = ({ what, position = 0 }: Regularity): boolean =>
  (what === 'fixed position' && UUID_DIGITS.includes(position)) ||
  (what === 'fixed bit' && UUID_DIGITS.includes(Math.ceil(position / 4)))

function asViolation(found: Regularity, keys: number): Violation {
  const what = inWords(found, keys)
  return {
    ...violation('random digits, which do this with a probability below 1e-9', what),
    headline: `The secrets of created keys are not random: ${what}`,
  }
}

function inWords({ what, measured, limit, position }: Regularity, keys: number): string {
  switch (what) {
    case 'shared substring':
      return `${measured} consecutive digits are the same in two keys, or in a secret and a key_id`
    case 'repeated substring':
      return `one secret has the same ${measured} consecutive digits twice`
    case 'fixed position':
      return `digit ${position} is the same in ${measured} of ${keys} secrets`
    case 'fixed bit':
      return `bit ${position} is the same in ${measured} of ${keys} secrets`
    case 'frequent digit':
      return `one digit occurs ${measured} times in ${keys} secrets; ${4 * keys} are expected`
    case 'one digit in a secret':
      return `one digit occurs ${measured} times in a secret; 4 are expected`
    case 'equal neighbours':
      return `${measured} digits in ${keys} secrets equal the digit before, ${limit} or more are improbable`
    case 'few different bits':
      return `two secrets differ in ${measured} of 256 bits; 128 are expected`
    case 'digest':
      return `${measured} of ${keys} secrets are, or begin with, the digest of a key_id or of another secret`
    case 'equal steps':
      return 'the difference between one secret and the next is the same twice'
  }
}

/** Of new keys only, so that those supplied look random. */
const ofNewKeys =
  (make: (random: string, admin: AdminContext, n: number) => string): Behaviour['newSecret'] =>
  (bytes, admin) => {
    const random = admin.conforming.newSecret(bytes, admin)
    if (!isNewKey(admin.memory, 'secrets')) return random
    return make(random, admin, Number(admin.memory.get('secrets')))
  }

export const secretRandomnessFaults = {
  'time-in-front': {
    newSecret: ofNewKeys((random, { now }) => now.toString(16).padStart(12, '0') + random.slice(12)),
  },
  'counter-at-the-end': {
    newSecret: ofNewKeys((random, _, n) => random.slice(0, 48) + n.toString(16).padStart(16, '0')),
  },
  'sixteen-bytes-twice': { newSecret: ofNewKeys((random) => random.slice(0, 32).repeat(2)) },
  'two-uuids': {
    newSecret: ofNewKeys((random) =>
      [random.slice(0, 32), random.slice(32)].map((half) => `${half.slice(0, 12)}4${half.slice(13)}`).join(''),
    ),
  },
  'text-in-hex': {
    newSecret: ofNewKeys((random) => Buffer.from(random.slice(0, 32)).toString('hex')),
  },
  'decimal-digits': {
    newSecret: ofNewKeys((random) => random.replace(/[a-f]/g, (digit) => String(digit.charCodeAt(0) - 97))),
  },
  'half-in-common': {
    newSecret: ofNewKeys((random) => `8f3a61c7d2094be5a17cf0369d5e824b${random.slice(32)}`),
  },
  'the-previous-secret-and-a-constant': {
    newSecret: ofNewKeys((_, __, n) =>
      (0x3b9d7c15f2a8e46n ** 4n + BigInt(n) * 0x9e3779b97f4a7c15n ** 3n).toString(16).slice(-64).padStart(64, '0'),
    ),
  },
  'digest-of-the-key-id': {
    newKeyId: (bytes, admin) => {
      const keyId = admin.conforming.newKeyId(bytes, admin)
      admin.memory.set('last key_id', keyId)
      return keyId
    },
    newSecret: ofNewKeys((_, { memory }) => hash('sha256', String(memory.get('last key_id')))),
  },
  'digest-of-the-secret-before': {
    newSecret: ofNewKeys((random, { memory }) => {
      const next = hash('sha256', String(memory.get('last secret') ?? random))
      memory.set('last secret', next)
      return next
    }),
  },
} satisfies Record<string, Partial<Behaviour>>

export const secretRandomnessFreedoms = {
  'digest-under-a-key-of-the-server': {
    newSecret: ofNewKeys((random, _, n) => hash('sha256', `${random} ${n}`)),
  },
  'of-the-system-generator': {
    newSecret: () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex'),
  },
  'in-upper-case': { newSecret: ofNewKeys((random) => random.toUpperCase()) },
} satisfies Record<string, Partial<Behaviour>>
