import { describe, expect, it } from 'vitest'
import { sampleExchange } from '../../../src/testing/sample-exchange.ts'
import { pastEnd } from './past-end.ts'

const page = (number: number, size: number, items: number, total: number) =>
  sampleExchange(
    '/projects',
    { page: number, size },
    {
      json: {
        items: Array.from({ length: items }, (_, id) => ({ id })),
        total,
        page: number,
        size,
        pages: Math.ceil(total / size),
      },
    },
  )
const first = page(1, 50, 50, 105)
const of = (probe: ReturnType<typeof page>) => pastEnd.differ(first, probe)

describe('a page beyond the last', () => {
  it('has no items and the true total', () => {
    expect(of(page(4, 50, 0, 105))).toBeUndefined()
    expect(of(page(2 ** 31 - 1, 100, 0, 105))).toBeUndefined()
  })

  it.each([
    ['items', page(4, 50, 5, 105), 'no items, since the last page is 3'],
    ['another total', page(4, 50, 0, 0), 'total 105, as with page=1&size=50'],
    ['a refusal', sampleExchange('/projects', { page: 4, size: 50 }, { status: 404 }), 'a success with no items'],
  ])('with %s is wrong', (_, x, expected) => expect(of(x)).toMatchObject({ kind: 'violation', expected }))

  it('is not judged if the list has grown to hold it', () => {
    expect(of(page(3, 50, 5, 105))).toMatchObject({ kind: 'unclear', moved: true })
    expect(pastEnd.differ(page(1, 50, 0, 0), page(1, 50, 0, 0))).toMatchObject({ moved: true })
  })
})

it('data with the same total counts as unchanged', () => {
  expect(pastEnd.alike(first, page(2, 50, 50, 105))).toBe(true)
  expect(pastEnd.alike(first, page(1, 50, 50, 106))).toBe(false)
})
