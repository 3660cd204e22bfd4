import fc from 'fast-check'
import type { Credential, CredentialClass } from '../../../src/core/exchange.ts'
import { inApiKey, noCredential, whole } from '../../../src/core/key-format.ts'
import type { SecretText } from '../../../src/core/secret-text.ts'
import type { KeyCondition, Target } from '../../../src/core/target.ts'
import { type Crossed, crossed, crossedNote, isCrossed } from '../../shared/credentials/crossed.ts'
import { malformed } from '../../shared/credentials/malformed.ts'
import type { Mutation } from '../../shared/credentials/mutation.ts'
import { unknown } from '../../shared/credentials/unknown.ts'
import { wrongSecret } from '../../shared/credentials/wrong-secret.ts'
import { inBearer } from '../api.ts'

/** §5.2, 5.3: where a key is sent. */
export const FORMS = ['X-Api-Key', 'Bearer'] as const
export type Form = (typeof FORMS)[number]
export const anyForm: fc.Arbitrary<Form> = fc.constantFrom(...FORMS)

export const inForm = (by: Form, text: SecretText, about: CredentialClass, note?: string): Credential =>
  (by === 'Bearer' ? inBearer : inApiKey)(text, about, note)

/** A supplied key, by its condition. */
export const supplied = (target: Target, condition: KeyCondition, by: Form): Credential =>
  inForm(by, whole(target.keys[condition]!), condition, condition === 'active' ? undefined : `the ${condition} key`)

/** The active key after a mutation, or two keys crossed. */
export const spoilt = <D>(mutation: Mutation<D>, target: Target, key: D | Crossed, by: Form): Credential =>
  isCrossed(key)
    ? inForm(by, crossed(target, key), mutation.class, crossedNote(key))
    : inForm(by, mutation.build(target.keys.active, key), mutation.class, mutation.note(key))

const MUTATIONS = { malformed, unknown, 'wrong-secret': wrongSecret } as const
type Mutated = keyof typeof MUTATIONS
type Off = 'revoked' | 'expired' | 'disabled'

/** §7: a credential that answers 401. `key` tells what was done to the active key. */
export type Failure =
  | { readonly class: 'missing' }
  | { readonly class: Mutated; readonly key: unknown }
  | { readonly class: Off }

export function failing(target: Target, failure: Failure, by: Form): Credential {
  if (failure.class === 'missing') return noCredential
  if ('key' in failure) return spoilt<unknown>(MUTATIONS[failure.class] as Mutation<unknown>, target, failure.key, by)
  return supplied(target, failure.class, by)
}

export function failureInWords(failure: Failure): string {
  if (failure.class === 'missing') return 'no key'
  if ('key' in failure) return (MUTATIONS[failure.class] as Mutation<unknown>).note(failure.key)
  return `the ${failure.class} key`
}

/** Those of which §7 says so, where they were supplied; that a disabled key answers 401 is implied only. */
const OFF: readonly Off[] = ['revoked', 'expired']

/** The `i`th sample of each failure class, those first that servers tend to treat in a way of their own. */
export const failures = (target: Target, i = 0, off = OFF): readonly Failure[] => [
  { class: 'unknown', key: unknown.first[i] },
  { class: 'missing' },
  { class: 'wrong-secret', key: wrongSecret.first[i] },
  ...off.filter((condition) => condition in target.keys).map((condition) => ({ class: condition })),
  { class: 'malformed', key: malformed.first[i] },
]

export const anyFailure = (target: Target, off = OFF): fc.Arbitrary<Failure> =>
  fc.oneof(
    ...Object.entries(MUTATIONS).map(([name, { any }]) =>
      fc.record({ class: fc.constant(name as Mutated), key: any as fc.Arbitrary<unknown> }),
    ),
    fc.constantFrom(...failures(target, 0, off).filter((failure) => !('key' in failure))),
  )
