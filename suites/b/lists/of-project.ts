import { count } from '../../../src/core/count.ts'
import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import { explained, type Finding, trial, unclear, type Violation, violation } from '../../../src/core/rule.ts'
import { pageLength } from '../../../src/judge/page-arithmetic.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { shared } from '../../shared/shared-items.ts'
import { call, LIST_SIZE_MAX } from '../api.ts'
import { type Comparison, compare, type Rounds, settle } from '../support/compare-responses.ts'
import { isNamed, keyOf, onPages } from '../support/judge-pages.ts'
import { integersIn, inWords, queryInWords, readPage } from '../support/page.ts'
import { itemsOf } from '../support/response-fingerprint.ts'

interface Case {
  readonly list: 'datasets' | 'nodes'
  readonly page: number
  /** By the number of items that the list has. */
  readonly size: 'default' | 'total' | 'total + 1' | 'total - 1'
}

interface Evidence {
  /** The first project's list, and again if something of it was in the second project's. */
  readonly first: readonly Exchange[]
  /** The second project's list, and a page of it. */
  readonly second: Rounds
}

const MISCOUNTED = 'A client that pages through a project stops too early, or requests pages that do not exist.'

const TOO_MANY = [
  'a join multiplies items, and LIMIT counts the joined rows',
  'the query of the list has no condition on the project, but its count does',
]

const PAST_END = ['a page out of range is clamped to the last or the first one', ...TOO_MANY]

/** A page of the second project's list by the whole of it: what it holds, and the same total. */
const comparison: Comparison = {
  differ: onPages((whole, page, x, y) => {
    const { page: number = 1n, size = BigInt(LIST_SIZE_MAX) } = integersIn(y)!
    const expected = pageLength(whole.total, number, size)
    if (page.total !== whole.total)
      return explained(
        violation(`total ${whole.total}, as with ${queryInWords(x)}`, `total ${page.total}`, x, y),
        MISCOUNTED,
      )
    if (integersIn(y)?.size !== undefined && BigInt(page.items.length) !== expected)
      return explained(
        violation(
          `${count(Number(expected), 'item')}, since total is ${whole.total}`,
          count(page.items.length, 'item'),
          x,
          y,
        ),
        MISCOUNTED,
        ...(BigInt(page.items.length) > expected ? (expected === 0n ? PAST_END : TOO_MANY) : []),
      )
    if (whole.total !== BigInt(whole.items.length) || !isNamed(whole.items) || !isNamed(page.items)) return undefined
    const listed = new Set(whole.items.map(keyOf))
    const other = page.items.find((item) => !listed.has(keyOf(item)))
    if (other === undefined) return undefined
    return violation(`items of ${inWords(x)}`, `item ${keyOf(other)}, which that list lacks`, x, y)
  }),
  alike: (one, other) => keysOf(one) === keysOf(other),
}

const keysOf = (x: Exchange): string =>
  JSON.stringify([String(readPage(x)?.total), ...itemsOf(x).map(keyOf).toSorted()])

export default trial<Case, Evidence>({
  level: 'implied',
  severity: 'error',
  title: 'A list has the datasets or nodes of the project in its path',
  clauses: ['4.datasets', '4.nodes'],
  derivation: 'The path names the project, so the list holds the datasets or nodes of that project and of no other.',
  tried:
    'The lists of a second project that preflight finds, if possible one that seems to list the same, compared with those of the project under test and with themselves at sizes around their totals. It is a violation if most of its items are in both, and a warning if that is one item.',
  meaning: 'A client that mirrors projects stores datasets and nodes under projects that they do not belong to.',
  causes: [
    'the query of the list, or its count, has no condition on the project',
    'the condition is lost on later pages or with some sizes',
    'a cache responds by the query without the project',
  ],
  needs: ['key', 'project', 'second-project'],
  since: 3,
  after: ['b.lists.envelope', 'b.lists.size-range'],
  follows: ['b.lists.total', 'b.lists.page-length', 'b.lists.past-end'],
  faults: {
    'datasets-of-all-projects': { bProjectRead: (project, call) => (call.endpoint === 'datasets' ? 1 : project.id) },
    // The third project has no datasets.
    'empty-project-lists-those-of-another': {
      bProjectRead: ({ id }, call) => (call.endpoint === 'datasets' && id === 3 ? 1 : id),
    },
    'nodes-of-all-projects': { bProjectRead: (project, call) => (call.endpoint === 'nodes' ? 1 : project.id) },
    'condition-lost-on-page-2': { bProjectRead: (project, call) => (call.page! > 1n ? 1 : project.id) },
    'condition-lost-with-a-size': { bProjectRead: (project, call) => (call.size === 2 ? 1 : project.id) },
    'cached-without-the-project': {
      bEnvelope: (page, call) => (call.project ? call.once(`list ${call.endpoint} ${call.search}`, () => page) : page),
    },
    'counts-all-projects': {
      bTotal: (total, _, call) => (call.project && call.project.id !== 1 ? total + 105 : total),
    },
    'count-lost-beyond-the-end': {
      bTotal: (total, items, call) => (call.project && items.length === 0 ? 105 : total),
    },
    'total-of-the-first-project': { bTotal: (total, _, call) => (call.endpoint === 'nodes' ? 104 : total) },
  },
  quickMisses: {
    'counts-all-projects': 'quick depth sends one request',
    'empty-project-lists-those-of-another': 'quick depth looks at one other project',
    'nodes-of-all-projects': 'quick depth looks at the datasets only',
    'condition-lost-on-page-2': 'quick depth sends one request',
    'condition-lost-with-a-size': 'quick depth sends one request',
    'count-lost-beyond-the-end': 'quick depth sends one request',
    'total-of-the-first-project': 'quick depth looks at the datasets only',
  },
  freedoms: {
    'one-node-in-every-project': {
      bSlice: (read, { offset, limit }, call) => {
        const shown = call.endpoint === 'nodes' ? [SHARED_NODE, ...read(0n, 1000)] : read(0n, 1000)
        return shown.slice(Number(offset), Number(offset) + limit)
      },
      bTotal: (total, _, call) => (call.endpoint === 'nodes' ? total + 1 : total),
    },
    'no-empty-list': { seedProjects: () => 2 },
    'one-project': { seedProjects: () => 1 },
  },
  cases: {
    first: [
      { list: 'datasets', page: 1, size: 'default' },
      { list: 'nodes', page: 1, size: 'default' },
      { list: 'nodes', page: 1, size: 'total' },
      { list: 'datasets', page: 2, size: 'total' },
      { list: 'nodes', page: 2, size: 'total - 1' },
      { list: 'datasets', page: 1, size: 'total + 1' },
      { list: 'nodes', page: 2, size: 'default' },
    ],
    count: [1, 7, 7],
  },
  async send({ list, page, size }, tools) {
    const { target } = tools
    const project = target.related!.secondProject!
    const query = tools.depth === 'quick' ? {} : { page: 1, size: LIST_SIZE_MAX }
    const whole = call(target, list, query, { project })
    const read = await tools.once(whole)
    const total = Number(readPage(read)?.total ?? 1n)
    const sizes = { default: undefined, total, 'total + 1': total + 1, 'total - 1': total - 1 }
    const wanted = sizes[size]
    const chosen = wanted === undefined ? undefined : Math.min(LIST_SIZE_MAX, Math.max(1, wanted))
    const probe = tools.depth === 'quick' ? {} : { page, size: chosen }
    const [first, second] = await Promise.all([
      // A cache that ignores the project may distinguish the spellings of clients.
      tools.once({ ...call(target, list, query), client: read.req.client }),
      compare(tools, whole, call(target, list, probe, { project }), comparison),
    ])
    if (shared([itemsOf(first)], itemsOf(second.probe)).length === 0) return { first: [first], second }
    return { first: [first, await tools.get(call(target, list, query))], second }
  },
  judge({ first, second }, { list }): Finding | undefined {
    if (!isSuccess(second.yardstick))
      return unclear(`the ${list} of a second project: ${responseSummary(second.yardstick)}`)
    return ofFirst(first, second.probe) ?? settle(second, comparison)
  },
})

/** Items of the first project in the second one's list. Few of many may belong to both: nodes have no documented purpose. */
function ofFirst(first: readonly Exchange[], x: Exchange): Violation | undefined {
  const same = shared(first.map(itemsOf), itemsOf(x))
  const items = itemsOf(x).length
  if (same.length <= items / 2) return undefined
  return {
    ...violation(
      'no item that another project lists',
      `${same.length} of ${count(items, 'item')} also in the list of another project`,
      first[0]!,
      x,
    ),
    headline: `${inWords(x)} and ${inWords(first[0]!)} have ${count(same.length, 'item')} in common`,
    warning: same.length === 1,
  }
}

const SHARED_NODE = { id: 999_999, name: 'Everywhere', createdAt: Date.UTC(2023, 5, 5) }
