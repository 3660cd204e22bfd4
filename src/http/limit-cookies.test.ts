import { expect, test } from 'vitest'
import { limitCookies } from './limit-cookies.ts'

test('no more cookies than a server takes, in their order', () => {
  const [large, small] = [`large=${'x'.repeat(4095)}`, `small=${'x'.repeat(2000)}`]
  expect(limitCookies([large, small, 'a=1', small, small])).toEqual([small, 'a=1', small])
  expect(limitCookies([large])).toEqual([])
})
