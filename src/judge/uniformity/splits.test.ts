import { describe, expect, it } from 'vitest'
import type { Block } from './blocks.ts'
import { ABSENT, type Column, type Table } from './blocks.ts'
import { type Split, splitsById, splitsOf } from './splits.ts'

/** Three responses per block; blocks alternate between `/a` and `/b`. */
const SIZE = 3
function tableOf(columns: Record<string, readonly string[]>, blocks = 4): Table {
  const cells = Array.from({ length: blocks * SIZE }, (_, i) => ({
    label: 'xyz'[i % SIZE]!,
    words: '',
    exchange: {} as never,
  }))
  const strata = (i: number) => [i % 2 ? 'on /b' : 'on /a']
  return {
    cells,
    blockOf: Int32Array.from(cells, (_, i) => Math.floor(i / SIZE)),
    blocks: Array.from({ length: blocks }, (_, i) => ({ strata: strata(i), place: '', answers: [] }) as Block),
    columns: Object.entries(columns).map(([name, values]): Column => ({ name: name.replace(': ', '\t'), values })),
  }
}
const each = (...block: string[]) => Array.from({ length: 4 }, () => block).flat()
const named = (splits: readonly Split[]) =>
  splits.map(({ feature, part, kind }) =>
    [feature.replace(/\t([^\t]*)$/, ': $1'), part, kind].filter(Boolean).join(' / '),
  )

describe('splits', () => {
  it('exist for all blocks and for each stratum', () => {
    const splits = splitsOf(tableOf({ 'header\tx: value': each('p', 'p', 'q') }))
    expect(named(splits)).toEqual(['header\tx: value / categories'])
    expect([...splits[0]!.codes]).toEqual(each('0', '0', '1').map(Number))
    expect([splits[0]!.size, splits[0]!.cells.length]).toEqual([2, 12])
    expect(JSON.parse(splits[0]!.id)).toEqual({ feature: 'header\tx\tvalue', part: '', kind: 'categories' })
    const more = splitsOf(tableOf({ 'header\tx: value': [...each('p', 'p', 'q'), ...each('p', 'p', 'q')] }, 8))
    expect(named(more)).toEqual([
      'header\tx: value / categories',
      'header\tx: value / on /a / categories',
      'header\tx: value / on /b / categories',
    ])
    expect([...more[2]!.cells]).toEqual([3, 4, 5, 9, 10, 11, 15, 16, 17, 21, 22, 23])
  })

  it.each([
    ['nothing varies', each('p', 'p', 'p')],
    ['it varies from block to block only', ['p', 'p', 'p', 'q', 'q', 'q', 'p', 'p', 'p', 'q', 'q', 'q']],
    ['two responses alone are unlike the others', ['p', 'p', 'q', 'p', 'p', 'q', ...'pppppp']],
    ['there are too many values to part by', [...'abcdefghijkl']],
  ])('do not exist if %s', (_, values) => {
    expect(splitsOf(tableOf({ 'header\tx: value': values }))).toEqual([])
  })

  it('need three unlike responses and at most a third as many values as responses', () => {
    expect(
      splitsOf(tableOf({ 'header\tx: value': ['p', 'p', 'q', 'p', 'p', 'q', 'p', 'p', 'q', ...'ppp'] })),
    ).toHaveLength(1)
    expect(splitsOf(tableOf({ 'header\tx: value': [...'aabaacaadaaa'] }))).toHaveLength(1)
    expect(splitsOf(tableOf({ 'header\tx: value': [...'aabaacaadaae'] }))).toEqual([])
  })

  it('also use ranks for numeric aspects', () => {
    const lengths = ['7', '9', ABSENT, '5', '5', '8', '10', '9', '3', '1', '2', '2']
    const [ranks, ...more] = splitsOf(tableOf({ 'header\tx: length': lengths }))
    expect(named([ranks!, ...more])).toEqual(['header\tx: length / ranks'])
    expect([...ranks!.codes]).toEqual([
      -0.5,
      0.5,
      0,
      ...[-1 / 3, -1 / 3, 2 / 3],
      2 / 3,
      0,
      -2 / 3,
      -2 / 3,
      1 / 3,
      1 / 3,
    ])
    expect(ranks!.size).toBe(0)
    expect(JSON.parse(ranks!.id)).toEqual({ feature: 'header\tx\tlength', part: '', kind: 'ranks' })
    for (const aspect of ['common length', 'length 2', 'number 2 odd', 'odd number 2'])
      expect(splitsOf(tableOf({ [`header x: ${aspect}`]: lengths }))).toEqual([])
    expect(named(splitsOf(tableOf({ 'header\tx: value': lengths })))).toEqual([])
    for (const aspect of ['bytes', 'number 2', 'number 12'])
      expect(named(splitsOf(tableOf({ [`header x: ${aspect}`]: lengths })))).toEqual([`header x: ${aspect} / ranks`])
    expect(named(splitsOf(tableOf({ 'header\tx: length': each('1', '1', '2') })))).toEqual([
      'header\tx: length / categories',
    ])
  })

  it('omit fine aspects and ranks within a stratum', () => {
    const long = [...each('1', '1', '2'), ...each('1', '1', '2')]
    expect(named(splitsOf(tableOf({ 'header\tx: character 12': long }, 8)))).toEqual([
      'header\tx: character 12 / categories',
    ])
    const three = [...each('1', '2', '3'), ...each('1', '2', '3')]
    expect(
      named(splitsOf(tableOf({ 'header\tx: length': three }, 8))).filter((name) => name.endsWith('ranks')),
    ).toEqual(['header\tx: length / ranks'])
  })

  it('merge if they separate the responses equally, keeping the most readable', () => {
    const values = each('p', 'p', 'q')
    const kept = (...names: string[]) => {
      const splits = splitsOf(tableOf(Object.fromEntries(names.map((name) => [name, values]))))
      return named(splits).map((name) => name.replace(' / categories', ''))
    }
    const plainest = [
      ...['presence', 'value', 'type', 'number of times', 'letter case', 'common order', 'order', 'length', 'bytes'],
      ...['fault', 'outline', 'odd'],
    ].map((aspect) => `header x: ${aspect}`)
    for (const [i, name] of plainest.slice(0, -1).entries())
      expect(kept(...plainest.slice(i).reverse()), name).toEqual([name])
    expect(kept('body: presence', 'header\tx: odd')).toEqual(['header\tx: odd'])
    const others = { 'header\tx: value': values, 'header\ty: value': each('p', 'q', 'q') }
    expect(named(splitsOf(tableOf(others)))).toHaveLength(2)
  })

  it('omit within a stratum only aspects named character or number', () => {
    const long = [...each('1', '1', '2'), ...each('1', '1', '2')]
    for (const aspect of ['odd character 3', 'character 3 odd', 'number 3 odd'])
      expect(splitsOf(tableOf({ [`header x: ${aspect}`]: long }, 8))).toHaveLength(3)
  })
})

describe('splitsById', () => {
  const table = tableOf({ 'header\tx: value': each('p', 'p', 'p'), 'header\ty: length': each('1', '2', '3') })
  const id = (feature: string, part: string, kind: string) => JSON.stringify({ feature, part, kind })

  it('returns splits that are not worth testing', () => {
    const splits = splitsById(table, [
      id('header\tx\tvalue', '', 'categories'),
      id('header\ty\tlength', 'on /b', 'ranks'),
    ])
    expect(named(splits)).toEqual(['header\tx: value / categories', 'header\ty: length / on /b / ranks'])
    expect([...splits[1]!.codes]).toEqual([-2 / 3, 0, 2 / 3, -2 / 3, 0, 2 / 3])
  })

  it('omits splits with a missing feature or stratum', () => {
    expect(
      splitsById(table, [id('header\tz\tvalue', '', 'categories'), id('header\tx\tvalue', 'on /c', 'categories')]),
    ).toEqual([])
  })
})
