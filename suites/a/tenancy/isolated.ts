import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { capitalize } from '../../../src/core/capitalize.ts'
import { count } from '../../../src/core/count.ts'
import { type Exchange, isSuccess, type Req } from '../../../src/core/exchange.ts'
import { at, isArray, isObject } from '../../../src/core/json-values.ts'
import { rebuilt, SECRET_LENGTH, whole } from '../../../src/core/key-format.ts'
import { requestLine } from '../../../src/core/request-text.ts'
import {
  type Conclusion,
  explained,
  type Finding,
  headlined,
  type Tools,
  trial,
  unclear,
  type Violation,
  violation,
} from '../../../src/core/rule.ts'
import { joined, type SecretText } from '../../../src/core/secret-text.ts'
import type { Target } from '../../../src/core/target.ts'
import { BY_URL, unseenValue } from '../../../src/core/unseen-query.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { hexFrom } from '../../shared/credentials/hex.ts'
import { shared } from '../../shared/shared-items.ts'
import { isUnseen, keptByUrl, mayRefuseUnseen, unseenPage } from '../../shared/unseen-query.ts'
import { elsewhere } from '../../shared/variant-surface.ts'
import { FORMS, type Form, headerOf, PER_PAGE_DEFAULT, PER_PAGE_MAX, type Query, surface, users } from '../api.ts'
import { early } from '../support/freedoms.ts'
import { lengthOf, readPage } from '../support/page.ts'
import { pagesAt } from '../support/queries.ts'
import { timestamp } from '../support/updated-since.ts'

type Tenant = 'active' | 'other-tenant'

/**
 * A request with the second tenant's key, or both keys in turns: via different headers, over one connection or concurrently; or once each via
 * the same header.
 */
interface Case {
  readonly by: Form
  readonly query: Query
  readonly turns?: 'one connection' | 'concurrent' | 'same header'
  /** Something beside the key that names the first tenant. */
  readonly beside?: keyof typeof BESIDE
}

const NAMES = ['tenant', 'company', 'org', 'organization', 'account', 'customer', 'workspace']
const ID_FIELD = new RegExp(`^(${NAMES.join('|')})_?id$`, 'i')

/** Before all updates. */
const EARLY = '2001-01-01T00:00:00Z'

/** What names the first tenant: its id where a record has it, else one that many deployments begin with. */
function tenantIdIn({ response }: Exchange): string {
  const record = at(response?.json, 'data')
  const first = isArray(record) ? record[0] : undefined
  const id = isObject(first) ? Object.entries(first).find(([name]) => ID_FIELD.test(name))?.[1] : undefined
  return id === undefined || id === null || typeof id === 'object' ? '1' : String(id)
}

/** Additions to a request of the second tenant: headers, parameters or a second credential. */
const BESIDE = {
  headers: (req, id) => ({
    ...req,
    headers: NAMES.flatMap((name) => [`X-${capitalize(name)}-Id`, `X-${capitalize(name)}`]).map((name) => [name, id]),
  }),
  parameters: (req, id) => ({
    ...req,
    open: true,
    query: [...(req.query ?? []), ...NAMES.flatMap((name) => [`${name}_id`, name]).map((name) => [name, id] as const)],
  }),
  'another Authorization': (req, _id, tools) => ({
    ...req,
    credential: {
      ...req.credential,
      form: 'other',
      headers: [...req.credential.headers, secondKey(tools)],
      note: 'the key of the other tenant in X-Api-Key, and a key with the key_id of this one and a made-up secret in Authorization',
    },
  }),
  'key_id in headers': (req, _id, { target }) => ({
    ...req,
    headers: ['X-Key-Id', 'X-Api-Key-Id', 'X-Client-Id', 'X-Consumer-Id', 'X-User-Id', 'X-On-Behalf-Of'].map((name) => [
      name,
      target.keys.active.keyId,
    ]),
  }),
} satisfies Readonly<Record<string, (req: Req, id: string, tools: Tools) => Req>>

/** The key_id of the first tenant with a made-up secret. */
const secondKey = ({ target, random }: Tools): [string, SecretText] => [
  'Authorization',
  joined('Bearer ', rebuilt(target.keys.active, { secret: [hexFrom(random, SECRET_LENGTH)] })),
]

interface Evidence {
  /** What each key lists as its tenant's. */
  readonly lists: Readonly<Record<Tenant, readonly Exchange[]>>
  /** The first tenant's first page again, which shows which fields change by themselves. */
  readonly again: Exchange
  readonly seen: readonly (readonly [Tenant, Exchange])[]
  /** More pages of the first tenant, where one of the second lacks users by its own total. */
  readonly own?: readonly Exchange[]
  /** The first tenant's filtered list, where the second one's has users of it. */
  readonly filtered?: Exchange
}

/** Fewer common users, or at most three quarters of a page, may be people who belong to both tenants, or have just joined one. */
const SEVERAL = 5

async function send({ by, query, turns, beside }: Case, tools: Tools): Promise<Evidence> {
  const { target } = tools
  // The second tenant's list may be shorter, and its response to a page past the end is open.
  const ask = (tenant: Tenant, query: Query, form: Form) => ({
    ...users(target, query, headerOf(form)(whole(target.keys[tenant]!), tenant)),
    ...((isUnseen(query) || (tenant === 'other-tenant' && Number(query.page ?? 1) > 1)) && { open: true }),
  })
  const largest = { per_page: PER_PAGE_MAX }
  const last = { ...largest, page: pagesAt(target, PER_PAGE_MAX) }
  const few = 'page' in query ? [{}, query] : [{}]
  // What a cache kept of these pages may be another tenant's.
  const [ownPage, othersPage] = (['own', 'others'] as const).map((name) => unseenPage({}, target, name, 'per_page'))
  const some = tools.depth === 'quick' ? few : last.page > 1 ? [largest, last] : [largest]
  const queries = isUnseen(query) ? [ownPage!] : some
  const lists = {
    active: await Promise.all(queries.map((query) => tools.once(ask('active', query, 'X-Api-Key')))),
    'other-tenant': [await tools.once(ask('other-tenant', isUnseen(query) ? othersPage! : queries[0]!, 'X-Api-Key'))],
  }
  const other = by === 'Bearer' ? 'X-Api-Key' : 'Bearer'
  const both = [ask('active', query, other), ask('other-tenant', query, by)]
  const four = [...both, ...both]
  const plain = ask('other-tenant', query, by)
  const named = (id: string) => ({ ...BESIDE[beside!](plain, id, tools), outside: true })
  const inTurns = {
    'same header': async () => [await tools.get(ask('active', query, by)), await tools.get(plain)],
    concurrent: () => Promise.all([...four, ...four, ...four].map(tools.promptly)),
    'one connection': () => tools.inSequence(four),
  }
  const asked = turns
    ? await inTurns[turns]()
    : [await tools.sparingly(beside ? named(tenantIdIn(lists.active[0]!)) : plain)]
  const seen = asked.map((x) => [x.req.credential.class as Tenant, x] as const)
  const evidence = {
    lists,
    again: lists.active[0]!,
    seen: isNewFilter(query) ? seen : [...seen, ['other-tenant', lists['other-tenant'][0]!]],
  } as Evidence
  if (foreign(evidence)) {
    const again = await tools.get(ask('active', queries[0]!, 'X-Api-Key'))
    return query.updated_since === undefined
      ? { ...evidence, again }
      : { ...evidence, again, filtered: await tools.get(ask('active', query, by)) }
  }
  if (!miscounted(evidence)) return evidence
  const { per_page } = query
  const end = { ...(per_page && { per_page }), page: pagesAt(target, Number(per_page ?? PER_PAGE_DEFAULT)) }
  const own = await Promise.all([query, end].map((query) => tools.once(ask('active', query, 'X-Api-Key'))))
  return { ...evidence, own }
}

export default trial<Case, Evidence>({
  level: 'implied',
  severity: 'error',
  title: "A second tenant's key lists and counts no user of the first tenant",
  clauses: ['4.users'],
  derivation:
    'A key is the key of a tenant, and the list is of the users of the tenant: a key lists no user of another one.',
  tried:
    "The second tenant's key lists users via both headers: first, second and last page, per_page=1, updated_since; in turns with the first tenant's key over one connection, and concurrently; with headers, parameters and a second credential that name the first tenant. A few common users, or many that may belong to both tenants, are a warning.",
  meaning: "One customer reads another customer's users, or learns how many there are.",
  causes: [
    'the query of the users, or its count, has no condition on the tenant',
    'the tenant is taken from something that outlives a request: a global, a thread, a connection',
    BY_URL,
    'a filter replaces the condition on the tenant',
    'a header or parameter chooses the tenant, not the key',
  ],
  needs: ['key', 'other-tenant'],
  since: 3,
  after: ['a.auth.api-key-accepted', 'a.auth.bearer-accepted'],
  faults: {
    'one-list': { aCompanyRead: () => 1 },
    'one-list-via-bearer': { aCompanyRead: (key, call) => (call.form === 'bearer' ? 1 : key.companyId) },
    'lost-on-page-2': { aCompanyRead: (key, call) => (call.page! > 1n ? 1 : key.companyId) },
    'lost-with-updated-since': { aCompanyRead: (key, call) => (call.since === undefined ? key.companyId : 1) },
    'lost-at-per-page-1': { aCompanyRead: (key, call) => (call.size === 1 ? 1 : key.companyId) },
    'cached-by-url': { aCompanyRead: (key, call) => call.once(`tenant ${call.search}`, () => key.companyId) },
    'tenant-of-the-request-before': {
      aCompanyRead: (key, call) => {
        const last = call.memory.get('tenant')
        call.memory.set('tenant', key.companyId)
        return (last as number | undefined) ?? key.companyId
      },
    },
    'tenant-from-a-header': {
      aCompanyRead: (key, call) => Number(call.header('x-tenant-id')[0] ?? key.companyId),
    },
    'tenant-from-a-parameter': {
      aCompanyRead: (key, call) => Number(call.query('company_id')[0] ?? key.companyId),
    },
    'tenant-of-the-key-id-in-bearer': {
      aCompanyRead: (key, call) => {
        if (key.companyId === 1) call.memory.set(`first tenant ${key.keyId}`, true)
        const [, keyId] = /_([0-9a-f]{16})_/.exec(call.header('authorization')[0] ?? '') ?? []
        return call.memory.has(`first tenant ${keyId}`) ? 1 : key.companyId
      },
    },
    'tenant-of-the-client-id': {
      aCompanyRead: (key, call) => (call.header('x-client-id')[0] ? 1 : key.companyId),
    },
    'counts-all-tenants': { aTotal: (total, _, call) => total + (call.key!.companyId === 3 ? 237 : 0) },
    'total-of-the-first-tenant': { aTotal: (total) => Math.max(total, 237) },
  },
  quickMisses: {
    'lost-with-updated-since': 'quick depth sends two requests',
    'lost-at-per-page-1': 'quick depth sends two requests',
    'tenant-from-a-header': 'quick depth sends two requests',
    'tenant-from-a-parameter': 'quick depth sends two requests',
    'tenant-of-the-key-id-in-bearer': 'quick depth sends two requests',
    'tenant-of-the-client-id': 'quick depth sends two requests',
  },
  freedoms: {
    'ids-of-each-tenant-and-nothing-else': {
      aUserJson: (user, _, call) => ({ id: call.key!.companyId === 3 ? user.id + 1 : user.id }),
    },
    'second-tenant-without-users': { seedUsers: () => 1 },
    'other-tenant-in-a-header-refused': {
      gateway: (call) => (call.header('x-tenant-id').length > 0 ? early(403) : undefined),
    },
    'bearer-first': { credentialSources: () => [{ in: 'bearer' }, { in: 'header', name: 'x-api-key' }] },
    'unknown-parameters-refused': {
      gateway: (call) => (call.query('tenant_id').length > 0 ? early(400) : undefined),
    },
    'signed-links': {
      aUserJson: (user, id, call) => ({
        ...(call.conforming.aUserJson(user, id, call) as object),
        photo: `/p?s=${call.n}`,
      }),
    },
    'grows-fast': { userEveryMs: () => 15 },
  },
  cases: {
    first: (target) => [
      { by: 'X-Api-Key', query: {} },
      { by: 'Bearer', query: { page: 2 } },
      { by: 'X-Api-Key', query: {}, turns: 'one connection' },
      { by: 'Bearer', query: { updated_since: EARLY } },
      { by: 'Bearer', query: { page: 1, per_page: PER_PAGE_MAX }, turns: 'concurrent' },
      { by: 'X-Api-Key', query: {}, beside: 'headers' },
      { by: 'X-Api-Key', query: {}, beside: 'another Authorization' },
      { by: 'X-Api-Key', query: {}, beside: 'parameters' },
      { by: 'Bearer', query: {}, beside: 'key_id in headers' },
      { by: 'X-Api-Key', query: { per_page: 1 } },
      { by: 'X-Api-Key', query: { page: pagesAt(target, 25) } },
    ],
    any: fc.record({
      by: fc.constantFrom(...FORMS),
      query: fc.constantFrom<Query>({}, { updated_since: EARLY, per_page: PER_PAGE_MAX }),
      turns: fc.constant('concurrent'),
    }),
    count: [2, 11, 13],
    further: (c, target) => [
      ...elsewhere(surface)(c, target),
      ...(c.turns
        ? []
        : [
            { ...c, query: unseenPage(c.query, target, 'unseen', 'per_page') },
            { by: c.by, query: unseenPage(c.query, target, 'in turns', 'per_page'), turns: 'same header' as const },
            { by: c.by, query: newFilter(target, 'filter') },
            { by: c.by, query: newFilter(target, 'filter in turns'), turns: 'same header' as const },
          ]),
      ...(c.beside ? [{ by: c.by, query: c.query }] : []),
    ],
    conclude,
  },
  send,
  judge: (evidence, { query, turns }) => {
    if (evidence.seen.some(([, x]) => mayRefuseUnseen(query, x.response?.status)))
      return unclear('the server refuses unknown parameters')
    const refused = evidence.lists['other-tenant'].find((x) => !isSuccess(x))
    if (refused) return unclear(`the key of the second tenant is not accepted: ${responseSummary(refused)}`)
    const found = foreign(evidence) ?? miscounted(evidence)
    const [first, second] = evidence.seen.map(([, x]) => x)
    return found?.kind === 'violation' && turns === 'same header' && found.show?.at(-1) === second
      ? { ...found, show: [first!, second!], isSequence: true }
      : found
  },
})

/** Where only a filtered list shows users of another tenant, the filter is the cause. */
function ofFilter(failing: readonly Case[], conforming: readonly Case[]): Conclusion | undefined {
  const isFiltered = ({ query }: Case) => query.updated_since !== undefined
  if (!failing.every(isFiltered) || !conforming.some((c) => !isFiltered(c) && !c.turns && !c.beside)) return undefined
  return { pattern: 'only lists with updated_since show users of the other tenant' }
}

const HEADERS: Readonly<Record<Form, string>> = { 'X-Api-Key': 'X-Api-Key', Bearer: 'Authorization' }

/** What names the first tenant does not matter where the same request fails without it. */
function conclude(failing: readonly Case[], conforming: readonly Case[]): Conclusion | undefined {
  const shown = failing.find(({ query, turns, beside }) => !turns && !beside && !isUnseen(query))
  const filtered = ofFilter(failing, conforming)
  if (filtered) return { ...filtered, shown }
  const inTurns = failing.find(({ turns }) => turns === 'same header')
  const kept = inTurns && keptByUrl(conforming)
  const other = conforming.find(
    ({ by, query, turns }) => !turns && by !== shown?.by && isDeepStrictEqual(query, shown?.query),
  )
  const causes = other && [`a cache responds by the URL and ${HEADERS[other.by]}, without ${HEADERS[shown!.by]}`]
  const isConcerned = (c: unknown) => kept?.isConcerned?.(c) === true && (c as Case).by === shown?.by
  if (kept) return { ...kept, ...(causes && { causes, isConcerned }), shown: inTurns }
  return byFilter(failing, conforming) ?? (shown && failing.some(({ beside }) => beside) ? { shown } : undefined)
}

/** A filter that no other request has: what was kept of the list or its count, by the filter, is not of it. */
const newFilter = ({ seed }: Target, name: string): Query => ({
  updated_since: timestamp(Number.parseInt(unseenValue(seed, name), 16) % 5e8),
  per_page: PER_PAGE_MAX,
})
const isNewFilter = ({ updated_since = EARLY }: Query): boolean => updated_since < EARLY

/** Where a filter that no request had conforms by itself, and fails right after the first tenant's request, it was kept. */
function byFilter(failing: readonly Case[], conforming: readonly Case[]): Conclusion | undefined {
  const inTurns = failing.find((c) => c.turns && isNewFilter(c.query))
  if (!inTurns || !conforming.some((c) => !c.turns && isNewFilter(c.query))) return undefined
  return {
    pattern:
      "with an updated_since that no request had it conforms, and right after the first tenant's request it fails",
    causes: ['a cache knows the filter, but not the tenant'],
    shown: inTurns,
  }
}

/** What a request has beside the key, for a headline. */
function besideText({ headers = [], credential: { note } }: Req): string {
  if (note !== undefined) return `, with ${note}`
  return headers.length > 0 ? `, with ${headers.map(([name]) => name).join(', ')}` : ''
}

/** Of users of another tenant in a filtered list: without its condition, the list is the same for both. */
const causeOfFilter = (first: Exchange, second: Exchange): string =>
  readPage(first)?.total === readPage(second)?.total
    ? 'the condition of updated_since replaces that on the tenant'
    : 'in the query with updated_since, conditions are joined by OR without parentheses: some users pass without that on the tenant'

/** Users of the other tenant in a response. */
function foreign({ lists, again, seen, filtered }: Evidence): Finding | undefined {
  for (const [tenant, x] of seen) {
    const other = tenant === 'active' ? 'other-tenant' : 'active'
    const theirs = usersIn(x)
    for (const list of lists[other]) {
      const both = [usersIn(list), usersIn(list === lists.active[0] ? again : list)]
      const same = shared(both, theirs)
      if (same.length === 0) continue
      const own = lists[tenant].flatMap(usersIn)
      const isWhole = BigInt(own.length) === readPage(lists[tenant][0]!)?.total
      // People who belong to both tenants are in both lists.
      const mayBelong = !isWhole || shared(both, own).length > 0
      const [whose, read] = tenant === 'active' ? ['this', 'another'] : ['another', 'this']
      return {
        ...violation(
          `no user of the ${read === 'this' ? 'first' : 'second'} tenant`,
          `${count(same.length, 'user')} of it`,
          list,
          x,
        ),
        headline: `The key of ${whose} tenant read ${count(same.length, 'user')} of ${read} tenant: ${requestLine(x.req)}${besideText(x.req)}`,
        ...(besideText(x.req) && {
          causes: ['a header, a parameter or a key that was not verified chooses the tenant'],
        }),
        ...(filtered && { causes: [causeOfFilter(filtered, x)] }),
        ...((same.length < SEVERAL || (mayBelong && same.length * 4 <= theirs.length * 3)) && {
          warning: true,
          note: 'users who belong to both tenants, or have just joined one, would conform',
        }),
      }
    }
  }
  return undefined
}

/**
 * More users than the page shows are counted in its total: those of other tenants, unless the page lacks some. Where pages of the
 * first tenant lack users, too, the paging is wrong, which a.users judges.
 */
function miscounted({ seen, lists, own = [] }: Evidence): Violation | undefined {
  if ([...lists.active, ...own].some(lacksUsers)) return undefined
  const x = seen.find(([tenant, x]) => tenant === 'other-tenant' && lacksUsers(x))?.[1]
  if (!x) return undefined
  const { data, total } = readPage(x)!
  const isOfFirst = total === readPage(lists.active[0]!)?.total
  const [whose, ...causes] = isOfFirst
    ? [
        'which is that of the first tenant',
        'the count is cached for all tenants: its key lacks the tenant',
        'the count takes the tenant from something that outlives a request: a global, a thread, a connection',
      ]
    : ['which may count users of other tenants', 'the count of the users has no condition on the tenant']
  const found = headlined(
    `${requestLine(x.req)} returned ${count(data.length, 'user')} to the second tenant, but pagination.total ${total}, ${whose}`,
    explained(
      violation(
        `${count(Number(expectedOn(x)), 'user')} on the page, since total is ${total}`,
        `${data.length}`,
        lists.active[0]!,
        x,
      ),
      'A customer learns how many users others have, or misses some of its users.',
      ...causes,
      'the page lacks users of the second tenant: look at other failures of a.users first',
    ),
  )
  return { ...found, clauses: ['2.envelope.total', '4.users'] }
}

/** Users on a page by its own total; undefined past the end. */
function expectedOn(x: Exchange): bigint | undefined {
  const page = readPage(x)
  return page && page.page >= 1n ? lengthOf(page.total, page.page, page.perPage) : undefined
}

const lacksUsers = (x: Exchange): boolean => BigInt(usersIn(x).length) < (expectedOn(x) ?? 0n)

const usersIn = (x: Exchange) => readPage(x)?.data ?? []
