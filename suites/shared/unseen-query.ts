import type { Conclusion } from '../../src/core/rule.ts'
import type { Target } from '../../src/core/target.ts'
import { AT_OTHER_URL, BY_URL, UNSEEN, unseenValue } from '../../src/core/unseen-query.ts'
import type { Query } from './variant-surface.ts'

/** The query with a parameter that no request had: a cache by URL has no response to it. */
export const unseen = (query: Query, { seed }: Pick<Target, 'seed'>, name = 'unseen'): Query => ({
  ...query,
  [UNSEEN]: unseenValue(seed, name),
})

/** Also at a size that hardly another request has: a cache may know the parameters that the API reads, and no others. */
export const unseenPage = (
  query: Query,
  target: Pick<Target, 'seed'>,
  name: string,
  size: 'size' | 'per_page',
): Query => ({
  ...unseen(query, target, name),
  [size]: 51 + (Number.parseInt(unseenValue(target.seed, name), 16) % 48),
})

export const isUnseen = (query: Query): boolean => query[UNSEEN] !== undefined

/** Whether the request may be refused because of that parameter. */
export const mayRefuseUnseen = (query: Query, status: number | undefined): boolean =>
  isUnseen(query) && (status === 400 || status === 422)

/** Where the same request with a parameter that no other had conforms, the wrong response is one that was kept. */
export const keptByUrl = (conforming: readonly { readonly query: Query }[]): Conclusion | undefined =>
  conforming.some(({ query }) => isUnseen(query))
    ? {
        pattern: AT_OTHER_URL,
        causes: [BY_URL],
        // What a cache kept of the same key, or not yet, conforms by luck.
        isConcerned: (c) => !isUnseen((c as { readonly query: Query }).query),
      }
    : undefined
