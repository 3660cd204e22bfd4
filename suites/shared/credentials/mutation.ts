import type { Arbitrary } from 'fast-check'
import type { CredentialClass } from '../../../src/core/exchange.ts'
import type { Conclusion } from '../../../src/core/rule.ts'
import type { SecretText } from '../../../src/core/secret-text.ts'
import type { Key, Target } from '../../../src/core/target.ts'

/** The boundaries for a target. */
export const boundaries = <D>(
  { first }: Pick<Mutation<D>, 'first'>,
  { seed = 1 }: Pick<Target, 'seed'>,
): readonly D[] => first(seed)

/** One way for a key to be bad. A descriptor says what is done to it; it is JSON and holds nothing of the secret. */
export interface Mutation<D> {
  readonly class: CredentialClass
  /** The boundaries, most telling first. What is made up in them comes from the seed of the run. */
  readonly first: (seed: number) => readonly D[]
  readonly any: Arbitrary<D>
  /** The key after it. Never a key that was issued, in any letter case, nor one with blanks of Unicode around it. */
  readonly build: (key: Key, descriptor: D) => SecretText
  /** What was done, for people. */
  readonly note: (descriptor: D) => string
  /** What accepts such a key, where that is known. */
  readonly cause?: (descriptor: D) => string | undefined
  /** Others that show what matters about this one. */
  readonly further?: (descriptor: D) => readonly D[]
  /** What keys that fail, those of them that are accepted, and refused ones show together. */
  readonly conclude?: (
    failing: readonly D[],
    refused: readonly D[],
    key: Key,
    accepted: readonly D[],
  ) => Conclusion | undefined
}
