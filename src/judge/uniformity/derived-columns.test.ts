import { describe, expect, it } from 'vitest'
import type { Answer, Block } from './blocks.ts'
import { ABSENT, type Table } from './blocks.ts'
import { derivedColumns, isVaried, nameOf } from './derived-columns.ts'

/** One column over blocks of responses; labels rotate within each block. */
function derived(
  aspect: string,
  blocks: readonly (readonly string[])[],
  labels: readonly string[],
  wanted: string[] = [],
) {
  const values = blocks.flat()
  const table = {
    cells: blocks.flatMap((block) => block.map((_, i) => ({ label: labels[i]! }) as Answer)),
    blockOf: Int32Array.from(blocks.flatMap((block, i) => block.map(() => i))),
    blocks: blocks.map((): Block => ({ strata: ['all'], place: '', answers: [] })),
    columns: [{ name: nameOf('header\tx', aspect), values }],
  } satisfies Table
  const columns = derivedColumns(table, wanted)
  return Object.fromEntries(columns.map(({ name, values }) => [name.slice('header\tx\t'.length), values]))
}
const ab = ['a', 'b']

describe('derived columns', () => {
  it('do not exist for most aspects', () => expect(derived('shape', [['1', '2']], ab)).toEqual({ shape: ['1', '2'] }))

  it('do not exist for values with few variants', () => {
    expect(isVaried(['1', '1', '1', '1', '1', '2'])).toBe(false)
    expect(isVaried(['1', '1', '1', '2', '3', '4'])).toBe(true)
    expect(isVaried(['1', '1', '2'])).toBe(true)
    expect(isVaried(['1', '1', '1'])).toBe(false)
    expect(Object.keys(derived('value', [['1', '1', '1']], ['a', 'b', 'c']))).toEqual(['value'])
  })

  it('omit optional names from an order', () => {
    expect(
      derived(
        'order',
        [
          ['x, y, z', 'y, z'],
          ['z, y', 'y, q, z'],
        ],
        ab,
      ),
    ).toEqual({
      order: ['x, y, z', 'y, z', 'z, y', 'y, q, z'],
      'common order': ['y, z', 'y, z', 'z, y', 'y, z'],
    })
  })

  it('mark varied values that differ from the others of their block', () => {
    const { likeness } = derived(
      'value',
      [
        ['t1', 't1', 'x'],
        ['t2', 't2', 't2'],
        ['t3', 'y', 'z'],
      ],
      ['a', 'b', 'c'],
    )
    const [as, un] = ['as others', 'unlike others']
    expect(likeness).toEqual([as, as, un, as, as, as, as, as, as])
  })

  it('say of a time whether it fits its response, and not when that was sent', () => {
    const fits = 'fits the response'
    const sent = [0, 900, 1800, 9000, 9100, 9200]
    const times = ['0', '0', '1', '9', '69', '2'].map((second) => new Date(Number(second) * 1000).toUTCString())
    const cells = sent.map((sentAt) => ({ label: 'a', exchange: { sentAt, ms: 1 } }) as Answer)
    const columns = [{ name: nameOf('header\tdate', 'time'), values: [...times, ABSENT] }]
    const blockOf = Int32Array.from([0, 0, 0, 1, 1, 1, 1])
    const [time] = derivedColumns({ cells: [...cells, cells[0]!], blockOf, blocks: [], columns }, [])
    expect(time!.values).toEqual([fits, fits, fits, fits, 'is too late', 'is too early', ABSENT])
  })

  it('test the positions of a token where one character is most common', () => {
    const tokens = [
      ['a1x', 'b2x'],
      ['c3x', 'd1y'],
    ]
    const columns = derived('value', tokens, ab)
    expect(Object.keys(columns)).toEqual(['value', 'likeness', 'character 3', 'character 2', 'character 1'])
    expect(columns['character 3']).toEqual(['x', 'x', 'x', 'y'])
    const same = derived(
      'value',
      [
        ['a-1', 'b-2'],
        ['c-3', 'd-4'],
      ],
      ab,
    )
    expect(Object.keys(same)).toEqual(['value', 'likeness', 'character 1', 'character 3'])
    const absent = derived(
      'value',
      [
        ['a1', ABSENT],
        ['b2', 'c3'],
      ],
      ab,
    )
    expect(absent['character 1']).toEqual(['a', ABSENT, 'b', 'c'])
  })

  it('test no positions of texts with different or great lengths', () => {
    expect(
      Object.keys(
        derived(
          'value',
          [
            ['a', 'bb'],
            ['ccc', 'd'],
          ],
          ab,
        ),
      ),
    ).toEqual(['value', 'likeness'])
    const long = (length: number) => [
      ['a', 'b'].map((sign) => sign.repeat(length)),
      ['c', 'd'].map((sign) => sign.repeat(length)),
    ]
    expect(Object.keys(derived('value', long(129), ab))).toEqual(['value', 'likeness'])
    expect(Object.keys(derived('value', long(128), ab))).toHaveLength(5)
  })

  it('exist for wanted names even if nothing varies', () => {
    const wanted = [nameOf('header\tx', 'character 2'), nameOf('header\ty', 'character 1')]
    expect(
      derived(
        'value',
        [
          ['ab', 'ab'],
          ['ab', 'a'],
        ],
        ab,
        wanted,
      ),
    ).toEqual({
      value: ['ab', 'ab', 'ab', 'a'],
      likeness: ['as others', 'as others', 'as others', 'as others'],
      'character 2': ['b', 'b', 'b', ''],
    })
  })

  it('show whether a counter changed since the previous response to the class', () => {
    const { movement } = derived(
      'counter',
      [
        ['9', '5'],
        ['8', '5'],
        ['7', '5'],
      ],
      ab,
    )
    // A first response takes the most common value of its block; the first block has none.
    expect(movement).toEqual([ABSENT, ABSENT, 'changes', 'does not change', 'changes', 'does not change'])
  })

  it('give the first response to a late class the most common value', () => {
    const labels = ['a', 'b', 'c']
    const moving = derived(
      'counter',
      [
        ['9', '9'],
        ['8', '8', '1'],
        ['7', '7', '0'],
      ],
      labels,
    ).movement
    expect(moving).toEqual([ABSENT, ABSENT, 'changes', 'changes', 'changes', 'changes', 'changes', 'changes'])
    const still = derived(
      'counter',
      [
        ['9', '9'],
        ['9', '8', '1'],
      ],
      labels,
    ).movement
    expect(still!.at(-1)).toBe('does not change')
  })
})
