import { setTimeout as sleep } from 'node:timers/promises'
import type { Behaviour, Call } from '../../../reference-server/behaviour.ts'
import { count } from '../../../src/core/count.ts'
import type { Exchange, Req } from '../../../src/core/exchange.ts'
import { inApiKey, whole } from '../../../src/core/key-format.ts'
import { requestLine } from '../../../src/core/request-text.ts'
import {
  explained,
  type Finding,
  headlined,
  moved,
  type Tools,
  trial,
  unclear,
  type Violation,
  violation,
} from '../../../src/core/rule.ts'
import type { Key } from '../../../src/core/target.ts'
import { type Id, idOf, placeAmong, showId } from '../../../src/judge/ids.ts'
import { PER_PAGE_MAX, users } from '../api.ts'
import { type Lookup, lookUp } from '../support/find-record.ts'
import { isSameUser, isTail, positionIn, readTail, type Tail } from '../support/list-tail.ts'
import { readPage } from '../support/page.ts'
import { sizeAt } from '../support/queries.ts'
import { revalidate, type Stale, staleViolation } from '../support/revalidate.ts'
import { type Created, createdInBoth, createUsers, listedInAll } from '../support/users-in-both-tenants.ts'

interface Case {
  /** The size of the page on which the new record is looked for. */
  readonly per_page: number
  /** Also looks for it with a key created before. */
  readonly byKey?: true
  /** Also creates a user and looks for it in the list of a second tenant. */
  readonly otherTenant?: true
  /** Also revalidates a page with the last user before it only, which stays as it is. */
  readonly revalidates?: true
  /** Also reads the address without a query before and after, which may be cached by itself. */
  readonly bare?: true
}

/** The end of the list before and after a user was created. */
interface Grown extends Seen {
  readonly id: Id
  readonly before: Tail
  /** The page of the case's size that should hold the new record, and the end of the list after that, where it did not. */
  readonly page?: Exchange
  readonly again?: Tail
  readonly byKey?: ByKey
  readonly inOther?: readonly Created[]
}

interface Lagging {
  readonly after: Tail
  readonly xs: readonly Exchange[]
  readonly again: Tail
}

/** The end of the list with a key created before the user, which has sent no request before. */
interface ByKey {
  readonly found: boolean
  readonly x: Exchange
}

interface Seen {
  readonly after: Tail
  /** Where it was not at the end at first: whether it is anywhere in the list. */
  readonly elsewhere?: Lookup | undefined
  /** Reads of another address whose total does not count the user, after the list did; then the end of the list again. */
  readonly lagging?: Lagging
  /** Reads in which the user was listed and not yet counted. */
  readonly uncounted?: readonly Tail[]
  /** Milliseconds from the return of createUser until the list showed it. */
  readonly delay?: number
}

/** Milliseconds; nothing says that a new record is listed immediately. */
const PATIENCE = [100, 300, 900, 1700]

/** Users that existed when the key was created. */
const olderThanTheKey = (limited: (call: Call) => boolean): Partial<Behaviour> => ({
  aSince: (since) => since ?? Number.NEGATIVE_INFINITY,
  aSinceCounted: (since) => since ?? Number.NEGATIVE_INFINITY,
  aUpdatedSince: (user, since, call) =>
    user.updatedAt >= since && (!limited(call) || user.createdAt <= call.key!.createdAt * 1000),
})

/** The total as it was when a page of this address was last counted, up to some milliseconds ago. */
function cachedFor(ms: number, total: number, { key, search, memory, now }: Call): number {
  const slot = `count ${key!.companyId} ${search}`
  const known = memory.get(slot) as { at: number; total: number } | undefined
  if (known && now - known.at < ms) return known.total
  memory.set(slot, { at: now, total })
  return total
}

interface ShownUser {
  readonly id: number
  readonly updated_at: string
}

/** Tags a page by its users only, and responds with 304 to the same tag. */
const tagged = (tagOf: (users: readonly ShownUser[]) => string): Partial<Behaviour> => ({
  response: (response, call) => {
    if (response.status !== 200 || call.method !== 'GET') return response
    const tag = tagOf((JSON.parse(String(response.body)) as { data: readonly ShownUser[] }).data)
    const headers = [...response.headers, ['ETag', tag] as const]
    return call.header('if-none-match')[0] === tag ? { status: 304, headers, body: '' } : { ...response, headers }
  },
})

export default trial<Case, Grown | Finding>({
  level: 'stated',
  title: 'A new record appears at the end of the list',
  clauses: ['2.user.monotonic', '2.envelope.total'],
  tried:
    'Users are created. Each must follow all earlier records, with a greater id, at every per_page, and be counted, also where the end of the list, or a page with an older user only, is revalidated by ETag or Last-Modified. How long it takes to appear is noted; after three seconds without it nothing is concluded, unless its total counts it, or keys created before and after it see different lists. It must not appear in the list of a second tenant. It is a warning if the page lists the user before total counts it, or if another address or query counts it earlier.',
  meaning: 'A client that continues where it stopped never sees the new user.',
  causes: ['ids are random, or reused after a deletion', 'the list is sorted by name or by update time, or by nothing'],
  needs: ['control.createUser'],
  after: ['a.users.id-ascending', 'a.users.partition', 'a.users.total'],
  follows: ['a.users.total', 'a.users.since-touched', 'a.tenancy.isolated'],
  cases: {
    first: [
      { per_page: 7 },
      { per_page: 1, byKey: true, revalidates: true },
      { per_page: 100, otherTenant: true },
      { per_page: 25, bare: true },
      { per_page: 99 },
    ],
    count: [1, 5, 5],
  },
  async send(c, tools) {
    const grown = await createOne(c, tools)
    if (!c.otherTenant || 'kind' in grown || !tools.target.keys['other-tenant'] || tools.control.byHand) return grown
    return { ...grown, inOther: await createUsers(tools) }
  },
  note: listingDelay,
  judge(grown, { per_page }) {
    if ('kind' in grown) return grown
    if (grown.after.stale) return staleViolation(grown.after.stale)
    return (
      createdInBoth(grown.inOther ?? []) ??
      atTheEnd(grown) ??
      onItsPage(grown, per_page) ??
      countedLate(grown) ??
      lagsBehind(grown)
    )
  },
  faults: {
    'created-users-in-all-tenants': listedInAll(Number.POSITIVE_INFINITY),
    'users-older-than-the-key-only': olderThanTheKey(() => true),
    'users-older-than-a-created-key-only': olderThanTheKey((call) => call.key!.name !== 'fixture'),
    'counted-and-never-listed': {
      aSlice: (read, { offset, limit }, call) => {
        const begun = call.once('begun', () => call.now)
        return read(offset, limit).filter((user) => user.createdAt < begun * 1000)
      },
    },
    'last-modified-when-it-started': {
      extraHeaders: (call) => [
        ['Last-Modified', new Date(call.once('started', () => call.now - 60_000)).toUTCString()],
      ],
      response: (response, call) =>
        response.status === 200 && call.header('if-modified-since').length > 0
          ? { ...response, status: 304, body: '' }
          : response,
    },
    'tagged-by-the-last-user-of-the-page': tagged((users) => `W/"${users.length}-${users.at(-1)?.id}"`),
    'tagged-by-the-newest-update-on-the-page': tagged(
      (users) => `"${Math.max(...users.map((user) => Date.parse(user.updated_at)))}"`,
    ),
    'in-front': {
      aNextUserId: (_last, { memory }) => {
        const made = ((memory.get('users made') as number | undefined) ?? 0) + 1
        memory.set('users made', made)
        return -made
      },
    },
    'in-a-gap-of-the-ids': {
      aNextUserId: (last, { memory }) => {
        const made = (memory.get('users made') as number | undefined) ?? 0
        memory.set('users made', made + 1)
        return made < 7 ? 7 + made : last + 1
      },
    },
    'counted-once-a-minute': {
      aTotal: (total, _users, call) => {
        if (call.since !== undefined) return total
        const begun = call.once('first count', () => call.now)
        return call.once(`count ${Math.floor((call.now - begun) / 60_000)}`, () => total)
      },
    },
    'counted-every-two-seconds': {
      aTotal: (total, _users, call) => cachedFor(2000, total, call),
    },
    'cached-three-seconds-without-a-query': {
      aTotal: (total, _users, call) => (call.search === '' ? cachedFor(3000, total, call) : total),
    },
    'first-page-cached-two-seconds': {
      aTotal: (total, _users, call) => (call.page === 1n ? cachedFor(2000, total, call) : total),
    },
    'single-records-cached-two-seconds': {
      aTotal: (total, _users, call) => (call.size === 1 ? cachedFor(2000, total, call) : total),
    },
    'not-counted': {
      aTotal: (total, _users, call) =>
        call.size === 100 || call.since !== undefined ? total : call.once(`total of ${call.size}`, () => total),
      aSlice: (read, { offset, limit, total }, call) => {
        if (call.size === 100 || call.since !== undefined) return read(offset, limit)
        const cached = call.once('total when the list was cached', () => total)
        return read(offset, Math.max(0, Math.min(limit, cached - Number(offset))))
      },
    },
  },
  quickMisses: {
    'tagged-by-the-last-user-of-the-page': 'quick depth revalidates no page that stays as it is',
    'tagged-by-the-newest-update-on-the-page': 'quick depth revalidates no page that stays as it is',
    'created-users-in-all-tenants': 'quick depth does not read the list of a second tenant',
    'cached-three-seconds-without-a-query': 'quick depth reads the end of the list only',
    'first-page-cached-two-seconds': 'quick depth reads the end of the list only',
    'single-records-cached-two-seconds': 'quick depth reads the end of the list only',
    'users-older-than-the-key-only': 'quick depth creates no key beside the user',
    'users-older-than-a-created-key-only': 'quick depth creates no key beside the user',
  },
  freedoms: {
    'tagged-by-the-body': {
      response: (response, call) => {
        const tag = `"${Buffer.from(call.conforming.digest(String(response.body))).toString('hex')}"`
        const headers = [...response.headers, ['ETag', tag] as const]
        if (response.status === 200 && call.header('if-none-match')[0] === tag)
          return { status: 304, headers, body: '' }
        return { ...response, headers }
      },
    },
    'same-id-by-chance-in-another-tenant': listedInAll(1),
    'listed-for-created-keys-half-a-second-later': {
      aSince: (since) => since ?? Number.NEGATIVE_INFINITY,
      aSinceCounted: (since) => since ?? Number.NEGATIVE_INFINITY,
      aUpdatedSince: (user, since, call) =>
        (call.key!.name === 'fixture' || user.createdAt < (call.now - 500) * 1000) && user.updatedAt >= since,
    },
    grows: { userEveryMs: () => 15 },
    'strings-of-digits': { aUserId: String },
    'first-page-cached-250-ms': {
      aTotal: (total, _users, call) => (call.page === 1n ? cachedFor(250, total, call) : total),
    },
    'counted-250-ms-later': {
      aTotal: (total, _users, call) => {
        const slot = `count ${call.key!.companyId} ${call.search}`
        const known = call.memory.get(slot) as { at: number; total: number } | undefined
        if (known && total > known.total && call.now - known.at < 250) return known.total
        call.memory.set(slot, { at: call.now, total })
        return total
      },
    },
    'listed-half-a-second-later': {
      aSince: (since) => since ?? Number.NEGATIVE_INFINITY,
      aSinceCounted: (since) => since ?? Number.NEGATIVE_INFINITY,
      aUpdatedSince: (user, since, call) =>
        (call.since !== undefined || user.createdAt < (call.now - 500) * 1000) && user.updatedAt >= since,
    },
    'cached-a-minute-for-each-key': {
      aSince: (since) => since ?? Number.NEGATIVE_INFINITY,
      aSinceCounted: (since) => since ?? Number.NEGATIVE_INFINITY,
      aUpdatedSince: (user, since, call) => {
        const cached = call.once(`list of ${call.key!.keyId} ${Math.floor(call.now / 60_000)}`, () => call.now)
        return (call.since !== undefined || user.createdAt < cached * 1000) && user.updatedAt >= since
      },
    },
    'listed-a-minute-later': {
      aSince: (since) => since ?? Number.NEGATIVE_INFINITY,
      aSinceCounted: (since) => since ?? Number.NEGATIVE_INFINITY,
      aUpdatedSince: (user, since, call) =>
        (call.since !== undefined || user.createdAt < (call.now - 60_000) * 1000) && user.updatedAt >= since,
    },
  },
})

async function createOne(
  { per_page, byKey: withKey, revalidates, bare }: Case,
  tools: Tools,
): Promise<Grown | Finding> {
  const before = await readTail(tools, sizeAt(tools.target) - 1, 'sparingly')
  if (!isTail(before)) return before
  // Users further to the front are updated by other rules meanwhile.
  const unchanged =
    revalidates && (await tools.get(users(tools.target, { page: Math.max(1, before.total), per_page: 1 })))
  const known = unchanged || (bare && (await tools.get(users(tools.target))))
  const hasKeys = withKey && tools.control.has('createKey') && !tools.control.byHand
  const older = hasKeys && (await tools.control.a.createKey()).key
  const { id } = await tools.control.a.createUser()
  const created = performance.now()
  const seen = await tailWith(tools, id, before.total - 1, before.xs.at(-1))
  const delay = Math.round(performance.now() - created)
  if ('kind' in seen) return seen
  const { after, uncounted } = seen
  const position = positionIn(after, id)
  if (position === undefined) {
    if (!older) return { id, before, ...seen }
    // The list of the active key may be cached; that of a key whose first request comes now is not.
    const byNewer = await lookWith(tools, (await tools.control.a.createKey()).key, id, before.total)
    const byKey = byNewer?.found ? await lookWith(tools, older, id, before.total) : undefined
    return { id, before, ...seen, ...(byKey && { byKey }) }
  }
  const later = known && (await readAgain(tools, known))
  if (later?.stale) return { id, before, after: { ...after, stale: later.stale } }
  const lagging =
    later && ((await readLagging(tools, later.x, after)) ?? (await readLaggingNext(tools, later.x.req, after.start)))
  const byKey = older && (await lookWith(tools, older, id, position))
  const page = await tools.get(users(tools.target, { page: Math.floor(position / per_page) + 1, per_page }))
  if (isSameUser(idOf(readPage(page)?.data[position % per_page]), id))
    return { id, before, after, uncounted, page, delay, ...(byKey && { byKey }), ...(lagging && { lagging }) }
  const again = await readTail(tools, before.total - 1)
  return isTail(again) ? { id, before, after, page, again, delay } : again
}

/** Reads the end of the list until it holds the user; one more time after the user was found elsewhere, or not at all for a while. */
async function tailWith(tools: Tools, id: Id, position: number, known?: Exchange): Promise<Seen | Finding> {
  let elsewhere: Lookup | undefined
  const uncounted: Tail[] = []
  for (const ms of [...PATIENCE, 0]) {
    const tail = await readTail(tools, position, 'get', known)
    if (!isTail(tail)) return tail
    const there = positionIn(tail, id)
    const isCounted = there !== undefined && there < tail.total
    if (there !== undefined && !isCounted) uncounted.push(tail)
    if (isCounted || elsewhere?.found || ms === 0) return { after: tail, elsewhere, uncounted }
    elsewhere = there === undefined ? await lookUp(tools, id) : undefined
    if (!elsewhere?.found) await sleep(ms)
  }
  return unclear('the list could not be read')
}

/** Revalidates a page whose users have not changed while its total has; for three seconds, since servers behind a balancer may lag. */
async function readAgain(tools: Tools, known: Exchange): Promise<{ x: Exchange; stale?: Stale }> {
  for (const ms of PATIENCE) {
    const { x, stale } = await revalidate(tools, known.req, known)
    if (!stale || readPage(stale[1])?.total === readPage(known)?.total) return { x }
    await sleep(ms)
  }
  return revalidate(tools, known.req, known)
}

/** Reads an address whose total is below that of the list some more times, and the list again, which may have become shorter. */
async function readLagging(tools: Tools, first: Exchange, after: Tail): Promise<Lagging | undefined> {
  const xs = [first]
  for (const ms of PATIENCE) {
    const page = readPage(xs.at(-1)!)
    if (!page || Number(page.total) >= after.total) return undefined
    if (xs.length === LATE) break
    await sleep(ms)
    xs.push(await tools.get(first.req))
  }
  const again = await readTail(tools, after.start)
  return isTail(again) ? { after, xs, again } : undefined
}

/** The same with one more user, since what a cache held at first may have been about to expire. */
async function readLaggingNext(tools: Tools, req: Req, start: number): Promise<Lagging | undefined> {
  if (tools.control.byHand) return undefined
  await tools.control.a.createUser()
  const x = await tools.get(req)
  const after = await readTail(tools, start)
  return isTail(after) ? readLagging(tools, x, after) : undefined
}

function atTheEnd({ id, before, after, elsewhere, byKey }: Grown): Finding | undefined {
  const position = positionIn(after, id)
  const where = `new user ${showId(id)} at the end of the list`
  if (position === undefined) {
    if (elsewhere?.found)
      return headlined(
        `New user ${showId(id)} is not at the end of GET /users, but before older users`,
        violation(where, 'an earlier position', ...after.xs, elsewhere.x),
      )
    if (byKey && !byKey.found) return otherKeys(id, 'a key created after it', after, byKey.x)
    if (after.start + after.ids.length < after.total)
      return headlined(
        `New user ${showId(id)} is not in GET /users, though its pagination.total counts it`,
        explained(
          violation(
            `${count(after.total, 'record')}, as pagination.total says`,
            `${count(after.start + after.ids.length, 'record')} 3 seconds later`,
            ...after.xs,
          ),
          'A client never sees the new user.',
          'the list is cached and its count is not',
          'the list has a condition that the count lacks',
        ),
      )
    const [other] = after.ids.filter((one) => after.start >= before.start && positionIn(before, one) === undefined)
    return unclear(
      other === undefined
        ? `user ${showId(id)} was not in the list 3 seconds after createUser returned it; the reference sets no limit`
        : `the list grew by user ${showId(other)}, but createUser returned ${showId(id)}`,
    )
  }
  if (byKey && !byKey.found) return otherKeys(id, 'the active key', after, byKey.x)
  if (position >= after.total)
    return headlined(
      `GET /users has a pagination.total that does not count new user ${showId(id)}: it is ${after.total} 3 seconds later`,
      explained(
        violation(`a pagination.total of at least ${position + 1}`, `pagination.total ${after.total}`, ...after.xs),
        'A client that pages up to pagination.total stops before the new user.',
        'the count of the list is cached',
      ),
    )
  const last = before.ids.at(-1)
  if (last !== undefined && (placeAmong(before.ids, id, [last])[0] ?? 1) <= 0)
    return headlined(
      `New user ${showId(id)} in GET /users has a lower id than ${showId(last)}, the last user before it`,
      violation(`an id above ${showId(last)}`, `id ${showId(id)}`, ...after.xs),
    )
  const behind = before.ids.find((one) => (positionIn(after, one) ?? -1) > position)
  return behind === undefined ? undefined : misplaced(id, behind, after)
}

/** Looks for the user at the end of the list with a created key, for three seconds. */
async function lookWith(tools: Tools, key: Key, id: Id, position: number): Promise<ByKey | undefined> {
  const query = { page: Math.floor(position / PER_PAGE_MAX) + 1, per_page: PER_PAGE_MAX }
  const req = { ...users(tools.target, query, inApiKey(whole(key), 'active', 'a created key')), open: true }
  for (const ms of [...PATIENCE, 0]) {
    const x = await tools.get(req)
    const page = readPage(x)
    // Whether a created key works is judged by a.key.active-at-once.
    if (!page) return undefined
    const found = page.data.some((user) => isSameUser(idOf(user), id))
    if (found || ms === 0) return { found, x }
    await sleep(ms)
  }
  return undefined
}

function otherKeys(id: Id, lists: string, { xs }: Tail, x: Exchange): Violation {
  const not = 'a key created before it'
  return headlined(
    `GET /users with ${not} lacks new user ${showId(id)}, which ${lists} lists, 3 seconds later`,
    explained(
      violation(`user ${showId(id)} in the list of each key of the company`, `a list without it for ${not}`, ...xs, x),
      'A client with an older key never sees new users.',
      'a key sees the users that existed when it was created',
      'the list is cached for each key',
    ),
  )
}

/** How late created users were listed. */
function listingDelay(evidence: readonly (Grown | Finding)[]): string | undefined {
  const delays = evidence.flatMap((one) => ('kind' in one ? [] : (one.delay ?? [])))
  return delays.length === 0 ? undefined : `created users were listed within ${Math.max(...delays)} ms of createUser`
}

/** Reads, the last of them 400 ms after the first: a total that lags behind the records of the same page is no race. */
const LATE = 3

/** Nothing limits the time until a user is listed, but total counts the records of the list. */
function countedLate({ id, uncounted = [] }: Grown): Finding | undefined {
  const last = uncounted.at(-1)
  if (!last || uncounted.length < LATE) return undefined
  const found = explained(
    violation(`a pagination.total above ${last.total}`, `pagination.total ${last.total}`, ...last.xs),
    'A client that computes the last page from total misses the newest users.',
    'the total is cached, or counted on a replica',
  )
  return {
    ...found,
    headline: `GET /users listed new user ${showId(id)} ${count(uncounted.length, 'time')}, but pagination.total did not count it`,
    warning: true,
  }
}

/** Caches may keep one address longer than another: a client sees the total go down. */
function lagsBehind({ lagging }: Grown): Finding | undefined {
  if (!lagging) return undefined
  const { after, xs, again } = lagging
  const total = Math.max(...xs.map((x) => Number(readPage(x)!.total)))
  const least = Math.min(after.total, again.total)
  if (total >= least) return moved('users left the list meanwhile')
  const found = explained(
    violation(`a pagination.total of at least ${least}`, `pagination.total ${total}`, ...after.xs, ...xs, ...again.xs),
    'A client that begins at this address stops before the newest users.',
    'responses are cached by their address',
  )
  const where = requestLine(xs[0]!.req)
  return {
    ...found,
    headline: `${where} returned pagination.total ${total} ${count(xs.length, 'time')}, though pages at other addresses have ${least}`,
    warning: true,
  }
}

const misplaced = (id: Id, behind: Id, { xs }: Tail): Violation =>
  headlined(
    `GET /users lists new user ${showId(id)} before user ${showId(behind)}, which is older`,
    violation(`new user ${showId(id)} at the end of the list`, `user ${showId(behind)} after it`, ...xs),
  )

function onItsPage({ id, after, page, again }: Grown, perPage: number): Finding | undefined {
  if (!again || !page) return undefined
  const position = positionIn(after, id)!
  if (positionIn(again, id) !== position) return moved('the list changed while the new user was looked for')
  const number = Math.floor(position / perPage) + 1
  const actual = `id ${showId(idOf(readPage(page)?.data[position % perPage]))}`
  return headlined(
    `GET /users?page=${number}&per_page=${perPage} does not have new user ${showId(id)}, which is at position ${position + 1} of the list`,
    violation(`id ${showId(id)} at this position`, actual, page, ...again.xs),
  )
}
