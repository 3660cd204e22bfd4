import { hash } from 'node:crypto'

/** A property of secrets that random ones do not have. Numbers only, which reveal nothing of a secret. */
export interface Regularity {
  readonly what:
    | 'shared substring'
    | 'repeated substring'
    | 'fixed position'
    | 'fixed bit'
    | 'frequent digit'
    | 'one digit in a secret'
    | 'equal neighbours'
    | 'few different bits'
    | 'equal steps'
    | 'digest'
  readonly measured: number
  /** The value that random secrets reach with a probability of at most `FALSE_ALARM`. */
  readonly limit: number
  /** Where that is, counted from 1. */
  readonly position?: number
}

/** Probability of each regularity in secrets of random bits; ten tests, less than 1e-9 in all. */
export const FALSE_ALARM = 1e-10

const DIGITS = 64
const BITS = 4 * DIGITS
/** Digits of the shortest digest. */
const HALF = 32
const HEX_SECRET = new RegExp(`^[0-9a-f]{${DIGITS}}$`)

export interface KeyParts {
  readonly keyId: string
  readonly secret: string
}

/** Finds the first regularity in secrets of 64 hex digits, which are given in the order of creation; others are left out. */
export function findRegularity(keys: readonly KeyParts[]): Regularity | undefined {
  const known = keys.map(({ keyId, secret }) => ({ keyId: keyId.toLowerCase(), secret: secret.toLowerCase() }))
  const parts = [...new Map(known.map((part) => [part.secret, part])).values()].filter(({ secret }) =>
    HEX_SECRET.test(secret),
  )
  if (parts.length === 0) return undefined
  const secrets = parts.map(({ secret }) => secret)
  const bits = secrets.map((secret) => BigInt(`0x${secret}`))
  return (
    substrings(parts) ??
    fixedPosition(secrets) ??
    fixedBit(bits) ??
    frequentDigit(secrets) ??
    digitOfOne(secrets) ??
    equalNeighbours(secrets) ??
    fewDifferentBits(secrets) ??
    equalSteps(bits) ??
    digests(parts)
  )
}

/** No long run of digits occurs in two secrets, in a secret and a key_id, or twice in one secret. */
function substrings(parts: readonly KeyParts[]): Regularity | undefined {
  const places = parts.length * (2 * DIGITS)
  // At most FALSE_ALARM pairs of places are expected to agree on this many digits.
  const limit = Math.ceil(Math.log2((places * places) / 2 / FALSE_ALARM) / 4)
  const owners = new Map<string, number>()
  for (const [n, { secret }] of parts.entries()) {
    for (let at = 0; at + limit <= DIGITS; at++) {
      const piece = secret.slice(at, at + limit)
      const owner = owners.get(piece)
      if (owner !== undefined)
        return { what: owner === n ? 'repeated substring' : 'shared substring', measured: limit, limit }
      owners.set(piece, n)
    }
  }
  for (const { keyId } of parts)
    for (let at = 0; at + limit <= keyId.length; at++)
      if (owners.has(keyId.slice(at, at + limit))) return { what: 'shared substring', measured: limit, limit }
  return undefined
}

function fixedPosition(secrets: readonly string[]): Regularity | undefined {
  const limit = upperLimit(secrets.length, 1 / 16, DIGITS * 16)
  for (let at = 0; at < DIGITS; at++) {
    const measured = Math.max(...counts(secrets.map((secret) => secret[at]!)))
    if (measured >= limit) return { what: 'fixed position', measured, limit, position: at + 1 }
  }
  return undefined
}

function fixedBit(bits: readonly bigint[]): Regularity | undefined {
  const limit = upperLimit(bits.length, 1 / 2, BITS * 2)
  for (let at = 0n; at < BITS; at++) {
    const ones = bits.filter((secret) => (secret >> at) & 1n).length
    const measured = Math.max(ones, bits.length - ones)
    if (measured >= limit) return { what: 'fixed bit', measured, limit, position: BITS - Number(at) }
  }
  return undefined
}

function frequentDigit(secrets: readonly string[]): Regularity | undefined {
  const total = secrets.length * DIGITS
  const measured = Math.max(...counts([...secrets.join('')]))
  const limit = upperLimit(total, 1 / 16, 16)
  return measured >= limit ? { what: 'frequent digit', measured, limit } : undefined
}

function digitOfOne(secrets: readonly string[]): Regularity | undefined {
  const limit = upperLimit(DIGITS, 1 / 16, 16 * secrets.length)
  const measured = Math.max(...secrets.map((secret) => Math.max(...counts([...secret]))))
  return measured >= limit ? { what: 'one digit in a secret', measured, limit } : undefined
}

function equalNeighbours(secrets: readonly string[]): Regularity | undefined {
  const limit = upperLimit(secrets.length * (DIGITS - 1), 1 / 16, 1)
  const measured = secrets.reduce(
    (sum, secret) => sum + [...secret].filter((digit, at) => at > 0 && secret[at - 1] === digit).length,
    0,
  )
  return measured >= limit ? { what: 'equal neighbours', measured, limit } : undefined
}

/** Two random secrets differ in about 128 of 256 bits. */
function fewDifferentBits(secrets: readonly string[]): Regularity | undefined {
  const bytes = secrets.map((secret) => Buffer.from(secret, 'hex'))
  const pairs = (bytes.length * (bytes.length - 1)) / 2
  const limit = BITS - upperLimit(BITS, 1 / 2, Math.max(1, pairs))
  for (const [n, one] of bytes.entries()) {
    for (const other of bytes.slice(n + 1)) {
      const measured = one.reduce((sum, byte, at) => sum + ONES[byte ^ other[at]!]!, 0)
      if (measured <= limit) return { what: 'few different bits', measured, limit }
    }
  }
  return undefined
}

/** Two steps from a secret to the next are equal by chance in one of 2^256 pairs. */
function equalSteps(bits: readonly bigint[]): Regularity | undefined {
  const steps = bits.slice(1).map((secret, n) => BigInt.asUintN(BITS, secret - bits[n]!))
  return new Set(steps).size < steps.length ? { what: 'equal steps', measured: 2, limit: 2 } : undefined
}

const ALGORITHMS = ['sha256', 'sha512', 'sha384', 'sha3-256', 'blake2s256', 'blake2b512', 'sha1', 'md5']

/** No secret is, or begins with, the digest of a key_id or of another secret, as text or as bytes. By chance one in 2^128 is. */
function digests(parts: readonly KeyParts[]): Regularity | undefined {
  const known = parts.flatMap(({ keyId, secret }) => [keyId, keyId.toUpperCase(), secret, `${keyId}${secret}`])
  const inputs = known.flatMap((text) => [text, Buffer.from(text, 'hex')])
  const found = new Set(ALGORITHMS.flatMap((name) => inputs.map((input) => hash(name, input).slice(0, HALF))))
  const measured = parts.filter(({ secret }) => found.has(secret.slice(0, HALF))).length
  return measured > 0 ? { what: 'digest', measured, limit: 1 } : undefined
}

const counts = (values: readonly string[]): number[] =>
  [...Map.groupBy(values, (value) => value).values()].map(({ length }) => length)

/** How many bits of a byte are 1. */
const ONES = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length)

/** The least k with P(Binomial(n, p) ≥ k) ≤ FALSE_ALARM / tests; n + 1 if there is none. */
export function upperLimit(n: number, p: number, tests: number): number {
  const allowed = FALSE_ALARM / tests
  let tail = 0
  for (let k = n; k >= 0; k--) {
    tail += Math.exp(logChoose(n, k) + k * Math.log(p) + (n - k) * Math.log1p(-p))
    if (tail > allowed) return k + 1
  }
  return 0
}

const logChoose = (n: number, k: number): number => logFactorial(n) - logFactorial(k) - logFactorial(n - k)

const logFactorials = [0]
function logFactorial(n: number): number {
  while (logFactorials.length <= n) logFactorials.push(logFactorials.at(-1)! + Math.log(logFactorials.length))
  return logFactorials[n]!
}
