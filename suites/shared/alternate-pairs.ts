const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b))

/** Every pair of the two once. Both take turns: the first few pairs hold as many different values of each as they can. */
export function alternatePairs<A, B>(as: readonly A[], bs: readonly B[]): [A, B][] {
  if (as.length === 0 || bs.length === 0) return []
  const round = (as.length * bs.length) / gcd(as.length, bs.length)
  return Array.from({ length: as.length * bs.length }, (_, k) => [
    as[(k + Math.floor(k / round)) % as.length]!,
    bs[k % bs.length]!,
  ])
}
