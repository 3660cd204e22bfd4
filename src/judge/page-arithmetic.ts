/** Number of pages of a list. */
export const pageCount = (total: bigint, size: bigint): bigint => (total + size - 1n) / size

/** Number of records on a page: `size`, fewer on the last page, none past it. */
export function pageLength(total: bigint, page: bigint, size: bigint): bigint {
  const left = total - (page - 1n) * size
  // Stryker disable EqualityOperator: both branches return the same at equality
  if (left <= 0n) return 0n
  return left < size ? left : size
  // Stryker restore EqualityOperator
}

/** The largest divisor of `count` up to `most`; 1 if `count` is 0. */
export function largestDivisor(count: number, most: number): number {
  // Stryker disable next-line EqualityOperator: 1 divides everything and is the default
  for (let divisor = Math.min(count, most); divisor > 1; divisor--) if (count % divisor === 0) return divisor
  return 1
}

/** The smallest page size from `least` up that does not divide `count`, so that the last page is not full. */
export function smallestNonDivisor(count: number, least: number): number {
  let size = least
  while (count > 0 && count % size === 0) size++
  return size
}

/** For a total that is not the number of records. */
export const COUNT_OR_LIST =
  'the fault is that the count and the list disagree; which of them is right only the database shows: compare both queries for one record that only one of them has'
