import fc from 'fast-check'
import type { RequestCases } from '../../../src/core/rule.ts'
import type { Target } from '../../../src/core/target.ts'
import { largestDivisor, smallestNonDivisor } from '../../../src/judge/page-arithmetic.ts'
import {
  call,
  ENDPOINTS,
  LIST_SIZE_DEFAULT,
  LIST_SIZE_MAX,
  type ListName,
  ROWS_SIZE_DEFAULT,
  ROWS_SIZE_MAX,
  reachableLists,
} from '../api.ts'

export interface ListQuery {
  readonly list: ListName
  readonly page?: number
  readonly size?: number
}

/** Number of items that a list had at preflight. */
export const totalOf = (target: Target, list: ListName): number => target.sizes[ENDPOINTS[list]] ?? 0

/** The last page of a list, as it was at preflight. */
export const lastPage = (target: Target, list: ListName, size = LIST_SIZE_DEFAULT): number =>
  Math.max(1, Math.ceil(totalOf(target, list) / size))

/** The cases of each list, the lists taking turns. */
export function onEachList<C>(target: Target, ...makers: readonly ((list: ListName) => C)[]): C[] {
  return makers.flatMap((make) => reachableLists(target).map(make))
}

/** The lists of a project before that of the projects: they are short, and their code is more often copied than tried. */
export const projectsLast = (target: Target): ListName[] => {
  const [projects, ...others] = reachableLists(target)
  return [...others, projects!]
}

export const anyList = (target: Target): fc.Arbitrary<ListName> => fc.constantFrom(...reachableLists(target))

/** Any query for a page within the list; most often near its ends, where faults live. */
export const anyListQuery = (target: Target): fc.Arbitrary<Required<ListQuery>> => {
  const size = fc.integer({ min: 1, max: LIST_SIZE_MAX })
  const generated = fc.tuple(anyList(target), size).chain(([list, size]) => {
    const last = lastPage(target, list, size)
    const near = fc.integer({ min: Math.max(1, last - 2), max: last })
    return fc.oneof(fc.integer({ min: 1, max: last }), near).map((page) => ({ list, page, size }))
  })
  // Rarely generated: lets a boundary, which is written by hand, shrink.
  const most = Math.max(...reachableLists(target).map((list) => lastPage(target, list, 1)))
  const within = fc
    .record({ list: anyList(target), page: fc.integer({ min: 1, max: most }), size })
    .filter(({ list, page, size }) => page <= lastPage(target, list, size))
  return fc.oneof({ weight: 19, arbitrary: generated }, { weight: 1, arbitrary: within })
}

const lastAt = (target: Target, list: ListName, size: number) => ({ list, page: lastPage(target, list, size), size })

/** The last page of each list, full and partly filled; other rules also request the first few. */
export function lastPages(target: Target): Required<ListQuery>[] {
  const at = (size: (list: ListName) => number) => (list: ListName) => lastAt(target, list, size(list))
  const whole = at((list) => largestDivisor(totalOf(target, list), LIST_SIZE_MAX))
  const rest = at((list) => smallestNonDivisor(totalOf(target, list), 7))
  const shared = [whole, at((list) => partOf(target, list, 3)), at(() => 99)]
  const lists = reachableLists(target)
  return [...lists.map((list, i) => shared[i]!(list)), ...lists.map(rest), ...lists.slice(1).map(whole)]
}

/** The size at which a list has this many pages with the last one partly filled, if it is within the range. */
export const partOf = (target: Target, list: ListName, pages: number): number =>
  Math.min(LIST_SIZE_MAX, Math.ceil((totalOf(target, list) + 1) / pages))

/** Valid queries whose responses every invariant of the lists judges; sent once for all of them. */
export const listQueries: RequestCases<ListQuery> = {
  first(target) {
    const last = (size: number) => (list: ListName) => lastAt(target, list, size)
    const others = onEachList<ListQuery>(
      target,
      (list) => ({ list, page: lastPage(target, list, 10) + 1, size: 10 }),
      (list) => ({ list, page: 2, size: 3 }),
      last(LIST_SIZE_MAX),
      (list) => ({ list, page: 2 }),
      last(1),
      (list) => ({ list, size: 10 }),
      last(LIST_SIZE_DEFAULT),
    )
    return [...lastPages(target), ...others]
  },
  any: anyListQuery,
  count: [2, 17, 300],
  request: ({ list, ...query }, target) => call(target, list, query),
}

export interface RowsQuery {
  readonly page: number
  readonly size?: number
}

/** Any page of the rows, most often one of the first or near them. */
export const anyRowsQuery: fc.Arbitrary<Required<RowsQuery>> = fc.record({
  page: fc.oneof(
    { weight: 2, arbitrary: fc.integer({ min: 1, max: 4 }) },
    fc.integer({ min: 1, max: 40 }),
    fc.integer({ min: 1, max: 2 ** 31 - 1 }),
  ),
  size: fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: ROWS_SIZE_MAX })),
})

/** Valid queries whose responses every invariant of the rows judges. */
export const rowsQueries: RequestCases<RowsQuery> = {
  first: [
    // These two other rules ask as well.
    { page: 2, size: ROWS_SIZE_DEFAULT },
    { page: 2 ** 26 + 1, size: 64 },
    { page: 2, size: 7 },
    { page: 1_000_000_000, size: 10 },
    { page: 1, size: 1 },
    { page: 1 },
    { page: 3, size: 99 },
    { page: 12, size: 7 },
    { page: 2, size: ROWS_SIZE_MAX },
    { page: 1, size: 101 },
    { page: 2 },
  ],
  any: anyRowsQuery,
  count: [2, 16, 250],
  request: (query, target) => call(target, 'rows', { ...query }),
}
