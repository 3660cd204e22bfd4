import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import type { Exchange } from '../../../src/core/exchange.ts'
import { requestLine } from '../../../src/core/request-text.ts'
import {
  explained,
  type Finding,
  headlined,
  moved,
  type Tools,
  trial,
  unclear,
  violation,
} from '../../../src/core/rule.ts'
import { type Id, idOf, sameId, showId } from '../../../src/judge/ids.ts'
import { PER_PAGE_MAX, users } from '../api.ts'
import { type ComparedPages, comparePages, sameRecords, settle } from '../support/compare-pages.ts'
import { everyPage, laterRanges, RANGE } from '../support/every-page.ts'
import { readPage } from '../support/page.ts'
import { sizeAt } from '../support/queries.ts'
import { isFinding, pagesOf, type Read, type Reading, read } from '../support/read-page.ts'

type Sizes = readonly [number, number]
/**
 * A position in the list, from 1, read at two sizes; or two sizes at which a range of the list is read, from a page of the first size
 * on (default: the first); or a per_page above the maximum, with which page 2 is read.
 */
type Case =
  | { readonly position: number; readonly per_page: Sizes }
  | { readonly walk: Sizes; readonly from?: number }
  | { readonly above: number }

const boundaries = (n: number): Case[] => {
  const near = [2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 4096, 32768, 65536, 10, 100, 1000, 10_000, 100_000, 1_000_000]
  return near.filter((k) => k < n).map((k) => ({ position: k + 1, per_page: [1, k > 100 ? 100 : 99] }))
}

/** Page 2 at this size and with the per_page above the maximum; if they differ, in turns. */
interface Clamped {
  readonly size: number
  readonly turns: readonly Exchange[]
}

/** Two first pages that differ, and the list without parameters. */
interface Beginning {
  readonly pages: ComparedPages
  readonly whole: Reading
  /** For a first page of n records, page n of one record: by pages that are counted from 0, both begin with the same one. */
  readonly ofOne: readonly Reading[]
}

/** The first record of page 2, compared with page 1 of 100: an offset by the default per_page is right only at that. */
const BY_DEFAULT: readonly Case[] = [25, 10, 50].map((size) => ({ position: size + 1, per_page: [size, 100] }))

const OFFSET_BY_DEFAULT = {
  pattern: 'page 2 is wrong at per_page=10 and at 50, and right at 25, the default',
  causes: ['the offset is computed with the default, as (page - 1) * 25'],
}

const FROM_ZERO = 'pages are counted from 0: the offset is page * per_page, not (page - 1) * per_page'

export default trial<Case, ComparedPages | Beginning | Clamped | undefined>({
  level: 'stated',
  title: 'Paging neither skips nor repeats records: the record at a position is the same at every per_page',
  clauses: ['2.user.order', '4.users.order', '4.users.page.one-based', '4.users.no-skip'],
  tried:
    'Two overlapping pages of different sizes, at page boundaries, powers of two and of ten, and generated positions. If a per_page above 100 gets a page with another pagination.per_page, page 2 is compared with page 2 of the size returned; a difference is a warning, since the reference leaves this open. At exhaustive depth the whole list is read at two sizes and compared position by position.',
  meaning: 'A client that reads the whole list misses users or gets some twice, depending on its per_page.',
  causes: [
    'an offset off by one, or counted with another per_page',
    FROM_ZERO,
    'records are sorted by something that several of them share, by nothing, or each page by itself',
    'a join repeats records, and LIMIT counts the joined rows',
    'a place in the list is kept from an earlier request with the same key',
    'replicas are sorted differently',
    'ids beyond 2^53 pass through a double, so that two records have one id',
  ],
  after: ['a.users.per-page-range'],
  follows: ['a.tenancy.isolated'],
  cases: {
    inWords: (c) => {
      if ('above' in c) return `per_page ${c.above}`
      const [what, sizes] = 'walk' in c ? ['all pages', c.walk] : [`record ${c.position}`, c.per_page]
      return `${what} with per_page ${sizes.join(' and ')}`
    },
    first: (target) => {
      const n = Math.max(1, sizeAt(target))
      const some: Case[] = [
        { position: Math.min(n, 150), per_page: [100, 7] },
        { position: 2, per_page: [1, 100] },
        { position: n, per_page: [7, 100] },
        { position: Math.min(n, 101), per_page: [100, 7] },
        { above: 200 },
        { position: Math.min(n, 26), per_page: [25, 100] },
        { position: n, per_page: [1, 99] },
        { position: Math.min(n, 51), per_page: [50, 3] },
        { walk: [100, 97] },
      ]
      return [...some, ...boundaries(n)]
    },
    any: (target) => anyPosition(sizeAt(target)),
    count: [2, 22, 200],
    further: (c) => ('position' in c ? BY_DEFAULT : []),
    conclude: (failing, conforming) => {
      const among = (cases: readonly Case[]) =>
        BY_DEFAULT.map((probe) => cases.some((c) => isDeepStrictEqual(c, probe)))
      const isByDefault = isDeepStrictEqual(
        [among(failing), among(conforming)],
        [
          [false, true, true],
          [true, false, false],
        ],
      )
      return isByDefault ? OFFSET_BY_DEFAULT : undefined
    },
    ranges: (target) => laterRanges(target, 100).map((from) => ({ walk: [100, 97], from })),
    divisible: true,
  },
  send(c, tools) {
    if ('above' in c) return clamped(tools, c.above)
    return 'walk' in c ? walks(tools, c.walk, c.from) : at(tools, c.position, c.per_page)
  },
  judge(evidence, c, target) {
    if (sizeAt(target) < 2) return unclear('the list has no two records')
    if (!evidence) return undefined
    if ('whole' in evidence) return judgeBeginning(evidence)
    if (!('turns' in evidence)) return settle(evidence, sameRecords)
    return judgeClamped(evidence, (c as { above: number }).above)
  },
  faults: {
    'zero-based-pages': { aOffset: (page, perPage) => page * BigInt(perPage) },
    'skips-one-between-pages': { aOffset: (page, perPage) => (page - 1n) * BigInt(perPage + 1) },
    'repeats-one-between-pages': { aOffset: (page, perPage) => (page > 1n ? (page - 1n) * BigInt(perPage) - 1n : 0n) },
    'offset-by-the-default': { aOffset: (page) => (page - 1n) * 25n },
    'skips-one-deep': { aOffset: (page, perPage) => (page - 1n) * BigInt(perPage) + (page > 9n ? 1n : 0n) },
    'offset-in-a-byte': { aOffset: (page, perPage) => ((page - 1n) * BigInt(perPage)) & 0xffn & ~0x80n },
    'largest-size-off': { aOffset: (page, perPage) => (page - 1n) * BigInt(perPage === 100 ? 99 : perPage) },
    'offset-by-the-size-requested': {
      aOffset: (page, perPage, call) => {
        const sent = BigInt(/^\d{1,6}$/.exec(call.query('per_page')[0] ?? '')?.[0] ?? perPage)
        return (page - 1n) * (sent > 100n ? sent : BigInt(perPage))
      },
    },
    'offset-by-the-default-above-the-maximum': {
      aOffset: (page, perPage, call) =>
        (page - 1n) * (Number(call.query('per_page')[0] ?? 25) > 100 ? 25n : BigInt(perPage)),
    },
    'a-replica-in-another-order': {
      aOrderBy: (call) => (call.worker === 2 ? 'updated_at' : 'id'),
    },
  },
  quickMisses: {
    'offset-by-the-size-requested': 'quick depth pages with no per_page above 100',
    'offset-by-the-default-above-the-maximum': 'quick depth pages with no per_page above 100',
    'a-replica-in-another-order':
      'two pairs of pages may all miss one worker of four; a.users.id-ascending may meet it',
  },
  freedoms: {
    grows: { userEveryMs: () => 15 },
    'default-instead-of-more-than-the-maximum': {
      aPerPage: (perPage, call) => (perPage > 100n ? 25 : call.conforming.aPerPage(perPage, call)),
    },
    'more-than-the-maximum-refused': {
      aPerPage: (perPage, call) =>
        perPage > 100n ? { parameter: 'per_page', problem: 'too many' } : call.conforming.aPerPage(perPage, call),
    },
  },
})

/** By the size that the response says that it has. The response to a per_page above the maximum is open. */
async function clamped(tools: Tools, above: number): Promise<Clamped | undefined> {
  const open = (page: number) => ({ ...users(tools.target, { page, per_page: above }), open: true })
  const first = readPage(await tools.sparingly(open(1)))
  const size = Number(first?.perPage ?? 0n)
  if (!first || size < 1 || size > PER_PAGE_MAX || first.total <= size) return undefined
  const second = users(tools.target, { page: 2, per_page: size })
  const turns = [await tools.sparingly(second), await tools.get(open(2))]
  if (!isSamePage(turns[0]!, turns[1]!)) for (const req of [second, open(2), second]) turns.push(await tools.get(req))
  return { size, turns }
}

/** A record may have been added meanwhile. A response without a page shows nothing. */
function isSamePage(...xs: [Exchange, Exchange]): boolean {
  const [ids, others] = xs.map((x) => readPage(x)?.data.map(idOf) ?? []) as [(Id | undefined)[], (Id | undefined)[]]
  return ids.length === 0 || others.length === 0 || others[0] === undefined || sameId(ids[0], others[0])
}

function judgeClamped({ size, turns }: Clamped, above: number): Finding | undefined {
  const [plain, wide, again, wideAgain, last] = turns
  if (!again || isSamePage(again, wideAgain!)) return undefined
  if (!isSamePage(plain!, again) || !isSamePage(again, last!))
    return moved('the list changed between two equal requests')
  const where = `page 2 at per_page=${above}, whose pagination.per_page is ${size},`
  return {
    ...explained(
      violation(`the records of page 2 at per_page=${size}`, 'other records', again, wide!),
      `A client that pages with per_page=${above} skips users or reads some twice, and sees no error.`,
      'the offset is computed before per_page is cut to the maximum',
    ),
    headline: `GET /users returned other records on ${where} than on page 2 of that size`,
    warning: true,
  }
}

const anyPosition = (n: number): fc.Arbitrary<Case> => {
  const position = fc.oneof(
    fc.integer({ min: 1, max: Math.max(1, n) }),
    fc.integer({ min: Math.max(1, n - 100), max: Math.max(1, n) }),
  )
  const size = fc.integer({ min: 1, max: 100 })
  return fc.record({ position, per_page: fc.tuple(size, size).filter(([one, other]) => one !== other) })
}

const pageOf = (position: number, per_page: number) => ({ page: Math.ceil(position / per_page), per_page })

async function at(tools: Tools, position: number, [one, other]: Sizes): Promise<ComparedPages | Beginning> {
  const pages = await comparePages(tools, pageOf(position, other), pageOf(position, one), sameRecords, {
    first: 'once',
  })
  const found = settle(pages, sameRecords)
  // Both may be wrong: the list without parameters decides.
  if (found?.kind !== 'violation' || !pagesOfBeginning(pages)) return pages
  const sizes = [one, other].filter((size) => size > 1)
  const ofOne = await Promise.all(sizes.map((page) => read(tools, { page, per_page: 1 }, 'sparingly')))
  return { pages, whole: await read(tools, {}), ofOne }
}

const pagesOfBeginning = (pages: ComparedPages): boolean => {
  const some = pagesOf(...pages)
  return !isFinding(some) && some.every(({ start }) => start === 0n)
}

/** What is wrong with the beginning of the list, compared with the list without parameters where that separates the two pages. */
function judgeBeginning({ pages, whole, ofOne }: Beginning): Finding | undefined {
  const found = settle(pages, sameRecords)
  const zero = found?.kind === 'violation' && fromZero(pagesOf(...pages), pagesOf(...ofOne))
  if (zero) return zero
  const all = pagesOf(whole, ...pages)
  if (found?.kind !== 'violation' || isFinding(all)) return found
  const [first, ...others] = all
  const wrong = others.find((page) => sameRecords(first!, page))
  return (wrong && sameRecords(first!, wrong)) ?? found
}

function fromZero(pages: readonly Read[] | Finding, ofOne: readonly Read[] | Finding): Finding | undefined {
  if (isFinding(pages) || isFinding(ofOne)) return undefined
  const pairs = ofOne.map((one) => [pages.find(({ asked }) => asked.perPage === one.asked.page)!, one] as const)
  const isShifted = pairs.every(([page, one]) => sameId(idOf(page.data[0]), idOf(one.data[0])))
  const [page, one] = pairs[0] ?? []
  if (!isShifted || !page || !one) return undefined
  const id = showId(idOf(one.data[0])!)
  return explained(
    headlined(
      `page=1 is the second page: ${requestLine(page.x.req)} begins with id ${id}, as ${requestLine(one.x.req)} does`,
      violation(
        'the first record of the list',
        `id ${id}, that of page=${one.asked.page} of one record`,
        page.x,
        one.x,
      ),
    ),
    'A client that begins with page 1 misses the first per_page users.',
    FROM_ZERO,
  )
}

/** Compares a range at two sizes record by record, then reads the first difference again, so that a changing list is no violation. */
async function walks(tools: Tools, sizes: Sizes, from = 1): Promise<ComparedPages | Beginning | undefined> {
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
