import fc from 'fast-check'
import { headersOf } from '../../../src/http/client-profile.ts'
import type { Factors } from './covering-array.ts'
import type { Variation } from './variations.ts'

/** Any variation of the factors. Shrinks to the values that matter by halves: 10 attempts where it is one of 30. */
export const anyVariation = (factors: Factors): fc.Arbitrary<Variation> => new AnyVariation(factors)

class AnyVariation extends fc.Arbitrary<Variation> {
  readonly #generated: fc.Arbitrary<Variation>

  constructor(factors: Factors) {
    super()
    this.#generated = fc.record(
      Object.fromEntries(Object.entries(factors).map(([name, values]) => [name, fc.constantFrom(...values)])),
    )
  }

  override generate(random: fc.Random, bias: number | undefined): fc.Value<Variation> {
    return this.#generated.generate(random, bias)
  }

  override canShrinkWithoutContext(value: unknown): value is Variation {
    return this.#generated.canShrinkWithoutContext(value)
  }

  override shrink(variation: Variation): fc.Stream<fc.Value<Variation>> {
    return new fc.Stream(smaller(variation)).map((value) => new fc.Value(value, undefined))
  }
}

/**
 * Either half of what varies alone, then all but a quarter, an eighth and so on; of cookies alone one after the other; of a client alone
 * its headers, which shrink further.
 */
function* smaller(variation: Variation): Generator<Variation> {
  const names = Object.keys(variation).filter((name) => variation[name])
  const without = (some: readonly string[]) => ({ ...variation, ...Object.fromEntries(some.map((name) => [name, ''])) })
  const [only, ...others] = names
  const cookies = only === 'Cookie' && others.length === 0 ? variation.Cookie!.split('; ') : []
  if (only === 'client' && others.length === 0)
    yield { ...variation, client: '', ...Object.fromEntries(headersOf(variation.client!)) }
  if (cookies.length > 1) for (const one of cookies) yield { ...variation, Cookie: one }
  for (let size = Math.ceil(names.length / 2); size >= 1; size = size > 1 ? Math.ceil(size / 2) : 0)
    for (let at = 0; at < names.length; at += size) yield without(names.slice(at, at + size))
}
