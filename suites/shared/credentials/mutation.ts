import type { Arbitrary } from 'fast-check'
import type { CredentialClass } from '../../../src/core/exchange.ts'
import type { SecretText } from '../../../src/core/secret-text.ts'
import type { Key } from '../../../src/core/target.ts'

/** One way for a key to be bad. A descriptor says what is done to it; it is JSON and holds nothing of the secret. */
export interface Mutation<D> {
  readonly class: CredentialClass
  /** The boundaries, most telling first. */
  readonly first: readonly D[]
  readonly any: Arbitrary<D>
  /** The key after it. Never a key that was issued, in any letter case, nor one with blanks around it. */
  readonly build: (key: Key, descriptor: D) => SecretText
  /** What was done, for people. */
  readonly note: (descriptor: D) => string
}
