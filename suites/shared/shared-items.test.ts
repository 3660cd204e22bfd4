import { describe, expect, it } from 'vitest'
import { shared } from './shared-items.ts'

const project = (id: string | number, more: object = {}) => ({ id, name: `Project ${id}`, ...more })

describe('items that a second company was shown', () => {
  it('are found by their fields', () => {
    const mine = [project(1), project(2), project(3)]
    expect(shared([mine], [project(2), project(3), project(9)])).toEqual(['2', '3'])
  })

  it('are found alone if a field is distinctive enough', () => {
    const dated = project(1, { created_at: '2024-05-05T10:00:00Z' })
    expect(shared([[dated]], [dated])).toEqual(['1'])
    expect(shared([[{ id: '01HV5Z3XK8S2B8J7Q4N6M9P0RT' }]], [{ id: '01HV5Z3XK8S2B8J7Q4N6M9P0RT' }])).toHaveLength(1)
  })

  it('are found although some fields change with every response', () => {
    const signed = (n: number) => [
      project(1, { link: `https://x/1?s=${n}` }),
      project(2, { link: `https://x/2?s=${n}` }),
    ]
    expect(shared([signed(1), signed(2)], signed(3))).toEqual(['1', '2'])
  })

  it('are found without ids', () => {
    const rows = [{ at: '2024-05-05T10:00:00Z', amount: 3 }]
    expect(shared([rows], rows)).toEqual([undefined])
  })
})

describe('the second company’s own items', () => {
  it('may have the same ids', () => {
    const mine = [
      project(1, { created_at: '2024-05-05T10:00:00Z' }),
      project(2, { created_at: '2024-05-06T10:00:00Z' }),
    ]
    const theirs = [
      project(1, { created_at: '2025-01-01T08:00:00Z' }),
      project(2, { created_at: '2025-01-01T09:00:00Z' }),
    ]
    expect(shared([mine], theirs)).toEqual([])
  })

  it('may have the same template, twice too', () => {
    const begun = [
      { id: 1, name: 'Welcome' },
      { id: 2, name: 'Playground' },
    ]
    expect(shared([begun], begun)).toEqual([])
    const untitled = Array.from({ length: 50 }, () => ({ name: 'Untitled' }))
    expect(shared([untitled], untitled)).toEqual([])
  })

  it('may have the same id and name once', () => {
    expect(shared([[project(1)]], [project(1)])).toEqual([])
    expect(
      shared([[{ id: 1, name: 'Your very first project' }]], [{ id: 1, name: 'Your very first project' }]),
    ).toEqual([])
  })
})

describe('how distinctive equal fields must be', () => {
  const same = (...items: { [name: string]: string }[]) => shared([items], items).length

  it('is twenty characters with a digit in one item', () => {
    expect(same({ code: '1'.repeat(19) })).toBe(0)
    expect(same({ code: '1'.repeat(20) })).toBe(1)
    expect(same({ code: 'x'.repeat(30) })).toBe(0)
    expect(same({ code: '1'.repeat(20) }, { code: '2' })).toBe(2)
  })

  it('is twelve in several together', () => {
    expect(same({ code: '1'.repeat(6) }, { code: '2'.repeat(6) })).toBe(2)
    expect(same({ code: '1'.repeat(6) }, { code: '2'.repeat(5) })).toBe(0)
    expect(same({ code: '1'.repeat(12) })).toBe(0)
  })

  it('is nothing in items without fields', () => {
    expect(shared([[{}, 'text']], [{}, 'text'])).toEqual([])
    expect(shared([], [{ code: '1'.repeat(20) }])).toEqual([])
  })
})
