import { expect, it } from 'vitest'
import type { Target } from '../../../src/core/target.ts'
import { everyRequest } from './valid-requests.ts'

it('every endpoint gets every query, the company once and without parameters', () => {
  const requests = everyRequest({ project: '1', dataset: '2' } as unknown as Target)
  const company = requests.filter(({ endpoint }) => endpoint === 'company')
  expect(company).toEqual([{ endpoint: 'company', query: {} }])
  expect(requests).toHaveLength(4 * 3 + 1)
  expect(new Set(requests.map((one) => JSON.stringify(one))).size).toBe(13)
})
