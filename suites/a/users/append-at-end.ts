import { setTimeout as sleep } from 'node:timers/promises'
import type { Exchange } from '../../../src/core/exchange.ts'
import { type Finding, moved, type Tools, trial, unclear, type Violation, violation } from '../../../src/core/rule.ts'
import { compareAmong, type Id, idOf, showId } from '../../../src/judge/ids.ts'
import { users } from '../api.ts'
import { type Lookup, lookUp } from '../support/find-record.ts'
import { isSameUser, isTail, positionIn, readTail, type Tail } from '../support/list-tail.ts'
import { readPage } from '../support/page.ts'
import { sizeAt } from '../support/queries.ts'

interface Case {
  /** The size of the page on which the new record is looked for. */
  readonly per_page: number
}

/** The end of the list before and after a user was created. */
interface Grown extends Seen {
  readonly id: Id
  readonly before: Tail
  /** The page of the case's size that should hold the new record, and the end of the list after that, where it did not. */
  readonly page?: Exchange
  readonly again?: Tail
}

interface Seen {
  readonly after: Tail
  /** Where it was not at the end at first: whether it is anywhere in the list. */
  readonly elsewhere?: Lookup | undefined
}

/** Milliseconds; nothing says that a new record is listed immediately. */
const PATIENCE = [100, 300, 900, 1700]

export default trial<Case, Grown | Finding>({
  level: 'stated',
  title: 'A new record appears at the end of the list',
  clauses: ['2.user.monotonic', '2.envelope.total'],
  tried:
    'Users are created. Each must follow all earlier records, with a greater id, at every per_page, and be counted. It may take three seconds to appear.',
  meaning: 'A client that continues where it stopped never sees the new user, or sees others shifted.',
  causes: [
    'ids are random, or reused after a deletion',
    'the list is sorted by name or by update time',
    'a cached list, or a cached count of it',
  ],
  needs: ['control.createUser'],
  after: ['a.users.id-ascending', 'a.users.partition', 'a.users.total'],
  cases: { first: [7, 1, 100, 25, 99].map((per_page) => ({ per_page })), count: [1, 5, 5] },
  async send({ per_page }, tools) {
    const before = await readTail(tools, sizeAt(tools.target) - 1, 'sparingly')
    if (!isTail(before)) return before
    const { id } = await tools.control.a.createUser()
    const seen = await tailWith(tools, id, before.total - 1)
    if ('kind' in seen) return seen
    const { after } = seen
    const position = positionIn(after, id)
    if (position === undefined) return { id, before, ...seen }
    const page = await tools.get(users(tools.target, { page: Math.floor(position / per_page) + 1, per_page }))
    if (isSameUser(idOf(readPage(page)?.data[position % per_page]), id)) return { id, before, after, page }
    const again = await readTail(tools, before.total - 1)
    return isTail(again) ? { id, before, after, page, again } : again
  },
  judge: (grown, { per_page }) => ('kind' in grown ? grown : (atTheEnd(grown) ?? onItsPage(grown, per_page))),
  faults: {
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
    'never-listed': {
      aSince: (since) => since ?? Number.NEGATIVE_INFINITY,
      aSinceCounted: (since) => since ?? Number.NEGATIVE_INFINITY,
      aUpdatedSince: (user, since, call) =>
        user.createdAt < call.once('the list was cached', () => call.now * 1000) && user.updatedAt >= since,
    },
    'counted-once-a-minute': {
      aTotal: (total, _users, call) => {
        if (call.since !== undefined) return total
        const begun = call.once('first count', () => call.now)
        return call.once(`count ${Math.floor((call.now - begun) / 60_000)}`, () => total)
      },
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
  freedoms: {
    grows: { userEveryMs: () => 15 },
    'strings-of-digits': { aUserId: String },
    'listed-half-a-second-later': {
      aSince: (since) => since ?? Number.NEGATIVE_INFINITY,
      aSinceCounted: (since) => since ?? Number.NEGATIVE_INFINITY,
      aUpdatedSince: (user, since, call) =>
        (call.since !== undefined || user.createdAt < (call.now - 500) * 1000) && user.updatedAt >= since,
    },
  },
})

/** Reads the end of the list until it holds the user; after it was found elsewhere, or not at all for a while, once more. */
async function tailWith(tools: Tools, id: Id, position: number): Promise<Seen | Finding> {
  let elsewhere: Lookup | undefined
  for (const ms of [...PATIENCE, 0]) {
    const tail = await readTail(tools, position)
    if (!isTail(tail)) return tail
    const there = positionIn(tail, id)
    const isCounted = there !== undefined && there < tail.total
    if (isCounted || elsewhere?.found || ms === 0) return { after: tail, elsewhere }
    elsewhere = there === undefined ? await lookUp(tools, id) : undefined
    if (!elsewhere?.found) await sleep(ms)
  }
  return unclear('the list could not be read')
}

function atTheEnd({ id, before, after, elsewhere }: Grown): Finding | undefined {
  const position = positionIn(after, id)
  const where = `the new user ${showId(id)} at the end of the list`
  if (position === undefined) {
    const actual = elsewhere?.found ? 'it stands further in front' : 'it is not in the list, 3 seconds later'
    return violation(where, actual, ...after.xs, ...(elsewhere ? [elsewhere.x] : []))
  }
  if (position >= after.total)
    return violation(
      `pagination.total to count ${where}, at position ${position + 1}`,
      `${after.total}, 3 seconds later`,
      ...after.xs,
    )
  const last = before.ids.at(-1)
  if (last !== undefined && (compareAmong(before.ids, id, last) ?? 1) <= 0)
    return violation(`an id above ${showId(last)}, the last before`, showId(id), ...after.xs)
  const behind = before.ids.find((one) => (positionIn(after, one) ?? -1) > position)
  return behind === undefined ? undefined : stands(where, behind, after)
}

const stands = (where: string, behind: Id, { xs }: Tail): Violation =>
  violation(where, `it is before ${showId(behind)}, which was there before it`, ...xs)

function onItsPage({ id, after, page, again }: Grown, perPage: number): Finding | undefined {
  if (!again || !page) return undefined
  const position = positionIn(after, id)!
  if (positionIn(again, id) !== position) return moved('the list changed while the new user was looked for')
  const number = Math.floor(position / perPage) + 1
  const expected = `the new user ${showId(id)} on page=${number} per_page=${perPage}, at position ${position + 1} of the list`
  return violation(expected, `${showId(idOf(readPage(page)?.data[position % perPage]))} there`, page, ...again.xs)
}
