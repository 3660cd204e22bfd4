import { expect, test } from 'vitest'
import { keptByUrl, mayRefuseUnseen, unseen } from './unseen-query.ts'

test('by another URL, a response that a cache kept is found', () => {
  const [plain, other] = [{ query: { page: 2 } }, { query: unseen({ page: 2 }, { seed: 1 }) }]
  expect(other.query).toEqual({ page: 2, _: expect.stringMatching(/^[0-9a-f]{8}$/) })
  expect(keptByUrl([plain])).toBeUndefined()
  expect(keptByUrl([plain, other])!.causes).toEqual([expect.stringContaining('a cache responds by the URL')])
  const refused = (query: object) => [200, 400, 404, 422].map((status) => mayRefuseUnseen(query as never, status))
  expect([refused(plain.query), refused(other.query)]).toEqual([
    [false, false, false, false],
    [false, true, false, true],
  ])
})
