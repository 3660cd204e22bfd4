import fc from 'fast-check'
import type { RequestCases } from '../../../src/core/rule.ts'
import type { Target } from '../../../src/core/target.ts'
import { PER_PAGE_DEFAULT, PER_PAGE_MAX, USERS, users } from '../api.ts'

export interface ListQuery {
  readonly page?: number
  readonly per_page?: number
}

/** Records that the list had at preflight, as far as a page number can sensibly go. */
export const sizeAt = ({ sizes }: Target): number => Math.min(Math.max(0, sizes[USERS] ?? 0), 2 ** 31 - 1)

/** Number of pages that the list had at preflight. */
export const pagesAt = (target: Target, perPage: number): number => Math.max(1, Math.ceil(sizeAt(target) / perPage))

/** Past the last page the reference leaves the response open. */
export const isWithin = ({ page = 1, per_page = PER_PAGE_DEFAULT }: ListQuery, target: Target): boolean =>
  page >= 1 && page <= pagesAt(target, per_page)

const anyPerPage = fc.integer({ min: 1, max: PER_PAGE_MAX })

/** Any query for a page within the list; most often near its ends, where faults live. */
export const anyListQuery = (target: Target): fc.Arbitrary<ListQuery & { page: number; per_page: number }> => {
  const generated = anyPerPage.chain((per_page) => {
    const last = pagesAt(target, per_page)
    const page = fc.oneof(fc.integer({ min: 1, max: last }), fc.integer({ min: Math.max(1, last - 2), max: last }))
    return fc.record({ page, per_page: fc.constant(per_page) })
  })
  // Rarely generated: lets a boundary, which is written by hand, shrink.
  const within = fc
    .record({ page: fc.integer({ min: 1, max: pagesAt(target, 1) }), per_page: anyPerPage })
    .filter((query) => isWithin(query, target))
  return fc.oneof({ weight: 19, arbitrary: generated }, { weight: 1, arbitrary: within })
}

/** Valid queries whose responses every invariant of the list judges; sent once for all of them. */
export const listQueries: RequestCases<ListQuery> = {
  first: (target) =>
    [
      { page: pagesAt(target, 7), per_page: 7 },
      {},
      { per_page: 1 },
      { page: pagesAt(target, 100), per_page: 100 },
      { page: 2, per_page: 7 },
      { page: 2 },
      { per_page: 100 },
      { page: pagesAt(target, 1), per_page: 1 },
      { page: pagesAt(target, 25) },
      { page: pagesAt(target, 99) - 1, per_page: 99 },
    ].filter((query) => isWithin(query, target)),
  any: anyListQuery,
  count: [3, 34, 300],
  request: (query, target) => users(target, { ...query }),
}
