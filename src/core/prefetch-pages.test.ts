import { expect, test } from 'vitest'
import { prefetchPages } from './prefetch-pages.ts'

test('fetches pages in order, at most eight ahead and none past the last', async () => {
  const fetched: number[] = []
  const next = prefetchPages(async (page) => {
    fetched.push(page)
    return page * 10
  })
  expect(await next(1, 1)).toBe(10)
  expect(fetched).toEqual([1])
  expect(await next(2, 11)).toBe(20)
  expect(fetched).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  for (let page = 3; page <= 11; page++) expect(await next(page, 11)).toBe(page * 10)
  expect(fetched).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
})

test('fetches a page past the last on request, and rejects only the page that failed', async () => {
  const next = prefetchPages(async (page) => {
    if (page === 3) throw new Error('page 3')
    return page
  })
  expect(await next(1, 3)).toBe(1)
  expect(await next(2, 3)).toBe(2)
  await expect(next(3, 3)).rejects.toThrow('page 3')
  expect(await next(4, 3)).toBe(4)
})
