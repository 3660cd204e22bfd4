import fc from 'fast-check'
import { differing, trial, violation } from '../../../src/core/rule.ts'
import { between } from '../../../src/judge/difference.ts'
import { PER_PAGE_DEFAULT } from '../api.ts'
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
        violation(`pagination.${name} ${one[member]}, as when spelled out`, `${other[member]}`, one.x, other.x),
        between(`pagination.${name}`, SIDES, [`${one[member]}`, `${other[member]}`]),
      )
  if (one.data.length === other.data.length) return sameRecords(one, other)
  const lengths = [one, other].map(({ data }) => `${data.length} records`)
  return violation(`${lengths[0]}, as when spelled out`, lengths[1]!, one.x, other.x)
}

/** A filtered list may be read by another database query with other defaults. */
interface Case extends ListQuery {
  readonly updated_since?: string
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
    'A query without page, per_page or both, compared with the same query with page=1 and per_page=25 spelled out.',
  meaning: 'A client that relies on the documented defaults reads other records than it thinks.',
  causes: [
    'a framework default instead of 25',
    'a zero-based default page',
    'a default that depends on the other parameter',
  ],
  after: ['a.users.per-page-range'],
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
    count: [3, 13, 60],
  },
  send: (query, tools) => comparePages(tools, explicit(query), { ...query }, samePage),
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
        call.query('per_page').length > 0 ? call.lawful.aOffset(page, perPage, call) : (page - 1n) * 20n,
    },
  },
  quickMisses: {
    'per-page-of-its-own-where-filtered': 'quick depth has no room for the defaults of filtered lists',
  },
})
