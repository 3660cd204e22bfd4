import fc from 'fast-check'
import type { Credential } from '../../src/core/exchange.ts'
import { inApiKey, noCredential, whole } from '../../src/core/key-format.ts'
import type { KeyCondition, Target } from '../../src/core/target.ts'
import { type Crossed, crossed, crossedNote, isCrossed } from './credentials/crossed.ts'
import { malformed } from './credentials/malformed.ts'
import { boundaries, type Mutation } from './credentials/mutation.ts'
import { unknown } from './credentials/unknown.ts'
import { wrongSecret } from './credentials/wrong-secret.ts'
import type { KeyHeader } from './variant-surface.ts'

// biome-ignore lint/suspicious/noExplicitAny: each mutation has other descriptors
const MUTATIONS: Readonly<Record<string, Mutation<any>>> = { malformed, unknown, 'wrong-secret': wrongSecret }
type Mutated = 'malformed' | 'unknown' | 'wrong-secret'
type Lapsed = 'revoked' | 'expired' | 'disabled' | 'no-scope' | 'no-module'

/** What can be wrong with a credential. */
export type FailureClass = 'missing' | Mutated | Lapsed

/** Keys that are refused for their state: their secret is right. */
export const LAPSED = ['revoked', 'expired', 'disabled'] as const
/** A key of each kind that gets 401. */
export const REFUSED: readonly FailureClass[] = ['malformed', 'unknown', 'wrong-secret', ...LAPSED]

/** A bad credential. `key` describes what was done to the active key; the most telling mutation if absent. */
export interface Failure {
  readonly class: FailureClass
  readonly key?: unknown
}

/** A supplied key, by its condition. */
export const suppliedKey = (target: Target, condition: KeyCondition, header: KeyHeader = inApiKey): Credential =>
  header(whole(target.keys[condition]!), condition, condition === 'active' ? undefined : `the ${condition} key`)

/** The active key after a mutation, or the key_id of one key with the secret of another. */
export const mutatedKey = <D>(
  mutation: Mutation<D>,
  target: Target,
  key: D | Crossed,
  header: KeyHeader = inApiKey,
): Credential =>
  isCrossed(key)
    ? header(crossed(target, key), mutation.class, crossedNote(key))
    : header(mutation.build(target.keys.active, key), mutation.class, mutation.note(key))

export function badCredential(target: Target, failure: Failure, header: KeyHeader = inApiKey): Credential {
  if (failure.class === 'missing') return noCredential
  const mutation = MUTATIONS[failure.class]
  if (!mutation) return suppliedKey(target, failure.class as Lapsed, header)
  return mutatedKey(mutation, target, failure.key ?? boundaries(mutation, target)[0], header)
}

export function failureInWords(failure: Failure): string {
  if (failure.class === 'missing') return 'no key'
  return MUTATIONS[failure.class]?.note(failure.key) ?? `the ${failure.class} key`
}

/** Of these classes those that the supplied keys allow. */
export const availableClasses = <C extends FailureClass>({ keys }: Target, classes: readonly C[]): C[] =>
  classes.filter((name) => name === 'missing' || name in MUTATIONS || name in keys)

/** The `i`th sample of each of these classes. */
export const failureSamples = (target: Target, classes: readonly FailureClass[], i = 0): Failure[] =>
  availableClasses(target, classes).map((name) => {
    const mutation = MUTATIONS[name]
    return { class: name, ...(mutation && { key: boundaries(mutation, target)[i] }) }
  })

/** Any mutation, or one of the samples that have none. */
export const anyFailure = (samples: readonly Failure[]): fc.Arbitrary<Failure> =>
  fc.oneof(
    ...Object.entries(MUTATIONS).map(([name, { any }]) => fc.record({ class: fc.constant(name as Mutated), key: any })),
    fc.constantFrom(...samples.filter((failure) => !('key' in failure))),
  )
