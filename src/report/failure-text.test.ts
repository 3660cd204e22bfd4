import { expect, test } from 'vitest'
import type { WrittenExchange } from '../core/results.ts'
import { sentLine } from './failure-text.ts'

const to = (url: string) =>
  ({
    request: { method: 'GET', url, credential: 'missing', headers: [] },
    response: { status: 200, reason: 'OK' },
  }) as unknown as WrittenExchange
const line = (url: string, base?: string) => sentLine(to(url), base).split(',')[0]

test('shortens a URL below the root of the API', () => {
  expect(line('http://x/gw/api/public/v1/users?page=2')).toBe('GET /users?page=2')
  expect(line('http://x/gw/api/public/v1/users', 'http://x/gw')).toBe('GET /users')
  expect(line('http://x/gw/api/public/v1', 'http://x/gw')).toBe('GET /')
})

test('keeps a URL that only contains the root of the API', () => {
  const url = 'http://x/index.php/api/public/v1/users'
  expect(line(url, 'http://x')).toBe(`GET ${url}`)
  expect(line('http://x/health', 'http://x')).toBe('GET http://x/health')
})

test('names the client of a request, or its one property', () => {
  const as = (client: string) => {
    const written = to('http://x/api/public/v1/users')
    return sentLine({ ...written, request: { ...written.request, client } })
  }
  expect(as('undici')).toBe('GET /users, key: missing, as undici → 200 OK')
  expect(as('undici: accept-encoding')).toBe('GET /users, key: missing, with accept-encoding → 200 OK')
})
