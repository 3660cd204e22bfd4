import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../core/exchange.ts'
import type { Block } from './blocks.ts'
import { ABSENT } from './blocks.ts'
import { boundCarriers, featureTables } from './features.ts'

const IDS = { unknown: '7c1e04d95ab3f628', placebo: 'a84f2b6d07c9e135', missing: '' }
type Label = keyof typeof IDS

/** A response with these headers; `ID` in them is the sent key_id. */
const answer = (label: Label, headers: [string, string][]) => {
  const key = `acme_${IDS[label]}_${'9d'.repeat(32)}`
  const sent = label === 'missing' ? [] : [['X-Api-Key', key]]
  const own = headers.map(([name, value]) => [name, value.replace('ID', IDS[label])])
  const response = { status: 401, reason: '', headers: own, bytes: 0, text: '', fault: 'empty body', duplicates: [] }
  const credential = { class: label === 'missing' ? 'missing' : 'unknown', form: 'x-api-key', headers: sent }
  return { label, words: label, exchange: { req: { credential }, response } as unknown as Exchange }
}
const block = (headers: (label: Label) => [string, string][]): Block => ({
  strata: [],
  place: '',
  answers: (Object.keys(IDS) as Label[]).map((label) => answer(label, headers(label))),
})
const tables = (blocks: readonly Block[]) => featureTables(blocks, new Map(), boundCarriers(blocks, new Map()))
const names = (blocks: readonly Block[], index = 0) =>
  tables(blocks)[index]!.columns.map(({ name }) => name.replace(/\t([^\t]*)$/, ': $1'))
const times = (count: number, headers: (label: Label) => [string, string][]) =>
  Array.from({ length: count }, () => block(headers))

describe('tablesOf', () => {
  it('has a cell for each response, in the order of the blocks', () => {
    const [table, ...more] = tables(times(2, (label) => (label === 'missing' ? [] : [['X-Id', 'a']])))
    expect(more).toEqual([])
    expect(table!.cells.map(({ label }) => label)).toEqual([...Object.keys(IDS), ...Object.keys(IDS)])
    expect([...table!.blockOf]).toEqual([0, 0, 0, 1, 1, 1])
    const presence = table!.columns.find(({ name }) => name === 'header\tx-id\tpresence')
    expect(presence?.values).toEqual(['there', 'there', ABSENT, 'there', 'there', ABSENT])
  })

  it('contains only columns that vary', () => {
    expect(names(times(2, () => [['X-Id', 'a']]))).toEqual([])
  })

  it('puts echoes in a separate table of responses to requests with a key_id', () => {
    const blocks = times(2, (label) => [
      ['X-Key', 'ID'],
      ['X-Other', label],
    ])
    expect([...boundCarriers(blocks, new Map())]).toEqual(['header\tx-key'])
    expect(names(blocks).filter((name) => name.includes('x-key'))).toEqual([])
    expect(names(blocks)).toContain('header\tx-other: value')
    const second = tables(blocks)[1]!
    expect(second.cells.map(({ label }) => label)).toEqual(['unknown', 'placebo', 'unknown', 'placebo'])
    expect(names(blocks, 1).every((name) => /^header(s|\tx-key):/.test(name))).toBe(true)
  })

  it('compares only the carriers of echoes in the separate table', () => {
    const blocks = times(2, (label) => [
      ['X-Key', label === 'unknown' ? 'ID' : 'of ID'],
      ['X-Other', label],
    ])
    expect(names(blocks, 1)).toContain('header\tx-key: value')
    expect(names(blocks, 1).filter((name) => name.includes('x-other'))).toEqual([])
  })

  it('treats fewer than three echoes as chance', () => {
    const once = [block(() => [['X-Key', 'ID']]), block(() => [])]
    expect([...boundCarriers(once, new Map())]).toEqual([])
    expect([...boundCarriers([...once, ...once], new Map())]).toEqual(['header\tx-key'])
  })
})
