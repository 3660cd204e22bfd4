import { expect, test } from 'vitest'
import type { Exchange } from '../core/exchange.ts'
import { allowsSharedCache } from './shared-cache.ts'

const response = (headers: object, form: 'x-api-key' | 'bearer' = 'x-api-key') =>
  ({
    req: { credential: { form, headers: [[form === 'bearer' ? 'Authorization' : 'X-Api-Key', 'k']] } },
    response: { headers: Object.entries(headers) },
  }) as unknown as Exchange

test.each([
  ['public, max-age=300', undefined],
  ['max-age=5', undefined],
  ['Max-Age="5", S-MaxAge=60', undefined],
  ['public, s-maxage=1', 'Accept-Encoding'],
  ['public, max-age=300', 'Authorization'],
])('%s with Vary: %s serves the data to anyone', (control, vary) =>
  expect(allowsSharedCache(response({ 'Cache-Control': control, ...(vary && { Vary: vary }) }))).toBe(
    `Cache-Control: ${control}`,
  ),
)

test.each([
  ['no-store', undefined],
  ['private, max-age=60', undefined],
  ['public, no-cache, max-age=60', undefined],
  ['public, max-age=0', undefined],
  ['max-age=60, s-maxage=0', undefined],
  ['public', undefined],
  ['public, max-age=60', 'Origin, x-api-key'],
  ['public, max-age=60', '*'],
])('%s with Vary: %s does not', (control, vary) =>
  expect(allowsSharedCache(response({ 'Cache-Control': control, ...(vary && { Vary: vary }) }))).toBeUndefined(),
)

test('responses to Authorization are kept only if a directive says so', () => {
  expect(allowsSharedCache(response({ 'Cache-Control': 'max-age=60' }, 'bearer'))).toBeUndefined()
  expect(allowsSharedCache(response({ 'Cache-Control': 'public, max-age=60' }, 'bearer'))).toBe(
    'Cache-Control: public, max-age=60',
  )
})

test('a response without the header says nothing', () => {
  expect(allowsSharedCache(response({}))).toBeUndefined()
  expect(allowsSharedCache({ ...response({}), response: undefined })).toBeUndefined()
})
