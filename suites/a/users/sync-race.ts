import { type Finding, headlined, moved, type Tools, trial, unclear, violation } from '../../../src/core/rule.ts'
import { type Id, idsOf, sameId, showId } from '../../../src/judge/ids.ts'
import { PER_PAGE_MAX, users } from '../api.ts'
import { holds, isList, listFrom, listSince, type SinceList } from '../support/filtered-list.ts'
import { isThere } from '../support/find-record.ts'
import { readPage } from '../support/page.ts'
import { touchUser } from '../support/touch-user.ts'

interface Case {
  readonly per_page: number
  /** Users touched concurrently before the sync. */
  readonly before: number
  readonly place: number
}

interface Evidence {
  /** Updated before the sync, concurrently with its first page, and between its pages. */
  readonly before: readonly Id[]
  readonly during: readonly Id[]
  readonly sync: SinceList
  readonly next: SinceList
  /** Since two to three seconds before the start of the sync, if the next sync lacks an update. */
  readonly earlier?: SinceList
}

/** Milliseconds: resolution of times that are written to the second. */
const MARGIN = 2000
const MOST_LOOKED_UP = 3

export default trial<Case, Evidence | Finding>({
  since: 3,
  level: 'stated',
  title: 'An update during a sync is in the next sync, and one before it is in this one',
  clauses: ['4.users.sync', '4.users.sync.overlap', '4.users.updated_since.filter'],
  tried:
    'A filtered list is read in small pages while users are updated: several before it starts, one concurrently with its first page, one between two pages, and one of the records that were read. The next list, since the start of the first, must have those updated meanwhile. A loss that only the resolution of times explains is a warning.',
  meaning: 'A client that syncs as documented (updated_since = start of the last sync) never gets this update.',
  causes: [
    'pages after the first come from a snapshot that later syncs read too',
    'an update gets its time when it begins and is visible only when it is committed',
    'pages are cut by update time, which several records share',
  ],
  needs: ['control.touchUser'],
  after: ['a.users.page-length'],
  follows: ['a.users.total', 'a.users.since-touched', 'a.users.partition'],
  cases: {
    first: [
      { per_page: 6, before: 14, place: 40 },
      { per_page: 20, before: 30, place: 5 },
    ],
    byHand: { per_page: 2, before: 2, place: 60 },
    count: [1, 2, 2],
  },
  send: syncWhileUpdated,
  judge(evidence) {
    if ('kind' in evidence) return evidence
    const { before, during, sync, next, earlier } = evidence
    const missed = before.find((id) => !holds(sync, id))
    if (missed !== undefined)
      return headlined(
        `GET /users?updated_since=${sync.since}, read page by page, missed user ${showId(missed)}, updated before the first page`,
        violation(`user ${showId(missed)} in the filtered list`, 'pages without it', ...sync.xs),
      )
    const lost = during.find((id) => !holds(next, id))
    if (lost === undefined) return undefined
    const found = {
      ...violation(
        `user ${showId(lost)} in the list with updated_since=${next.since}`,
        'pages without it',
        ...sync.xs,
        ...next.xs,
      ),
      headline: `User ${showId(lost)} was updated during a sync, and the next one, GET /users?updated_since=${next.since}, missed it`,
    }
    return earlier && holds(earlier, lost) ? { ...found, warning: true } : found
  },
  faults: {
    'later-pages-by-update-time': {
      aSlice: (read, { offset, limit }, call) => {
        if (call.since === undefined || offset === 0n) return read(offset, limit)
        const [last] = read(offset - 1n, 1)
        return read(offset, 1000)
          .filter(({ updatedAt }) => !last || Math.floor(updatedAt / 1e6) > Math.floor(last.updatedAt / 1e6))
          .slice(0, limit)
      },
    },
    'update-of-a-record-that-is-read-loses-its-time': {
      aUserJson: (user, id, call) => {
        if (call.since !== undefined) call.memory.set(`read ${user.id}`, call.now)
        return call.conforming.aUserJson(user, id, call)
      },
      aTouchedAt: (nowUs, user, admin) => {
        const read = admin.memory.get(`read ${user.id}`) as number | undefined
        return read !== undefined && nowUs / 1000 - read < 5000 ? user.updatedAt - 60e6 : nowUs
      },
    },
    'until-the-first-page': {
      aUpdatedSince: (user, since, call) =>
        call.conforming.aUpdatedSince(user, since, call) &&
        user.updatedAt <= call.once(`filter ${Math.floor(since / 10e6)}`, () => call.now * 1000),
    },
    'one-of-several-at-a-time': {
      aTouchedAt: (nowUs, user, admin) => {
        const last = (admin.memory.get('last touch') as number | undefined) ?? 0
        admin.memory.set('last touch', nowUs)
        return nowUs - last < 300_000 ? user.updatedAt : nowUs
      },
    },
    'visible-two-seconds-later': {
      aUpdatedSince: (user, since, call) =>
        call.conforming.aUpdatedSince(user, since, call) && user.updatedAt < (call.now - 2000) * 1000,
    },
    'filter-cached-for-a-quarter-of-an-hour': {
      aSlice: (read, { offset, limit }, call) => {
        if (call.since === undefined) return read(offset, limit)
        const cached = call.once(`list ${Math.floor(call.since / 900e6)}`, () => read(0n, 1000))
        return cached.slice(Number(offset), Number(offset) + limit)
      },
    },
  },
  quickMisses: {
    'one-of-several-at-a-time': 'only where no other rule of the run updates a user just before',
    'until-the-first-page': 'quick depth reads the list in one page',
    'update-of-a-record-that-is-read-loses-its-time': 'quick depth reads the list in one page',
    'later-pages-by-update-time': 'quick depth reads the list in one page',
  },
  freedoms: {
    'to-the-second': {
      aTouchedAt: (nowUs) => Math.floor(nowUs / 1e6) * 1e6,
      aInstant: (text, call) => {
        const us = call.conforming.aInstant(text, call)
        return us === undefined ? undefined : Math.floor(us / 1e6) * 1e6
      },
    },
    'the-instant-itself-excluded': { aUpdatedSince: (user, since) => user.updatedAt > since },
    'to-the-second-and-rounded': { aTouchedAt: (nowUs) => Math.round(nowUs / 1e6) * 1e6 },
    'three-minutes-ahead': { clock: (now) => now + 180_000 },
    grows: { userEveryMs: () => 15 },
    'one-record': { seedUsers: () => 1 },
  },
})

async function syncWhileUpdated(c: Case, tools: Tools): Promise<Evidence | Finding> {
  const known = await tools.once(users(tools.target, { page: 1, per_page: PER_PAGE_MAX }))
  const ids = idsOf(readPage(known)?.data ?? [])
  if (!ids || ids.length < c.before + 3) return unclear('there are too few users to update')
  const at = (i: number) => ids[(c.place + 3 * i) % ids.length]!
  // Its time is the start of the sync, by the clock of the deployment.
  const { updatedAt } = await touchUser(tools, at(0))
  const start = Date.parse(updatedAt)
  const before = Array.from({ length: c.before }, (_, i) => at(i + 1))
  await Promise.all(before.map((id) => touchUser(tools, id)))
  // The last of them was read already when it is updated again.
  const planned = [at(c.before + 1), at(c.before + 2), before[0]!]
  const during: Id[] = []
  const update = (id: Id) => {
    during.push(id)
    return touchUser(tools, id)
  }
  const since = new Date(Math.floor(start / 1000) * 1000 - MARGIN).toISOString()
  const perPage = tools.depth === 'quick' ? PER_PAGE_MAX : c.per_page
  const [sync] = await Promise.all([
    listFrom(tools, since, perPage, async (page) => page <= 2 && update(planned[page]!)),
    update(planned[0]!),
  ])
  if (!isList(sync)) return sync
  const next = await listSince(tools, start)
  if (!isList(next)) return next
  const evidence = { before, during, sync, next }
  const lost = during.find((id) => !holds(next, id))
  const missed = lost ?? before.find((id) => !holds(sync, id))
  if (missed === undefined) return evidence
  if ((await isThere(tools, missed)) === false) return moved('an updated user left the list')
  const earlier = await listSince(tools, Date.parse(since))
  if (!isList(earlier)) return earlier
  // Where users leave the list while it is read, the others come to earlier pages.
  const gone = [...sync.ids, ...next.ids].filter((id) => !holds(earlier, id)).slice(0, MOST_LOOKED_UP)
  // One that came into the filtered list and left again is in none of these: users leave the whole list as well then.
  const first = idsOf(readPage(await tools.get(users(tools.target, { page: 1, per_page: PER_PAGE_MAX })))?.data ?? [])
  const off = first ? ids.filter((id) => !first.some((one) => sameId(one, id))).slice(0, MOST_LOOKED_UP) : []
  for (const id of [...gone, ...off])
    if ((await isThere(tools, id)) === false) return moved('users left the list while it was read')
  return { ...evidence, ...(lost !== undefined && { earlier }) }
}
