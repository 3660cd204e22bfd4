import { describe, expect, it } from 'vitest'
import { sampleExchange } from '../../../src/testing/sample-exchange.ts'
import { isNamed, keyOf, onPages, onRows, sameItems } from './judge-pages.ts'

const list = (status: number, json: unknown = { items: [], total: 0, page: 1, size: 50, pages: 0 }) =>
  sampleExchange('/projects', { size: 50 }, { status, json })
const rows = (status: number, json: unknown = { columns: [], items: [], page: 1, size: 100, has_more: false }) =>
  sampleExchange('/projects/{project_id}/datasets/{dataset_id}/rows', { size: 5 }, { status, json })
const agrees = () => undefined

describe('two list pages', () => {
  const judge = onPages(agrees)

  it('are judged if both are pages', () => expect(judge(list(200), list(203))).toBeUndefined())

  it('reports a rejected request in range', () =>
    expect(judge(list(200), list(422))).toMatchObject({ kind: 'violation', expected: '200' }))

  it('leaves a response that is no page to another rule', () => {
    expect(judge(list(200), list(200, {}))).toMatchObject({ kind: 'unclear', moved: false })
    expect(judge(list(200, {}), list(200))?.kind).toBe('unclear')
    expect(judge(list(500), list(200))?.kind).toBe('unclear')
  })
})

describe('two pages of rows', () => {
  const judge = onRows(agrees)

  it('are judged if both are pages', () => expect(judge(rows(200), rows(200))).toBeUndefined())

  it('are past the end if both are rejected, which another rule judges', () =>
    expect(judge(rows(404), rows(404))).toBeUndefined())

  it('reports a probe that alone is rejected', () => expect(judge(rows(200), rows(422))?.kind).toBe('violation'))

  it('leaves a response that is no page to another rule', () => {
    expect(judge(rows(404), rows(200))?.kind).toBe('unclear')
    expect(judge(rows(200), rows(200, {}))?.kind).toBe('unclear')
  })
})

describe('items', () => {
  it('are identified by id, or by all their fields', () => {
    expect([keyOf({ id: 7, link: 'x' }), keyOf({ id: '7' })]).toEqual(['7', '7'])
    expect(keyOf({ b: 1, a: 2 })).toBe(keyOf({ a: 2, b: 1 }))
    expect(keyOf({ a: 1 })).not.toBe(keyOf({ a: 2 }))
    expect([isNamed([{ id: 1 }, { id: 'x' }]), isNamed([{ id: 1 }, {}]), isNamed([])]).toEqual([true, false, true])
  })

  it('are the same in any order, with other fields', () => {
    expect(sameItems([{ id: 1, at: 1 }, { id: 2 }], [{ id: 2 }, { id: 1, at: 2 }])).toBe(true)
    expect(sameItems([{ id: 1 }, { id: 2 }], [{ id: 1 }, { id: 3 }])).toBe(false)
    expect(sameItems([{ id: 1 }], [{ id: 1 }, { id: 2 }])).toBe(false)
    expect(sameItems([{ id: 1 }, { id: 2 }], [{ id: 1 }])).toBe(false)
  })

  it('without ids are only counted', () => {
    expect(sameItems([{ a: 1 }], [{ id: 2 }])).toBe(true)
    expect(sameItems([{ id: 1 }], [{ a: 2 }])).toBe(true)
    expect(sameItems([{ a: 1 }], [])).toBe(false)
  })
})
