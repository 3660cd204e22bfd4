import { count } from '../../../src/core/count.ts'
import type { Exchange } from '../../../src/core/exchange.ts'
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
import { ascent, type Id, idsOf, placeAmong, showId } from '../../../src/judge/ids.ts'
import { PER_PAGE_MAX, users } from '../api.ts'
import {
  clockAt,
  holds,
  isList,
  listSince,
  listWith,
  MINUTES,
  offsetHere,
  type SinceList,
} from '../support/filtered-list.ts'
import { isThere } from '../support/find-record.ts'
import { isTail, positionIn, readTail, type Tail } from '../support/list-tail.ts'
import { readPage } from '../support/page.ts'
import { pagesAt } from '../support/queries.ts'
import { staleViolation } from '../support/revalidate.ts'
import { choose, isTouched, touchUser } from '../support/touch-user.ts'

interface Case {
  /** Which user is touched: counted from 0 on a page of 100, pages and users going round. */
  readonly page: number
  readonly place: number
}

/** One user touched, another one not; the lists filtered by a time before the touch and by one after it. */
interface Round {
  readonly touched: Id
  readonly alone?: Id
  readonly updatedAt: string
  /** Since the time before, read before: neither was in it. */
  readonly before: SinceList
  readonly after: SinceList
  readonly later: SinceList
  /** The page of the whole list on which it was, read afterwards; the end of the list if it is no longer on that page. */
  readonly page?: Exchange
  readonly tail?: Tail
}

/** Milliseconds between the update and the requested times: times may be rounded to the second, up or down. */
const MARGIN = 2000
/** A user who was left alone may have been updated by somebody else: hardly three times in a row. */
const ROUNDS = 3

const MISSED = 'A client that syncs by updated_since misses the update.'
const TIME_NOT_MOVED = [
  'this way to update a user does not move its update time',
  'touchUser updates nothing, or returns another time than that of the update',
]

export default trial<Case, readonly Round[] | Finding>({
  level: 'stated',
  title: 'A filtered list has the records updated after updated_since and no others',
  clauses: ['2.user.update-time', '4.users.updated_since.filter', '4.users.order'],
  tried:
    'Users are updated. Each must be in the list filtered by two seconds before its update, and absent from the one filtered by two seconds after. A user that was not updated must be absent from both, and ids must ascend; the list is revalidated by its ETag. Times are those of the deployment.',
  meaning: MISSED,
  causes: [
    'the time of creation is compared instead of the time of update',
    'some writes do not move the update time',
    'the filter reads an index, a replica or a cache that lags',
  ],
  needs: ['control.touchUser'],
  after: ['a.users.since-subset'],
  cases: {
    first: [
      { page: 0, place: 3 },
      { page: 1, place: 50 },
      { page: 2, place: 99 },
      { page: 0, place: 0 },
      { page: 2, place: 20 },
    ],
    count: [1, 5, 5],
  },
  async send(c, tools) {
    const rounds: Round[] = []
    while (rounds.length < ROUNDS) {
      const round = await touch(tools, c, rounds)
      if ('kind' in round) return round
      rounds.push(round)
      if (!stranger(round)) break
    }
    return rounds
  },
  judge(rounds) {
    if ('kind' in rounds) return rounds
    for (const round of rounds) {
      const found = judgeTouched(round)
      if (found) return found
    }
    return strangers(rounds)
  },
  faults: {
    'by-creation-time': { aUpdatedSince: (user, since) => user.createdAt >= since },
    'touch-leaves-the-update-time': { aTouchedAt: (_nowUs, user) => user.updatedAt },
    'touch-moves-the-next-user': {
      aTouchedAt: (nowUs, user, admin) => {
        admin.memory.set(`touched after ${user.id}`, nowUs)
        return nowUs
      },
      aUpdatedSince: (user, since, call) => {
        const near = Array.from({ length: 9 }, (_, i) => call.memory.get(`touched after ${user.id - 1 - i}`))
        return Math.max(user.updatedAt, ...near.map((at) => (at as number | undefined) ?? 0)) >= since
      },
    },
    'etag-of-the-address': {
      extraHeaders: (call) => [['ETag', `"${call.path}${call.search.length}"`]],
      response: (response, call) =>
        response.status === 200 && call.header('if-none-match')[0] === `"${call.path}${call.search.length}"`
          ? { ...response, status: 304, body: '' }
          : response,
    },
    'in-the-order-of-updates': {
      aOrderBy: (call) => {
        const begun = call.once('first read', () => call.now * 1000)
        return call.since === undefined ? 'id' : `max(updated_at, ${begun}), id`
      },
    },
    'list-in-the-order-of-updates': {
      aOrderBy: (call) => `(updated_at > ${call.once('first read', () => call.now * 1000)}), id`,
    },
    'by-the-day': {
      aUpdatedSince: (user, since) => user.updatedAt >= Math.floor(since / 86_400e6) * 86_400e6,
    },
    'times-of-another-zone': { aTouchedAt: (nowUs) => nowUs + 2 * 3600e6 },
    'index-built-once': {
      aUpdatedSince: (user, since, call) =>
        user.updatedAt >= since && user.updatedAt < call.once('index built', () => call.now * 1000),
    },
  },
  quickMisses: {
    'list-in-the-order-of-updates': 'quick depth does not read the page of a touched user again',
  },
  freedoms: {
    'to-the-second': { aTouchedAt: (nowUs) => Math.floor(nowUs / 1e6) * 1e6 },
    'to-the-second-and-rounded': { aTouchedAt: (nowUs) => Math.round(nowUs / 1e6) * 1e6 },
    'the-instant-itself-excluded': { aUpdatedSince: (user, since) => user.updatedAt > since },
    'three-minutes-ahead': { clock: (now) => now + 180_000 },
    'no-date': { dateHeader: () => undefined },
    grows: { userEveryMs: () => 15 },
    'one-record': { seedUsers: () => 1 },
  },
})

async function touch(tools: Tools, { page, place }: Case, rounds: readonly Round[]): Promise<Round | Finding> {
  const { target } = tools
  const known = await tools.once(users(target))
  const number = 1 + (page % pagesAt(target, PER_PAGE_MAX))
  const ids = idsOf(readPage(await tools.once(users(target, { page: number, per_page: PER_PAGE_MAX })))?.data ?? [])
  if (!ids || ids.length === 0) return unclear('there is no user to update')
  const offset = await offsetHere(tools, known, ids[0]!)
  const seconds = (ms: number) => Math.floor(ms / 1000) * 1000
  const early = seconds(Date.now() + offset.low - MARGIN)
  const before = await listSince(tools, early)
  if (!isList(before)) return before
  const used = rounds.flatMap(({ touched, alone }) => [touched, alone])
  const order = [...ids.slice(place % ids.length), ...ids.slice(0, place % ids.length)]
  const chosen = choose(
    tools,
    order.filter((id) => !holds(before, id) && !used.includes(id)),
  )
  if (!chosen) return moved('every user was updated a moment ago')
  const { touched, alone, third } = chosen
  // Updated first, listed last: the order is by id, not by update.
  if (third !== undefined && !tools.control.byHand && (placeAmong(ids, touched, [third])[0] ?? 1) < 0)
    await touchUser(tools, third)
  const { updatedAt, step } = await touchUser(tools, touched)
  const clock = clockAt(offset, step)
  const time = Date.parse(updatedAt)
  const isNow = time > clock.from - MINUTES && time < clock.to + MINUTES
  const since = isNow ? Math.min(early, seconds(time - MARGIN)) : early - MINUTES
  const until = isNow ? Math.max(clock.to, time) + MARGIN : clock.to + MINUTES
  const after = await listWith(tools, since, touched, before.xs[0])
  if (!isList(after)) return after
  if (!holds(after, touched) && (await isThere(tools, touched)) === false)
    return moved('the updated user left the list')
  const later = await listSince(tools, seconds(until) + 1000)
  // A time that has not come yet is the matter of a.users.since-future.
  if (!isList(later))
    return later.kind === 'unclear' ? later : unclear('the list filtered by a future time could not be read')
  const left = since === early && alone !== undefined && !isTouched(tools, alone) ? alone : undefined
  return {
    touched,
    ...(left !== undefined && { alone: left }),
    updatedAt,
    before,
    after,
    later,
    ...(tools.depth !== 'quick' && (await placeOf(tools, touched, number))),
  }
}

async function placeOf(tools: Tools, touched: Id, number: number): Promise<Pick<Round, 'page' | 'tail'>> {
  const page = await tools.get(users(tools.target, { page: number, per_page: PER_PAGE_MAX }))
  if (pageHolds(page, touched)) return { page }
  const tail = await readTail(tools, Number(readPage(page)?.total ?? 1) - 1)
  // Where users leave the list, one comes to an earlier page, but never to a later one.
  const isLater = isTail(tail) && (positionIn(tail, touched) ?? 0) >= number * PER_PAGE_MAX
  return { page, ...(isLater && { tail }) }
}

function judgeTouched(round: Round): Finding | undefined {
  const { touched, updatedAt, after, later } = round
  if (after.stale) return staleViolation(after.stale)
  const isLate = Date.parse(updatedAt) >= Date.parse(after.since)
  if (!holds(after, touched)) {
    const how = isLate
      ? `updated at ${updatedAt}`
      : `just updated by touchUser of the control module: it returned an old update time, ${updatedAt}`
    const others = after.ids.length > 0 ? ', but not this one' : ''
    const found = headlined(
      `GET /users?updated_since=${after.since} misses user ${showId(touched)}, ${how}`,
      violation(
        `user ${showId(touched)} in the filtered list`,
        `${count(after.ids.length, 'user')}${others}`,
        ...after.xs,
      ),
    )
    return isLate ? found : explained(found, MISSED, ...TIME_NOT_MOVED)
  }
  if (!holds(later, touched)) return outOfOrder(after.xs, `with updated_since=${after.since}`) ?? outOfPlace(round)
  const isAhead = Date.parse(updatedAt) >= Date.parse(later.since)
  return headlined(
    isAhead
      ? `GET /users?updated_since=${later.since} returned user ${showId(touched)}, updated before that: touchUser returned ${updatedAt} as its update time`
      : `GET /users?updated_since=${later.since} returned user ${showId(touched)}, updated before that${isLate ? `, at ${updatedAt}` : ''}`,
    explained(
      violation('no user updated earlier', `user ${showId(touched)}`, ...later.xs),
      'A client that syncs by updated_since reads unchanged users each time.',
      isAhead
        ? 'update times are written by another clock, or in another time zone, than they are read'
        : 'only a part of the time is compared, such as the date',
    ),
  )
}

/** An update changes no id, so that every user keeps its place in the whole list. */
function outOfPlace({ touched, page, tail }: Round): Finding | undefined {
  if (!page) return undefined
  const found = outOfOrder([page], `in the list after user ${showId(touched)} was touched`)
  if (found || !tail) return found
  return headlined(
    `User ${showId(touched)} moved to the end of GET /users when it was updated`,
    explained(
      violation('the list by ascending id', `user ${showId(touched)} at the end of the list`, page, ...tail.xs),
      ...SORTED_BY_TIME,
    ),
  )
}

const SORTED_BY_TIME = [
  'A client that pages through the list while users are updated skips some or reads some twice.',
  'the list is sorted by update time',
  'it is sorted by nothing, so that a database moves a record that is updated',
] as const

const pageHolds = (x: Exchange, id: Id): boolean =>
  holds({ since: '', xs: [x], ids: idsOf(readPage(x)?.data ?? []) ?? [] }, id)

function outOfOrder(xs: readonly Exchange[], where: string): Finding | undefined {
  for (const x of xs) {
    const ids = idsOf(readPage(x)?.data ?? []) ?? []
    const found = ascent(ids)
    if (typeof found !== 'object') continue
    const [one, other] = [ids[found.descentAt - 1], ids[found.descentAt]].map(showId)
    return headlined(
      `GET /users is not sorted by ascending id ${where}: ${one} is followed by ${other}`,
      explained(violation(`an id above ${one}`, `id ${other}`, x), ...SORTED_BY_TIME),
    )
  }
  return undefined
}

const stranger = ({ alone, after }: Round): boolean => alone !== undefined && holds(after, alone)

function strangers(rounds: readonly Round[]): Finding | undefined {
  const last = rounds.at(-1)!
  if (!stranger(last)) return undefined
  if (rounds.length < ROUNDS) return moved('users are being updated by others')
  const { touched, alone, before, after } = last
  const expected = `a list with updated_since=${after.since} without user ${showId(alone)}, which was not updated`
  const actual = `a list with it after user ${showId(touched)} was updated, and so for others, in ${ROUNDS} of ${ROUNDS} attempts`
  return headlined(
    `Updating user ${showId(touched)} put user ${showId(alone)} into GET /users?updated_since=${after.since}, too`,
    explained(
      violation(expected, actual, ...before.xs, ...after.xs),
      'A client that syncs by updated_since reads unchanged users each time.',
      'an update changes the update time of other users (a trigger, a join, a bulk update)',
    ),
  )
}
