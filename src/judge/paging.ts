/** Pages that so many records fill at a size. */
export const pagesFor = (total: bigint, size: bigint): bigint => (total + size - 1n) / size

/** Records on a page: `size` of them, on the last page the rest, beyond it none. */
export function lengthAt(total: bigint, page: bigint, size: bigint): bigint {
  const left = total - (page - 1n) * size
  // Stryker disable EqualityOperator: at equality both branches give the same
  if (left <= 0n) return 0n
  return left < size ? left : size
  // Stryker restore EqualityOperator
}

/** The largest number up to `most` that divides `count`; 1 where nothing is to be divided. */
export function largestDivisor(count: number, most: number): number {
  // Stryker disable next-line EqualityOperator: 1 divides everything, and is what is returned
  for (let divisor = Math.min(count, most); divisor > 1; divisor--) if (count % divisor === 0) return divisor
  return 1
}

/** The smallest number from `least` on that leaves a rest: the last page at such a size is not full. */
export function leavingRest(count: number, least: number): number {
  let size = least
  while (count > 0 && count % size === 0) size++
  return size
}
