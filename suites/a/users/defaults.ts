import fc from 'fast-check'
import { count } from '../../../src/core/count.ts'
import type { Exchange } from '../../../src/core/exchange.ts'
import { requestLine } from '../../../src/core/request-text.ts'
import { differing, explained, type Tools, trial, violation } from '../../../src/core/rule.ts'
import { between } from '../../../src/judge/difference.ts'
import { PER_PAGE_DEFAULT, type Query, users } from '../api.ts'
import { type ComparedPages, comparePages, type Difference, sameRecords, settle } from '../support/compare-pages.ts'
import { type ListQuery, pagesAt } from '../support/queries.ts'

const SIDES = ['spelled out', 'omitted'] as const

/** The page is the same: its numbers, its records, and how many. */
const samePage: Difference = (one, other) => {
  for (const [name, member] of [
    ['page', 'page'],
    ['per_page', 'perPage'],
  ] as const)
    if (one[member] !== other[member])
      return differing(
        explained(
          violation(`${one[member]}, the default of ${name}`, `pagination.${name} ${other[member]}`, one.x, other.x),
          'A client that relies on the documented default reads other records than it thinks.',
          ...causesOf(name, other[member], other.x),
        ),
        between(`pagination.${name}`, SIDES, [`${one[member]}`, `${other[member]}`]),
      )
  if (one.data.length === other.data.length) return sameRecords(one, other)
  const lengths = [one, other].map(({ data }) => count(data.length, 'record'))
  return violation(`${lengths[0]}, as with the defaults spelled out`, lengths[1]!, one.x, other.x)
}

/** Of a wrong default; without the filter, the default was right before. */
const causesOf = (name: 'page' | 'per_page', actual: bigint, { req }: Exchange): string[] =>
  req.query?.some(([sent]) => sent === 'updated_since')
    ? ['a list that is filtered by updated_since has another default']
    : [
        name === 'page' ? 'pages are counted from 0, or page has another default' : 'a framework default instead of 25',
        ...(isAsAhead[name](Number(actual))
          ? ['the parameters of a request are kept for the next one with the same key']
          : []),
      ]

/** Whether a value can be that of the query ahead. */
const isAsAhead = { page: (page: number) => page === 2, per_page: (size: number) => size > 25 && size < 100 }

/** A filtered list may be read by another database query with other defaults. */
interface Case extends ListQuery {
  readonly updated_since?: string
}

/** A time that no update has: a filter that is remembered leaves nothing. */
const NO_USERS = '2037-12-31T00:00:00Z'

/**
 * Another query with the same key right before, whose size, and page or filter, a server may remember. Not at quick depth, which
 * has no room.
 */
function ahead({ page, per_page, updated_since }: Case, { depth, random, target }: Tools): Query | undefined {
  if (depth === 'quick' || (page !== undefined && per_page !== undefined)) return undefined
  const size = { per_page: 26 + Math.floor(random() * 74) }
  const isEmpty = page === undefined && per_page === undefined && updated_since === undefined
  // A page of a filtered list may be past its end.
  if (isEmpty) return { ...size, updated_since: NO_USERS }
  return { ...size, ...(pagesAt(target, size.per_page) > 1 && { page: 2 }) }
}

const explicit = (query: Case) => ({ page: 1, per_page: PER_PAGE_DEFAULT, ...query })

export default trial<Case, ComparedPages>({
  level: 'stated',
  title: 'page defaults to 1 and per_page to 25, each on its own',
  clauses: [
    '4.users.page.default',
    '4.users.per_page.default',
    '4.users.updated_since.default',
    '8.page-default',
    '8.per_page-default',
  ],
  tried:
    'A query without page, per_page or both, right after a query with other values, compared with the same query with page=1 and per_page=25 spelled out. A query without updated_since is not filtered.',
  meaning: 'A client that relies on the documented defaults reads other records than it thinks.',
  causes: [
    'a framework default instead of 25',
    'a zero-based default page',
    'a default that depends on the other parameter',
    'the parameters of a request are kept for the next one with the same key',
  ],
  after: ['a.users.per-page-range'],
  follows: ['a.users.partition'],
  cases: {
    first: (target): Case[] => [
      {},
      { per_page: 100 },
      { page: Math.min(2, pagesAt(target, PER_PAGE_DEFAULT)) },
      { per_page: 7 },
      { updated_since: '1970-01-01T00:00:00Z' },
      { page: pagesAt(target, PER_PAGE_DEFAULT) },
      { page: 1 },
      { per_page: 1 },
      { per_page: 25 },
    ],
    any: (target) =>
      fc.oneof(
        fc.record({ page: fc.integer({ min: 1, max: pagesAt(target, PER_PAGE_DEFAULT) }) }),
        fc.record({ per_page: fc.integer({ min: 1, max: 100 }) }),
      ),
    count: [2, 10, 60],
    inWords: (query, target) => requestLine(users(target, { ...query })),
    // Whether it is the filter, or this time of it.
    further: ({ updated_since }) =>
      updated_since === undefined
        ? []
        : [{ updated_since: '2024-06-15T12:00:00Z' }, { updated_since, page: 2 }, { updated_since, per_page: 7 }],
    cost: (depth) => (depth === 'quick' ? 4 : depth === 'standard' ? 30 : 180),
  },
  send: (query, tools) => comparePages(tools, explicit(query), { ...query }, samePage, { ahead: ahead(query, tools) }),
  judge: (evidence) => settle(evidence, samePage),
  faults: {
    'per-page-of-20': { aPerPageDefault: () => 20n },
    'per-page-unbounded': { aPerPageDefault: () => 100n },
    'per-page-of-its-own-where-filtered': {
      aPerPageDefault: (call) => (call.query('updated_since').length > 0 ? 50n : 25n),
    },
    'page-two': { aPageDefault: () => 2n },
    'page-zero-echoed': { aEchoPage: (page, call) => (call.query('page').length > 0 ? page : 0n) },
    'page-lost-beside-per-page': { aPageDefault: (call) => (call.query('per_page').length > 0 ? 2n : 1n) },
    'per-page-differs-past-page-one': { aPerPageDefault: (call) => (call.query('page').length > 0 ? 10n : 25n) },
    'wrong-offset-where-left-out': {
      aOffset: (page, perPage, call) =>
        call.query('per_page').length > 0 ? call.conforming.aOffset(page, perPage, call) : (page - 1n) * 20n,
    },
    'per-page-of-the-request-before': {
      aPerPageDefault: (call) => (call.memory.get(`size ${call.key!.keyId}`) as bigint | undefined) ?? 25n,
      aPerPage: (perPage, call) => {
        call.memory.set(`size ${call.key!.keyId}`, perPage)
        return call.conforming.aPerPage(perPage, call)
      },
    },
    'last-filter-where-nothing-is-sent': {
      aSince: (since, call) => {
        const slot = `since ${call.key!.keyId}`
        if (since !== undefined) call.memory.set(slot, since)
        return call.search === '' ? (call.memory.get(slot) as number | undefined) : since
      },
    },
  },
  quickMisses: {
    'per-page-differs-past-page-one': 'quick depth leaves per_page out on page 1 only',
    'wrong-offset-where-left-out': 'quick depth leaves per_page out on page 1 only',
    'per-page-of-its-own-where-filtered': 'quick depth has no room for the defaults of filtered lists',
    'per-page-of-the-request-before': 'quick depth sends no other query before',
    'last-filter-where-nothing-is-sent': 'quick depth sends no other query before',
  },
  freedoms: {
    'last-per-page-in-a-header': {
      extraHeaders: (call) => {
        const last = call.memory.get('last size') as string | undefined
        call.memory.set('last size', /^\d{1,3}$/.exec(call.query('per_page')[0] ?? '')?.[0])
        return [['X-Last-Per-Page', last ?? 'none']]
      },
    },
    'grows-fast': { userEveryMs: () => 15 },
  },
})
