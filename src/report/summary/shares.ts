import type { Share } from './summary.ts'

/** Names by their value: the exceptions first, last what most have. */
export function shares<Value>(pairs: readonly (readonly [value: Value, name: string])[]): Share<Value>[] {
  const groups = Map.groupBy(pairs, ([value]) => value)
  return [...groups]
    .map(([value, members]) => ({ value, of: members.map(([, name]) => name) }))
    .sort((a, b) => a.of.length - b.of.length)
}

const MOST_NAMED = 6

/** Each value with its names; a long list of most is `the other 14`. */
export function sharesInWords(values: readonly Share<string>[]): { readonly value: string; readonly of: string }[] {
  return values.map(({ value, of }, i) => {
    const isRest = i > 0 && i === values.length - 1 && of.length > MOST_NAMED
    return { value, of: isRest ? `the other ${of.length}` : of.join(', ') }
  })
}
