import fc from 'fast-check'
import { type Tools, trial, unclear } from '../../../src/core/rule.ts'
import { idOf, sameId } from '../../../src/judge/ids.ts'
import { type ComparedPages, comparePages, sameRecords, settle } from '../support/compare-pages.ts'
import { everyPage, laterRanges, RANGE } from '../support/every-page.ts'
import { readPage } from '../support/page.ts'
import { sizeAt } from '../support/queries.ts'

type Sizes = readonly [number, number]
/**
 * A position in the list, from 1, read at two sizes; or two sizes at which a range of the list is read, from a page of the first size
 * on (default: the first).
 */
type Case = { readonly position: number; readonly per_page: Sizes } | { readonly walk: Sizes; readonly from?: number }

const boundaries = (n: number): Case[] => {
  const near = [2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 4096, 32768, 65536, 10, 100, 1000, 10_000, 100_000, 1_000_000]
  return near.filter((k) => k < n).map((k) => ({ position: k + 1, per_page: [1, k > 100 ? 100 : 99] }))
}

export default trial<Case, ComparedPages | undefined>({
  level: 'stated',
  title: 'Paging neither skips nor repeats records: the record at a position is the same at every per_page',
  clauses: ['2.user.order', '4.users.order', '4.users.page.one-based', '4.users.no-skip'],
  tried:
    'Two overlapping pages of different sizes, at page boundaries, powers of two and of ten, and generated positions. At exhaustive depth the whole list is read at two sizes and compared position by position.',
  meaning: 'A client that reads the whole list misses users or gets some twice, depending on its per_page.',
  causes: [
    'an offset off by one, or counted with another per_page',
    'pages are sorted by something that several records share, or by nothing',
    'a join repeats records, and LIMIT counts the joined rows',
    'pages from differently sorted replicas',
    'ids beyond 2^53 pass through a double, so that two records have one id',
  ],
  after: ['a.users.per-page-range'],
  cases: {
    first: (target) => {
      const n = Math.max(1, sizeAt(target))
      const some: Case[] = [
        { position: Math.min(n, 150), per_page: [100, 7] },
        { position: 2, per_page: [1, 100] },
        { position: n, per_page: [7, 100] },
        { position: Math.min(n, 101), per_page: [100, 7] },
        { position: Math.min(n, 26), per_page: [25, 100] },
        { position: n, per_page: [1, 99] },
        { position: Math.min(n, 51), per_page: [50, 3] },
        { walk: [100, 97] },
      ]
      return [...some, ...boundaries(n)]
    },
    any: (target) => anyPosition(sizeAt(target)),
    count: [2, 22, 200],
    ranges: (target) => laterRanges(target, 100).map((from) => ({ walk: [100, 97], from })),
    divisible: true,
  },
  send: (c, tools) => ('walk' in c ? walks(tools, c.walk, c.from) : at(tools, c.position, c.per_page)),
  judge(evidence, _c, target) {
    if (sizeAt(target) < 2) return unclear('the list has no two records')
    return evidence && settle(evidence, sameRecords)
  },
  faults: {
    'zero-based-pages': { aOffset: (page, perPage) => page * BigInt(perPage) },
    'skips-one-between-pages': { aOffset: (page, perPage) => (page - 1n) * BigInt(perPage + 1) },
    'repeats-one-between-pages': { aOffset: (page, perPage) => (page > 1n ? (page - 1n) * BigInt(perPage) - 1n : 0n) },
    'offset-by-the-default': { aOffset: (page) => (page - 1n) * 25n },
    'skips-one-deep': { aOffset: (page, perPage) => (page - 1n) * BigInt(perPage) + (page > 9n ? 1n : 0n) },
    'offset-in-a-byte': { aOffset: (page, perPage) => ((page - 1n) * BigInt(perPage)) & 0xffn & ~0x80n },
    'largest-size-off': { aOffset: (page, perPage) => (page - 1n) * BigInt(perPage === 100 ? 99 : perPage) },
    'a-replica-in-another-order': {
      aOrderBy: (call) => (call.worker === 2 ? 'updated_at' : 'id'),
    },
  },
  quickMisses: {
    'a-replica-in-another-order':
      'two pairs of pages may all miss one worker of four; a.users.id-ascending may meet it',
  },
  freedoms: { grows: { userEveryMs: () => 15 } },
})

const anyPosition = (n: number): fc.Arbitrary<Case> => {
  const position = fc.oneof(
    fc.integer({ min: 1, max: Math.max(1, n) }),
    fc.integer({ min: Math.max(1, n - 100), max: Math.max(1, n) }),
  )
  const size = fc.integer({ min: 1, max: 100 })
  return fc.record({ position, per_page: fc.tuple(size, size) })
}

const pageOf = (position: number, per_page: number) => ({ page: Math.ceil(position / per_page), per_page })

const at = (tools: Tools, position: number, [one, other]: Sizes): Promise<ComparedPages> =>
  comparePages(tools, pageOf(position, other), pageOf(position, one), sameRecords, { first: 'once' })

/** Compares a range at two sizes record by record, then reads the first difference again, so that a changing list is no violation. */
async function walks(tools: Tools, sizes: Sizes, from = 1): Promise<ComparedPages | undefined> {
  if (tools.depth !== 'exhaustive') return undefined
  const start = (from - 1) * sizes[0]
  const end = start + RANGE * sizes[0]
  const [one, other] = sizes.map((size) => records(tools, size, start, end)) as [Records, Records]
  for (let position = start + 1; ; position++) {
    const [a, b] = [await one.next(), await other.next()]
    // Records may be added after the end of the one that ends first.
    if (a.done || b.done) return undefined
    if (!sameId(a.value, b.value)) return at(tools, position, sizes)
  }
}

type Records = AsyncGenerator<ReturnType<typeof idOf>>

/** Ids at the positions from `start` to `end`, the first being 0. */
async function* records(tools: Tools, perPage: number, start: number, end: number): Records {
  const pages = { from: Math.floor(start / perPage) + 1, to: Math.ceil(end / perPage) }
  let left = start % perPage
  for await (const x of everyPage(tools, perPage, pages)) {
    for (const record of (readPage(x)?.data ?? []).slice(left)) yield idOf(record)
    left = 0
  }
}
