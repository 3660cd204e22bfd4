import { expect, test } from 'vitest'
import type { Exchange } from '../core/exchange.ts'
import type { Json } from '../core/json.ts'
import { hidesError, isHiddenRefusal } from './hidden-error.ts'

const error = { code: 'forbidden', message: '', status: 403 }

test.each<[boolean, number, Json]>([
  [true, 200, { error }],
  [false, 403, { error }],
  [false, 200, { error: null }],
  [false, 200, { error, data: [] }],
  [false, 200, { error, items: [] }],
  [false, 200, []],
])('%s for %i with %j', (hides, status, json) => {
  expect(hidesError({ response: { status, json } } as unknown as Exchange)).toBe(hides)
})

test('a hidden refusal is one of a key that may not read', () => {
  const by = (name: string) =>
    isHiddenRefusal({ req: { credential: { class: name } }, response: { status: 200, json: { error } } } as never)
  expect([by('no-scope'), by('active')]).toEqual([true, false])
})
