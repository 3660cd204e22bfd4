import type { Exchange } from '../core/exchange.ts'

/** Memoizes a function for the last exchange, since all invariants judge one exchange before the next. */
export function memoizeLast<T>(make: (x: Exchange) => T): (x: Exchange) => T {
  let last: { readonly x: Exchange; readonly made: T } | undefined
  return (x) => {
    if (last?.x !== x) last = { x, made: make(x) }
    return last.made
  }
}
