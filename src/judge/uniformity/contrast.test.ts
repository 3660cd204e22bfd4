import { describe, expect, it } from 'vitest'
import { ABSENT } from './blocks.ts'
import { contrastOf, distance } from './contrast.ts'
import { describeDifference, list } from './describe-difference.ts'
import { ECHO } from './mask-echoes.ts'
import type { Confirmed } from './screen-and-confirm.ts'

const WORDS: Readonly<Record<string, string>> = {
  missing: 'no key',
  unknown: 'an unknown key_id',
  'unknown placebo': 'an unknown key_id',
  revoked: 'the revoked key',
  expired: 'the expired key',
}

/** Blocks of one response per label with the value of one feature, numbered in the order of sending. */
function confirmed(
  blocks: readonly Record<string, string>[],
  more: Partial<Confirmed['split']> = {},
  strata: readonly (readonly string[])[] = [],
): Confirmed {
  const entries = blocks.flatMap((block, i) => {
    const req = strata[i]?.includes('by HEAD') ? { method: 'HEAD' } : {}
    return Object.entries(block).map(([label, value]) => [label, value, req] as const)
  })
  const headers = (value: string) => (value === ABSENT ? [] : [['X-Mark', value]])
  const cells = entries.map(([label, value, req], n) => ({
    label,
    words: WORDS[label] ?? label,
    ...(label === 'disabled' && { onlyIf401: true }),
    exchange: { n, req, response: { headers: headers(value) } },
  }))
  const feature = more.feature ?? 'header\tx-mark\tvalue'
  const split = { id: '', feature, part: '', kind: 'categories', cells: Int32Array.from(cells.keys()), ...more }
  return {
    split: { codes: new Float64Array(), size: 2, ...split } as Confirmed['split'],
    table: {
      cells,
      blockOf: Int32Array.from(blocks.flatMap((block, i) => Object.keys(block).map(() => i))),
      blocks: blocks.map((_, i) => ({ strata: strata[i] ?? [], ...(strata[i]?.length === 0 && { lacks: ['plain'] }) })),
      columns: [
        { name: 'header\tdecoy\tvalue', values: [] },
        { name: feature, values: entries.map(([, value]) => value) },
      ],
    } as never,
    p: 0.0003,
  }
}
const times = <T>(n: number, one: T) => Array.from({ length: n }, () => one)
const sentenceOf = (one: Confirmed) => describeDifference(one.split, contrastOf(one))

describe('contrastOf', () => {
  const leak = confirmed(times(4, { unknown: 'a', revoked: 'b', missing: 'a' }))

  it('finds the value that separates the classes best', () => {
    const contrast = contrastOf(leak)
    expect(contrast).toMatchObject({ value: 'b', labels: ['revoked'], hits: 4, of: 4, otherHits: 0, otherOf: 8 })
    expect(distance(contrast)).toBe(1)
    expect(sentenceOf(leak)).toBe(
      '`X-Mark` is "b" in 4 of 4 responses to the revoked key, and in 0 of 8 to an unknown key_id and no key',
    )
  })

  it('names the third value of another class', () => {
    const block = { unknown: 'a', missing: 'a', revoked: 'b', expired: 'c' }
    expect(sentenceOf(confirmed(times(4, block)))).toMatch(
      /^`X-Mark` is "b" in 4 of 4 responses to the revoked key, .*; `X-Mark` is "c" for the expired key$/,
    )
    const mixed = [...times(4, block), { ...block, expired: 'a' }]
    expect(sentenceOf(confirmed(mixed))).not.toContain('is "c"')
  })

  it('names the one stratum in which the responses differ, or those in which some do', () => {
    const [same, leaky] = [
      { unknown: 'a', revoked: 'a' },
      { unknown: 'a', revoked: 'b' },
    ]
    const placesOf = (...strata: string[][]) => contrastOf(confirmed([leaky, leaky, same], {}, strata)).places
    expect(placesOf(['by HEAD', 'by Bearer'], ['by HEAD'], ['by Bearer'])).toEqual({
      differing: ['by HEAD'],
      agreeing: [],
      isOnly: true,
      within: ['by Bearer'],
    })
    expect(placesOf(['by HEAD'], ['by Bearer'], ['by Bearer', 'with an Origin'])).toEqual({
      differing: ['by HEAD', 'by Bearer'],
      agreeing: ['with an Origin'],
    })
    expect(placesOf(['by HEAD'], ['with an Origin'], [])).toEqual({
      differing: ['by HEAD', 'with an Origin'],
      agreeing: ['plain'],
    })
  })

  it('does not say of a body that HEAD does not show it', () => {
    const [same, leaky] = [
      { unknown: 'a', revoked: 'a' },
      { unknown: 'a', revoked: 'b' },
    ]
    const strata = [['by Bearer'], ['by X-Api-Key'], ['by X-Api-Key', 'by HEAD']]
    const placesOf = (feature: string) => contrastOf(confirmed([leaky, leaky, same], { feature }, strata)).places
    expect(placesOf('leaf\terror.message\tvalue')?.agreeing).toEqual([])
    expect(placesOf('header\tx-mark\tvalue')?.agreeing).toEqual(['by HEAD'])
  })

  it('names classes of other blocks that all lack the value, if all their responses are compared', () => {
    const all = confirmed([
      { unknown: 'a', expired: 'a', revoked: 'b' },
      { unknown: 'a', 'a wrong secret': 'a', disabled: 'a' },
    ])
    expect(contrastOf(all)).toMatchObject({ classes: ['the revoked key'], apart: ['a wrong secret'] })
  })

  it('compares within blocks: a class missing where all lack the value is not blamed', () => {
    const byHead = { unknown: ABSENT, missing: ABSENT, expired: ABSENT }
    const plain = { unknown: 'a', missing: 'a', expired: ABSENT, revoked: 'a' }
    const contrast = contrastOf(confirmed([...times(4, plain), ...times(4, byHead)]))
    expect(contrast).toMatchObject({
      value: ABSENT,
      labels: ['expired'],
      hits: 4,
      of: 4,
      otherHits: 0,
      otherOf: 12,
    })
    expect(contrast).not.toHaveProperty('where')
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
  })

  it('prefers a value in all responses to two classes over one in half of those to one class', () => {
    const block = (expired: string) => ({ unknown: 'b', revoked: 'b', missing: 'a', expired })
    const one = confirmed([...times(3, block('c')), ...times(3, block('a'))])
    expect(contrastOf(one)).toMatchObject({ value: 'b', labels: ['unknown', 'revoked'] })
  })

  it('names the few that differ, not the many that are alike', () => {
    const block = (revoked: string) => ({ unknown: '401', missing: '401', expired: '401', revoked })
    const one = confirmed([...times(3, block('200')), ...times(2, block('404'))], { feature: 'status\tvalue' })
    const contrast = contrastOf(one)
    expect(contrast).toMatchObject({
      value: '401',
      isNot: true,
      labels: ['revoked'],
      hits: 5,
      of: 5,
      otherHits: 0,
      otherOf: 15,
    })
    expect(contrast.pair.map(({ label }) => label)).toEqual(['expired', 'revoked'])
    expect(sentenceOf(one)).toBe(
      'the status is not 401 in 5 of 5 responses to the revoked key, and in 0 of 15 to an unknown key_id, no key and the expired key',
    )
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
      feature: 'header\tx-mark\tlength',
    })
    const middle = 'than in most responses of its round in 2 of 2 responses to'
    expect(sentenceOf(ranks)).toContain(`the length of \`X-Mark\` is lower ${middle} an unknown key_id`)
    const turned = { ...ranks, split: { ...ranks.split, codes: codes.map((code) => -code) } }
    expect(sentenceOf(turned)).toContain(`the length of \`X-Mark\` is higher ${middle} an unknown key_id`)
    const even = { ...ranks, split: { ...ranks.split, codes: Float64Array.from([0.5, 0.5, 0, 0.5, 0.5, 0]) } }
    expect(sentenceOf(even)).toContain(
      'the length of `X-Mark` is as in most responses of its round in 2 of 2 responses to no key',
    )
    const all = contrastOf(confirmed(times(2, { unknown: '1' }), { kind: 'ranks', codes: Float64Array.of(0, 0) }))
    expect(all).toMatchObject({ value: 'in the middle', labels: [], hits: 0, of: 1, otherHits: 0, otherOf: 1 })
  })
})

describe('sentence', () => {
  it.each([
    ['header\tx-mark\tpresence', 'there', '`X-Mark` is present'],
    ['header\tx-mark\techo', 'x', '`X-Mark` echoes the sent key'],
    ['header\tx-mark\techo', ABSENT, '`X-Mark` does not echo the sent key'],
    ['header\tx-mark\tlikeness', 'unlike the others', '`X-Mark` is unlike the others of its block'],
    ['header\tx-mark\tmovement', 'moved', '`X-Mark` moved'],
    ['header\tx-mark\tletter case', 'X-MARK', 'the letter case of `X-Mark` is "X-MARK"'],
    ['headers\tcommon order', 'a,b', 'the order of the headers is "a,b"'],
    ['leaf\terror.code\tvalue', 'gone', '`error.code` is "gone"'],
    ['header\tother\tvalue', 'v', '`other` is "v"'],
    ['header\tx-mark\tvalue', ABSENT, '`X-Mark` is missing'],
    ['header\tx-mark\tvalue', 'z'.repeat(200), `\`X-Mark\` is "${'z'.repeat(160)} …"`],
  ])('%s', (feature, value, text) => {
    const one = confirmed(times(3, { unknown: 'a', missing: 'a', expired: value }), { feature })
    expect(sentenceOf(one).startsWith(`${text} in 3 of 3 responses to the expired key`), sentenceOf(one)).toBe(true)
  })

  it('lists the classes', () => {
    expect(list([])).toBe('')
    expect(list(['a'])).toBe('a')
    expect(list(['a', 'b', 'c'])).toBe('a, b and c')
  })

  it('marks an echo and truncates a long text', () => {
    const of = (value: string) => sentenceOf(confirmed(times(3, { unknown: 'a', missing: 'a', expired: value })))
    expect(of(`key ${ECHO}!`)).toMatch(/^`X-Mark` is "key \{sent\}!", where \{sent\} echoes the sent key in/)
    expect(of('z'.repeat(160))).toMatch(/^`X-Mark` is "z{160}" in/)
    expect(of('z'.repeat(161))).toMatch(/^`X-Mark` is "z{160} …" in/)
    expect(of(`${'z'.repeat(120)}, ${'z'.repeat(60)}`)).toMatch(/^`X-Mark` is "z{120}, …" in/)
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
      '`X-Mark` is "b" in 9 of 9 responses to an unknown key_id and odd by Bearer, and in 0 of 12 to no key, malformed, the expired key and the revoked key',
    )
  })
})
