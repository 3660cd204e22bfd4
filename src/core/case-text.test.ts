import { expect, test } from 'vitest'
import { caseText } from './case-text.ts'
import type { Json } from './json.ts'

test.for<[Json, string]>([
  [{ page: 2, per_page: 51 }, 'page=2, per_page=51'],
  [{ by: 'Bearer', query: { page: 2 } }, 'by=Bearer, page=2'],
  [{ by: 'Bearer', query: {} }, 'by=Bearer'],
  [
    { request: 'GET /users', page: '10', updated_since: '2024-06-15T12:00:00Z' },
    'GET /users?page=10&updated_since=2024-06-15T12:00:00Z',
  ],
  [{ request: 'GET /users', page: ['1', '0'] }, 'GET /users?page=1&page=0'],
  [
    { request: 'GET /users', via: 'Bearer', headers: { A: '1', B: '2', C: '3' } },
    'GET /users, via Bearer, with A, B, C',
  ],
  [{ request: 'GET /users', credential: 'missing' }, 'GET /users, credential: missing'],
  [{ queries: [{}, { page: 4, per_page: 7 }] }, 'queries [(), (page=4, per_page=7)]'],
  [{ sizes: [44, 100], big: 2n ** 64n }, 'sizes [44, 100], big=18446744073709551616'],
  [{ place: { header: 'X-Auth-Token' }, scheme: '' }, 'place (header=X-Auth-Token), scheme=""'],
  [{}, 'a request without parameters'],
  [null, 'a request without parameters'],
  ['active', 'active'],
])('%#', ([json, text]) => {
  expect(caseText(json)).toBe(text)
})
