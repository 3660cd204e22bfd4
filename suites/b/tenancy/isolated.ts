import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import { isSame, type Json } from '../../../src/core/json.ts'
import { at, isInteger } from '../../../src/core/json-values.ts'
import { inApiKey, whole } from '../../../src/core/key-format.ts'
import { requestLine } from '../../../src/core/request-text.ts'
import { explained, type Finding, headlined, type Tools, trial, unclear, violation } from '../../../src/core/rule.ts'
import type { Target } from '../../../src/core/target.ts'
import { BY_URL } from '../../../src/core/unseen-query.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { shared } from '../../shared/shared-items.ts'
import { isUnseen, keptByUrl, mayRefuseUnseen, unseenPage } from '../../shared/unseen-query.ts'
import { call, type EndpointName, LIST_SIZE_MAX, type Query, reachable } from '../api.ts'
import { shuffledPages } from '../support/freedoms.ts'
import { idOf, itemsOf } from '../support/response-fingerprint.ts'

interface Case {
  readonly endpoint: Exclude<EndpointName, 'company'>
  readonly query: Query
  /** The company whose project is in the path; the dataset is always the first company's. */
  readonly under: 'first' | 'second'
  /** The first company's key requests the same first. */
  readonly primed?: true
  /** Under a project that hardly another request has, counted from the end of the list. */
  readonly fresh?: 1 | 2
  /** A parameter with the id of the first company's project. */
  readonly named?: string
  /** The other way round: the first company's key requests a project of the second, as if it were that of the operator. */
  readonly by?: 'first'
}

interface Evidence {
  /** The same by the first company's key; twice where the second's got some of them, so that it is known what of an item changes. */
  readonly first: readonly Exchange[]
  readonly second?: Exchange
  /**
   * The list that would hold the requested id if it were the second company's: its projects, or its project's datasets; where
   * a parameter names the id, the same list without it.
   */
  readonly own: Exchange
  /** The project or dataset, if it is not one that the target names. */
  readonly of?: string
}

/** The name of the id in the reference, by which a framework merges path and query. */
const NAMED = 'project_id'

const QUERIES: readonly Query[] = [{ page: 2 }, { page: 1, size: 1 }, { page: 1, size: 100 }]

function first(target: Target): Case[] {
  const names = reachable(target).filter((name): name is Case['endpoint'] => name !== 'company')
  const plain = names.map((endpoint): Case => ({ endpoint, query: {}, under: 'first' }))
  const mixed: Case[] = names.includes('rows') ? [{ endpoint: 'rows', query: {}, under: 'second' }] : []
  // A server that leaks the nodes of a project usually leaks its datasets.
  const datasets = plain.filter(({ endpoint }) => endpoint === 'datasets')
  const [paged, ...others] = QUERIES.flatMap((query) => plain.map((c) => ({ ...c, query })))
  const lists = plain.filter(({ endpoint }) => endpoint === 'datasets' || endpoint === 'nodes')
  const merged = lists.map((c): Case => ({ ...c, under: 'second', named: NAMED }))
  return [
    ...plain.filter(({ endpoint }) => endpoint !== 'datasets'),
    ...mixed,
    paged!,
    ...datasets,
    ...datasets.map((c): Case => ({ ...c, by: 'first' })),
    ...merged,
    ...others,
  ]
}

const idsIn = (x: Exchange): string[] => itemsOf(x).flatMap((item) => idOf(item) ?? [])

async function send({ endpoint, query, under, named, by, primed, fresh }: Case, tools: Tools): Promise<Evidence> {
  const { target } = tools
  const credential = inApiKey(whole(target.keys['other-company']!), 'other-company', 'the key of the second company')
  const good = await tools.good(call(target, endpoint))
  const projects = await tools.once(call(target, 'projects', { size: LIST_SIZE_MAX }, { credential }))
  if (by === 'first') {
    const own = await tools.once(call(target, 'projects', { size: LIST_SIZE_MAX }))
    const of = idsIn(projects).find((id) => id !== target.project && !idsIn(own).includes(id))
    if (of === undefined) return { first: [good], own }
    const second = await tools.get({ ...call(target, endpoint, query, { project: of }), open: true })
    const isRead = itemsOf(second).length > 0
    const theirs = isRead ? await tools.once(call(target, endpoint, query, { credential, project: of })) : good
    return { first: [theirs], second, own, of }
  }
  let own = projects
  let project = target.project
  let of: string | undefined
  if (fresh) {
    const others = idsIn(await tools.once(call(target, 'projects', { size: LIST_SIZE_MAX }))).filter(
      (id) => id !== project,
    )
    if (others.length <= OFTEN_READ) return { first: [good], own }
    of = others.at(-fresh)!
    project = of
  }
  if (under === 'second') {
    project = idsIn(projects).find((id) => id !== target.project)
    if (project === undefined) return { first: [good], own }
    const [list, whole] = named ? ([endpoint, {}] as const) : (['datasets', { size: LIST_SIZE_MAX }] as const)
    own = await tools.once(call(target, list, whole, { credential, project }))
  }
  // The response for what is not the second company's is not shown.
  const open = endpoint !== 'projects' || isUnseen(query)
  const sent = named ? { ...query, [named]: target.project } : query
  const before = primed && [await tools.get({ ...call(target, endpoint, sent, { project }), open })]
  const second = await tools.get({ ...call(target, endpoint, sent, { credential, project }), open })
  const sides = { second, own, ...(of !== undefined && { of }) }
  if (before) return { first: before, ...sides }
  if (itemsOf(second).length === 0) return { first: [good], ...sides }
  // By another URL, if that of the second key may be kept from here on.
  const reads = isUnseen(query)
    ? { ...call(target, endpoint, unseenPage(query, target, 'first', 'size')), open: true }
    : call(target, endpoint, query, of === undefined ? {} : { project: of })
  const first = await tools.sparingly(reads)
  if (!sameThings([first], second)) return { first: [first], ...sides }
  return { first: [first, await tools.get(reads)], ...sides }
}

/** The first projects of the list, which other rules may read. */
const OFTEN_READ = 10

export default trial<Case, Evidence>({
  level: 'implied',
  severity: 'error',
  title: "A company's key reads nothing of another company's projects",
  clauses: ['1.reads', '2.key.company'],
  derivation:
    'The API reads the projects of one company, and a key belongs to a company: by its key, that company’s projects are read and no other’s.',
  tried:
    "The second company's key requests the first company's datasets, nodes and rows, the first company's dataset under a project of the second, all projects, and lists of a project of the second with the first company's project as a parameter; the first company's key requests a project of the second. " +
    'Any refusal conforms, and so does any response without data of the other company.',
  meaning: "One customer reads another customer's data.",
  causes: [
    'a query has no condition on the company of the key: the project or dataset is looked up by its id only',
    'the filter by company is lost on later pages, or in the count',
    "the filter by company is an ORM's default scope, which raw SQL, a join or an unscoped query does not have",
    BY_URL,
    'a connection, thread or process remembers the company of the request before',
  ],
  needs: ['key', 'other-company', 'project'],
  after: ['b.auth.api-key-accepted'],
  faults: {
    'any-project': { bProjectVisible: () => true },
    'any-project-for-rows': {
      bProjectVisible: (project, key, call) => call.endpoint === 'rows' || project.companyId === key.companyId,
    },
    'any-project-for-nodes': {
      bProjectVisible: (project, key, call) => call.endpoint === 'nodes' || project.companyId === key.companyId,
    },
    'any-dataset': { bDatasetVisible: () => true },
    'one-list-of-projects': { bCompanyRead: () => 1 },
    'filter-lost-on-page-2': { bCompanyRead: (key, call) => ((call.page ?? 1n) > 1n ? 1 : key.companyId) },
    'cached-by-path': {
      bCompanyRead: (key, call) => call.once(`company:${call.path}?${call.search}`, () => key.companyId),
    },
    'total-of-another': {
      bProjectVisible: () => true,
      bSlice: (read, { offset, limit }, call) =>
        call.project && call.project.companyId !== call.key?.companyId ? [] : read(offset, limit),
      bRowsSlice: (read, { offset, limit }, call) =>
        call.project && call.project.companyId !== call.key?.companyId ? [] : read(offset, limit),
    },
  },
  freedoms: {
    'no-order-and-signed-links': {
      ...shuffledPages,
      bItemJson: (item, id, call) => ({
        ...(call.conforming.bItemJson(item, id, call) as object),
        link: `/x?s=${call.n}`,
      }),
    },
    forbidden: { notFound: () => ({ status: 403, code: 'forbidden', message: 'Not yours' }) },
    'as-a-bad-key': { notFound: () => ({ status: 401, code: 'unauthorized', message: 'Invalid or missing API key' }) },
    'nothing-there': {
      bProjectVisible: () => true,
      bSlice: (read, { offset, limit }, call) =>
        call.project && call.project.companyId !== call.key?.companyId ? [] : read(offset, limit),
      bTotal: (total, items, call) =>
        call.project && call.project.companyId !== call.key?.companyId ? 0 : call.conforming.bTotal(total, items, call),
      bRowsSlice: (read, { offset, limit }, call) =>
        call.project && call.project.companyId !== call.key?.companyId ? [] : read(offset, limit),
    },
  },
  cases: {
    first,
    count: [5, 16, 20],
    further: (c, target) =>
      c.named || c.by
        ? []
        : [
            { ...c, query: unseenPage(c.query, target, 'unseen', 'size') },
            { ...c, query: unseenPage(c.query, target, 'primed', 'size'), primed: true },
            ...(c.under === 'first' && (c.endpoint === 'datasets' || c.endpoint === 'nodes')
              ? [
                  { ...c, query: {}, fresh: 1 as const },
                  { ...c, query: {}, fresh: 2 as const, primed: true as const },
                ]
              : []),
          ],
    conclude(failing, conforming) {
      const [primed, fresh] = [false, true].map((is) => failing.find((c) => c.primed && Boolean(c.fresh) === is))
      const kept = primed && keptByUrl(conforming)
      if (kept) return { ...kept, shown: primed }
      if (!fresh || !conforming.some((c) => c.fresh && !c.primed))
        return failing.some((c) => isUnseen(c.query) && !c.primed) ? { excluded: [BY_URL] } : undefined
      return {
        pattern: "at a project that no request had it conforms, and right after the first company's request it fails",
        causes: ['what is known of a project is cached, without the company of the key'],
        shown: fresh,
      }
    },
  },
  send,
  judge: ({ first, second, own, of }, c, target) => {
    const reader = c.by === 'first' ? 'this company' : 'the second company'
    if (!isSuccess(own)) return unclear(`the key of ${reader} reads no list of its company: ${responseSummary(own)}`)
    if (mayRefuseUnseen(c.query, second?.response?.status)) return unclear('the server refuses unknown parameters')
    if (!second || !isSuccess(second)) return undefined
    const leak =
      c.endpoint === 'projects' || c.named
        ? sameThings(first, second)
        : judgeUnder(c, { first, second, own, of }, target)
    if (leak === undefined) return undefined
    // The companies may have equal things.
    if (c.named && sameThings(first, own)) return undefined
    if (isOther(leak, first, second)) return fallback(c, first, second)
    const things = c.by === 'first' ? `${c.endpoint} of another company's project` : THINGS[c.endpoint]
    const isOfOwn = c.under === 'second' && !c.named
    const read = 'total' in leak ? `the number of ${things} (${leak.total})` : `${leak.count} ${things}`
    return {
      ...violation(
        `a refusal, or a response without data of the ${c.by === 'first' ? 'other' : 'first'} company`,
        `${second.response!.status} with ${read}`,
        first.at(-1)!,
        second,
      ),
      headline: `${c.by === 'first' ? 'This' : 'Another'} company's key read ${read}${isOfOwn ? ', under a project of that company' : ''}: ${requestLine(second.req)}`,
      ...(c.primed && { isSequence: true }),
      ...(isOfOwn && { causes: ['the dataset is looked up by its id only, without the project in the path'] }),
      ...(c.named && {
        causes: ['an id in the query replaces the one in the path after the key was checked for that'],
      }),
      ...(c.by === 'first' && {
        causes: ['the key of one company, such as that of the operator, reads all companies'],
      }),
      ...('total' in leak && { causes: ['the query that counts has no condition on the company of the key'] }),
    }
  },
})

/** What a list of the first company's holds. */
const THINGS: Readonly<Record<Case['endpoint'], string>> = {
  projects: 'projects of this company',
  datasets: 'datasets of this project',
  nodes: 'nodes of this project',
  rows: 'rows of this dataset',
}

/** How many things of the first company were read, or that their number was. */
type Leak = { readonly count: number } | { readonly total: Json }

/** Below a project or dataset that the company of the key does not list, everything belongs to the other. */
function judgeUnder(
  c: Case,
  { first, second, own, of }: Evidence & { readonly second: Exchange },
  target: Target,
): Leak | undefined {
  const id = of ?? (c.under === 'first' ? target.project! : target.dataset!)
  const listed = itemsOf(own).map(idOf)
  if (listed.includes(id)) return undefined
  const complete = listed.every((id) => id !== undefined) && at(own.response?.json, 'total') === listed.length
  if (!complete) return sameThings(first, second)
  const total = at(second.response?.json, 'total')
  if (itemsOf(second).length > 0) return { count: itemsOf(second).length }
  return isInteger(total) && total > 0 ? { total } : undefined
}

/** The items are not those that the first company reads there: they may be the second's own. */
const isOther = (leak: Leak, first: readonly Exchange[], second: Exchange): boolean =>
  'count' in leak &&
  itemsOf(first[0]!).length > 0 &&
  sameThings(first, second) === undefined &&
  // Short items may be the same by chance.
  !itemsOf(second).some((item) => itemsOf(first[0]!).some((one) => isSame(one, item)))

function fallback(c: Case, first: readonly Exchange[], second: Exchange): Finding {
  const [owner, whose] =
    c.by === 'first'
      ? ["second company's", "This company's key, with an id of another company"]
      : ["first company's", "Another company's key, with an id of this company"]
  const got = `${itemsOf(second).length} ${c.endpoint} that the ${owner} key does not get there`
  const found = violation('a refusal, or no items', `${second.response!.status} with ${got}`, first.at(-1)!, second)
  return explained(
    headlined(`${whose}, got ${got}: ${requestLine(second.req)}`, found),
    'A client reads the data of another project or dataset than it requested, and cannot notice; whose data it is must be looked up.',
    'an id that is unknown or of another company falls back to a default, such as the first project of the key',
    'the id in the path is not read',
  )
}

function sameThings(first: readonly Exchange[], second: Exchange): Leak | undefined {
  const same = shared(first.map(itemsOf), itemsOf(second))
  return same.length === 0 ? undefined : { count: same.length }
}
