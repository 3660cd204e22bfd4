import fc from 'fast-check'
import { explained, trial, unclear, violation } from '../../../src/core/rule.ts'
import { PER_PAGE_MAX } from '../api.ts'
import {
  isFinding,
  judgeMost,
  pageOf,
  type Reading,
  read,
  readTwiceMore,
  type Wrong,
  wrongLength,
} from '../support/read-page.ts'

const notHonoured: Wrong = (page) => {
  const { perPage } = page.asked
  if (page.perPage !== perPage)
    return violation(`pagination.per_page ${perPage}`, `pagination.per_page ${page.perPage}`, page.x)
  const found = wrongLength(page)
  return found && !found.causes ? explained(found, ...CUT_SHORT) : found
}

/** Of a page that echoes the per_page. */
const CUT_SHORT = [
  'A client that takes a short page for the last one stops early.',
  'the limit of another layer is smaller, or off by one',
  'records are removed after the page was cut (a filter, a permission, a failed join)',
  'the page begins too late, so that the list ends within it',
] as const

interface Evidence {
  readonly readings: readonly Reading[]
  /** A page of one record after a page that is too short. */
  readonly next?: Reading
}

export default trial<{ per_page: number }, Evidence>({
  level: 'stated',
  title: 'Every per_page from 1 to 100 is honoured',
  clauses: ['4.users.per_page', '4.users.per_page.max', '8.per_page-max'],
  tried:
    'The first page at boundary and generated sizes: a success that echoes this per_page and holds as many records.',
  meaning: 'A client that requests pages of a documented size gets an error, or pages of another size.',
  causes: [
    'a maximum below 100, or the check excludes 100 itself',
    'sizes are rounded to steps, or only some are allowed',
    'per_page=1 is taken for "not given"',
  ],
  after: ['a.users.envelope'],
  follows: ['a.users.echo', 'a.tenancy.isolated'],
  cases: {
    first: [100, 1, 26, 50, 51, 99, 2, 24, 25, 49, 3, 10, 20, 64].map((per_page) => ({ per_page })),
    any: fc.record({ per_page: fc.integer({ min: 1, max: PER_PAGE_MAX }) }),
    count: [2, 16, 300],
  },
  async send({ per_page }, tools) {
    const readings = await readTwiceMore(tools, { per_page }, notHonoured)
    const page = pageOf(readings.at(-1)!)
    const isShort = readings.length > 1 && !isFinding(page) && page.data.length > 0 && page.data.length < per_page
    return isShort ? { readings, next: await read(tools, { page: page.data.length + 1, per_page: 1 }) } : { readings }
  },
  judge({ readings, next }) {
    const found = judgeMost(readings, notHonoured)
    const after = next && pageOf(next)
    if (found?.kind !== 'violation' || !after || isFinding(after) || after.data.length > 0) return found
    return unclear('the list ends before the total that it gives, which a.users.total judges')
  },
  faults: {
    'maximum-of-50': { aPerPage: (perPage) => (perPage > 50n ? 50 : Number(perPage)) },
    'excludes-100': {
      aPerPage: (perPage, call) =>
        perPage > 99n ? { parameter: 'per_page', problem: 'too many' } : call.conforming.aPerPage(perPage, call),
    },
    'one-is-not-given': {
      aPerPage: (perPage, call) => (perPage === 1n ? 25 : call.conforming.aPerPage(perPage, call)),
    },
    'rounded-to-tens': { aPerPage: (perPage) => Math.min(100, Math.ceil(Number(perPage) / 10) * 10) },
    'a-choice-of-sizes': {
      aPerPage: (perPage, call) =>
        perPage < 100n && ![10n, 25n, 50n].includes(perPage)
          ? { parameter: 'per_page', problem: 'must be 10, 25, 50 or 100' }
          : call.conforming.aPerPage(perPage, call),
    },
  },
})
