import { expect, it } from 'vitest'
import { leavesOf } from './leaves.ts'

const at = (path: string, kind: string, text: string) => ({ path, kind, text })

it('lists leaves in document order, with their paths', () => {
  expect(leavesOf({ error: { code: 'x', status: 401 }, list: [1, { a: null }], big: 2n ** 64n, yes: true })).toEqual([
    at('error.code', 'string', 'x'),
    at('error.status', 'number', '401'),
    at('list[0]', 'number', '1'),
    at('list[1].a', 'null', 'null'),
    at('big', 'bigint', '18446744073709551616'),
    at('yes', 'boolean', 'true'),
  ])
})

it('treats empty containers and a scalar body as leaves', () => {
  expect(leavesOf({ list: [], object: {} })).toEqual([at('list', 'list', '[]'), at('object', 'object', '{}')])
  expect([leavesOf('x'), leavesOf(null), leavesOf([]), leavesOf({})]).toEqual([
    [at('', 'string', 'x')],
    [at('', 'null', 'null')],
    [at('', 'list', '[]')],
    [at('', 'object', '{}')],
  ])
  expect(leavesOf([1])).toEqual([at('[0]', 'number', '1')])
})

it('limits the number of leaves', () => {
  const found = leavesOf({ x: Array.from({ length: 100_000 }, (_, i) => i), last: true })
  expect([found.length, found.at(-1)]).toEqual([250, at('x[249]', 'number', '249')])
})
