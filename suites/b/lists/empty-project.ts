import { count } from '../../../src/core/count.ts'
import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import { explained, headlined, moved, trial, violation } from '../../../src/core/rule.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { call } from '../api.ts'
import { type Comparison, compare, type Rounds, settle } from '../support/compare-responses.ts'
import { onPages, refusedOf } from '../support/judge-pages.ts'
import { inWords, listOf, readPage } from '../support/page.ts'

interface Case {
  readonly list: 'datasets' | 'nodes'
  readonly page?: number
  readonly size?: number
}

const comparison: Comparison = {
  differ: (x, y) => (isSuccess(y) ? differ(x, y) : { ...refusedOf('an empty project', x, y), causes: REFUSED }),
  alike: (one, other) => totalOf(one) === totalOf(other),
}

const REFUSED = [
  'an empty result is treated as an error or as null',
  'a page is looked up among no pages, or counted by a division by zero',
]

const differ = onPages((plain, { items, total, pages }, x, y) => {
  if (plain.total > 0n) return moved('the project is no longer empty')
  const seen = `${count(items.length, 'item')}, total ${total} and pages ${pages}`
  if (items.length === 0 && total === 0n && (pages === 0n || pages === 1n)) return undefined
  return {
    ...violation('no items, total 0 and pages 0 or 1', seen, x, y),
    headline: `A project without ${listOf(y)} has ${seen}: ${inWords(y)}`,
    ...(items.length > 0 && { impact: 'A client shows items that are not in the project.' }),
  }
})

const totalOf = (x: Exchange) => readPage(x)?.total

export default trial<Case, Rounds>({
  level: 'implied',
  title: 'The lists of an empty project have no items and total 0 on every page',
  clauses: ['2.list.items', '2.list.total', '4.2'],
  derivation:
    'The list page is described for every project, and a project without datasets or nodes has a list of size 0.',
  tried:
    'Datasets and nodes of a project without any, which preflight finds, or else of one whose list of datasets gets 404: several pages and sizes.',
  meaning: 'A client fails on a new project, or looks for items and pages that do not exist.',
  causes: [
    'total or pages is miscalculated for an empty list',
    'an empty result is treated as an error or as null',
    'an empty condition selects everything',
  ],
  needs: ['key', 'empty-project'],
  since: 3,
  after: ['b.lists.envelope'],
  follows: ['b.lists.total', 'b.lists.page-length'],
  faults: {
    'not-found': {
      response: (response, call) =>
        call.project && response.status === 200 && /"total":0\b/.test(String(response.body))
          ? { ...response, status: 404, body: '{"error":{"code":"not_found","message":"none","status":404}}' }
          : response,
    },
    'pages-minus-one': { bPages: (total, size) => (total === 0 ? -1 : Math.ceil(total / size)) },
    'everything-at-size-1': {
      bSlice: (read, { offset, limit, total }) => (total === 0 && limit === 1 ? [STRAY] : read(offset, limit)),
    },
    'total-at-least-1': { bTotal: (total, _, call) => (call.query('size').length > 0 ? Math.max(1, total) : total) },
    'pages-is-the-page': { bPages: (total, size, call) => Math.max(Number(call.page!), Math.ceil(total / size)) },
    'not-found-on-page-2': {
      bPastEnd: (page, pages) => {
        if (pages === 0 && page > 1n) throw new Error('no such page')
        return page
      },
    },
  },
  quickMisses: {
    'not-found': 'quick depth looks for no empty project',
    'pages-minus-one': 'quick depth looks for no empty project',
    'everything-at-size-1': 'quick depth looks for no empty project',
    'total-at-least-1': 'quick depth looks for no empty project',
    'pages-is-the-page': 'quick depth looks for no empty project',
    'not-found-on-page-2': 'quick depth looks for no empty project',
  },
  freedoms: {
    'one-empty-page': { bPages: (total, size) => Math.max(1, Math.ceil(total / size)) },
  },
  cases: {
    first: [
      { list: 'datasets', size: 1 },
      { list: 'nodes', page: 2 },
      { list: 'nodes', size: 100 },
      { list: 'datasets', page: 2, size: 10 },
    ],
    count: [1, 4, 4],
  },
  send({ list, ...query }, tools) {
    const project = tools.target.related!.emptyProject
    return compare(
      tools,
      call(tools.target, list, {}, { project }),
      call(tools.target, list, query, { project }),
      comparison,
    )
  },
  judge: (rounds) =>
    rounds.yardstick.response?.status === 404 ? notFound(rounds.yardstick) : settle(rounds, comparison),
})

const notFound = (x: Exchange) => ({
  ...headlined(
    `A project that the list of projects has is not found: ${inWords(x)} returned 404`,
    explained(
      violation('a page without items', responseSummary(x), x),
      'A client fails on a new project.',
      'an empty result is treated as a project that does not exist',
      'the list of projects has a project that was removed, or that this key may not read',
    ),
  ),
  note: 'that the project is empty is likely, but cannot be seen: its datasets are not found',
})

const STRAY = { id: 1, name: 'Stray', createdAt: 0 }
