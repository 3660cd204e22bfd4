/** Maximum number of buffered pages: bounds memory for lists of any length. */
const AHEAD = 8

/** Returns a page while prefetching the following ones, up to `last`, the last page known so far. */
export type NextPage<Answer> = (page: number, last: number) => Promise<Answer>

/** Fetches pages in order from page 1 and prefetches up to eight. */
export function prefetchPages<Answer>(fetchPage: (page: number) => Promise<Answer>): NextPage<Answer> {
  const pending: Promise<Answer>[] = []
  return (page, last) => {
    while (pending.length === 0 || (pending.length < AHEAD && page + pending.length <= last)) {
      const response = fetchPage(page + pending.length)
      // Prevents an unhandled rejection before the caller awaits the page; the caller still sees the error.
      response.catch(() => undefined)
      pending.push(response)
    }
    return pending.shift()!
  }
}
