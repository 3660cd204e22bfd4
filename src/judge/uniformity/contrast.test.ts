import { describe, expect, it } from 'vitest'
import { ABSENT } from './column.ts'
import { contrastOf, distance } from './contrast.ts'
import { classes, describeDifference } from './describe-difference.ts'
import { ECHO } from './mask-echoes.ts'
import type { Confirmed } from './screen-and-confirm.ts'

/** Blocks of one response per label with the value of one feature, numbered in the order of sending. */
function confirmed(blocks: readonly Record<string, string>[], more: Partial<Confirmed['split']> = {}): Confirmed {
  const entries = blocks.flatMap((block) => Object.entries(block))
  const headers = (value: string) => (value === ABSENT ? [] : [['X-Mark', value]])
  const cells = entries.map(([label, value], n) => ({ label, exchange: { n, response: { headers: headers(value) } } }))
  const feature = more.feature ?? 'header x-mark\tvalue'
  const split = { id: '', feature, part: '', kind: 'categories', cells: Int32Array.from(cells.keys()), ...more }
  return {
    split: { codes: new Float64Array(), size: 2, ...split } as Confirmed['split'],
    table: {
      cells,
      columns: [
        { name: 'header decoy\tvalue', values: [] },
        { name: feature, values: entries.map(([, value]) => value) },
      ],
    } as never,
    p: 0.0003,
  }
}
const times = <T>(n: number, one: T) => Array.from({ length: n }, () => one)
const sentenceOf = (one: Confirmed) => describeDifference(one.split, contrastOf(one), one.p)

describe('contrastOf', () => {
  const leak = confirmed(times(4, { unknown: 'a', revoked: 'b', missing: 'a' }))

  it('finds the value that separates the classes best', () => {
    const contrast = contrastOf(leak)
    expect(contrast).toMatchObject({ value: 'b', labels: ['revoked'], hits: 4, of: 4, otherHits: 0, otherOf: 8 })
    expect(distance(contrast)).toBe(1)
    expect(sentenceOf(leak)).toBe(
      '`X-Mark` is "b" in 4 of 4 responses to the revoked key and in 0 of 8 others (adjusted p = 0.0003)',
    )
  })

  it('shows a response without the value and the next one with it', () => {
    expect(contrastOf(leak).pair.map(({ label, exchange }) => [label, exchange.n])).toEqual([
      ['unknown', 0],
      ['revoked', 1],
    ])
    const far = confirmed([
      { unknown: 'a' },
      { unknown: 'b' },
      { unknown: 'b', missing: 'a' },
      { missing: 'a', revoked: 'b' },
    ])
    expect(contrastOf(far).pair.map(({ exchange }) => exchange.n)).toEqual([2, 3])
  })

  it('shows a response with the value and one without', () => {
    const usual = { unknown: 'a', revoked: 'b', missing: 'a' }
    const first = [
      { unknown: 'a', revoked: 'a', missing: 'a' },
      { unknown: 'b', revoked: 'b', missing: 'a' },
    ]
    expect(contrastOf(confirmed([...first, ...times(4, usual)])).pair.map(({ exchange }) => exchange.n)).toEqual([5, 4])
    // A single class allows no comparison.
    const alone = confirmed([{ unknown: 'a' }, { unknown: 'b' }, { unknown: 'b' }])
    expect(contrastOf(alone).pair.map(({ exchange }) => exchange.n)).toEqual([1])
  })

  it('prefers a value in all responses to two classes over one in half of those to one class', () => {
    const block = (expired: string) => ({ unknown: 'b', revoked: 'b', missing: 'a', expired })
    const one = confirmed([...times(3, block('c')), ...times(3, block('a'))])
    expect(contrastOf(one)).toMatchObject({ value: 'b', labels: ['unknown', 'revoked'] })
  })

  it('accepts a value in only some responses to a class', () => {
    const some = [
      ...times(3, { unknown: 'a', missing: 'a', revoked: 'b' }),
      { unknown: 'b', missing: 'a', revoked: 'a' },
    ]
    expect(contrastOf(confirmed(some))).toMatchObject({ labels: ['revoked'], hits: 3, of: 4, otherHits: 1, otherOf: 8 })
    expect(distance(contrastOf(confirmed(some)))).toBe(0.625)
  })

  it('marks as few classes as possible and prefers a present value to an absent one', () => {
    const one = confirmed(times(3, { unknown: 'a', missing: 'a', revoked: 'b' }))
    expect(contrastOf(one).labels).toEqual(['revoked'])
    expect(contrastOf(confirmed(times(3, { unknown: ABSENT, revoked: 'b' })))).toMatchObject({ value: 'b' })
    expect(contrastOf(confirmed(times(3, { revoked: 'b', unknown: ABSENT })))).toMatchObject({ value: 'b' })
    expect(contrastOf(confirmed(times(3, { unknown: ABSENT, revoked: 'b', missing: 'b' })))).toMatchObject({
      value: ABSENT,
      labels: ['unknown'],
    })
  })

  it('distinguishes ranks above and below the middle of the block', () => {
    const codes = Float64Array.from([-0.5, 0.5, 0, -0.5, 0.5, 0])
    const ranks = confirmed(times(2, { unknown: '1', revoked: '9', missing: '5' }), {
      kind: 'ranks',
      codes,
      feature: 'header x-mark\tlength',
    })
    const middle = 'than the middle of the block in 2 of 2 responses to'
    expect(sentenceOf(ranks)).toContain(`the length of \`X-Mark\` is lower ${middle} an unknown key_id`)
    const turned = { ...ranks, split: { ...ranks.split, codes: codes.map((code) => -code) } }
    expect(sentenceOf(turned)).toContain(`the length of \`X-Mark\` is higher ${middle} an unknown key_id`)
    const even = { ...ranks, split: { ...ranks.split, codes: Float64Array.from([0.5, 0.5, 0, 0.5, 0.5, 0]) } }
    expect(sentenceOf(even)).toContain(
      'the length of `X-Mark` is in the middle of the block in 2 of 2 responses to no key',
    )
    const all = contrastOf(confirmed(times(2, { unknown: '1' }), { kind: 'ranks', codes: Float64Array.of(0, 0) }))
    expect(all).toMatchObject({ value: 'in the middle', labels: [], hits: 0, of: 1, otherHits: 2, otherOf: 2 })
  })
})

describe('sentence', () => {
  it.each([
    ['header x-mark\tpresence', 'there', '`X-Mark` is present'],
    ['header x-mark\techo', 'x', '`X-Mark` echoes the sent key'],
    ['header x-mark\tlikeness', 'unlike the others', '`X-Mark` is unlike the others of its block'],
    ['header x-mark\tmovement', 'moved', '`X-Mark` moved'],
    ['header x-mark\tletter case', 'X-MARK', 'the letter case of `X-Mark` is "X-MARK"'],
    ['headers\tcommon order', 'a,b', 'the order of the headers is "a,b"'],
    ['leaf error.code\tvalue', 'gone', '`error.code` is "gone"'],
    ['header other\tvalue', 'v', '`other` is "v"'],
    ['header x-mark\tvalue', ABSENT, '`X-Mark` is missing'],
    ['header x-mark\tvalue', 'z'.repeat(100), `\`X-Mark\` is "${'z'.repeat(79)}…`],
  ])('%s', (feature, value, text) => {
    const one = confirmed(times(3, { unknown: 'a', missing: 'a', expired: value }), { feature })
    expect(sentenceOf(one).startsWith(`${text} in 3 of 3 responses to the expired key`), sentenceOf(one)).toBe(true)
  })

  it('names the classes', () => {
    expect(classes(['missing'])).toBe('no key')
    expect(classes(['malformed', 'wrong-secret', 'disabled'])).toBe(
      'a malformed key, a wrong secret and the disabled key',
    )
    expect(classes(['revoked with a wrong secret', 'expired with a wrong secret'])).toBe(
      'the revoked key_id with a wrong secret and the expired key_id with a wrong secret',
    )
    expect(classes([])).toBe('')
  })

  it('marks an echo and truncates a long text', () => {
    const of = (value: string) => sentenceOf(confirmed(times(3, { unknown: 'a', missing: 'a', expired: value })))
    expect(of(`key ${ECHO}!`)).toMatch(/^`X-Mark` is "key \{sent\}!" in/)
    expect(of('z'.repeat(78))).toMatch(/^`X-Mark` is "z{78}" in/)
    expect(of('z'.repeat(79))).toMatch(/^`X-Mark` is "z{79}… in/)
  })

  it('names the stratum and the classes, placebos as unknown key_ids', () => {
    const block = {
      missing: 'a',
      unknown: 'b',
      'unknown placebo': 'b',
      odd: 'b',
      malformed: 'a',
      expired: 'a',
      revoked: 'a',
    }
    const one = confirmed(times(3, block), { part: 'by Bearer' })
    expect(sentenceOf(one)).toBe(
      '`X-Mark` is "b" in 9 of 9 responses by Bearer to an unknown key_id and "odd" and in 0 of 12 others (adjusted p = 0.0003)',
    )
  })
})
