import fc from 'fast-check'
import { explained, type Finding, headlined, trial, type Violation, violation } from '../../../src/core/rule.ts'
import { showId } from '../../../src/judge/ids.ts'
import { holds } from '../support/filtered-list.ts'
import { EARLIER, type Event, type History, type Lost, live } from '../support/sync-history.ts'

const NEVER = 'A client that syncs as documented (updated_since = start of the last sync) never gets this change.'

interface Case {
  readonly history: readonly Event[]
}

const touch = (user: number): Event => ({ op: 'touch', user })
const sync = (start: 'update' | 'date'): Event => ({ op: 'sync', start })
const create: Event = { op: 'create' }
const wait = (ms: number): Event => ({ op: 'wait', ms })

const anyEvent: fc.Arbitrary<Event> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ op: fc.constant('touch' as const), user: fc.nat(9) }) },
  {
    weight: 3,
    arbitrary: fc.record({ op: fc.constant('sync' as const), start: fc.constantFrom('update' as const, 'date') }),
  },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('create' as const) }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('wait' as const), ms: fc.constantFrom(20, 200) }) },
)

export default trial<Case, History | Finding>({
  level: 'stated',
  title: 'A client that passes the start time of its last sync as updated_since loses no update',
  clauses: ['4.users.sync', '4.users.sync.overlap'],
  tried:
    'Histories of creations and updates with syncs among them, each from the start of the previous one by the clock of the deployment. Every update must be in a later sync. A loss that only the resolution of times explains, or where the Date header agrees with no other clock, is a warning, and so is a created user that is listed late.',
  meaning: NEVER,
  causes: [
    'an update becomes visible with a time before the sync that should have seen it',
    'the filter reads an index, a replica or a cache that lags',
    'times are cut to seconds, and the comparison excludes the second itself',
  ],
  needs: ['control.createUser', 'control.touchUser'],
  after: ['a.users.since-touched', 'a.users.append-at-end'],
  follows: ['a.users.paging-while-growing'],
  cases: {
    first: [
      { history: [touch(7), sync('update'), touch(8), wait(20), touch(9)] },
      { history: [sync('date'), touch(5), create] },
      { history: [sync('date'), touch(5), create, sync('date'), touch(6), sync('date')] },
      { history: [touch(7), sync('update'), create, sync('update'), touch(0), create, touch(8)] },
      {
        history: [
          ...[touch(7), sync('update'), touch(1), wait(20), touch(2), sync('update'), touch(3), wait(300), touch(4)],
          ...[sync('update'), touch(5), wait(20), touch(6), sync('update'), touch(8), wait(20), touch(9)],
        ],
      },
      { history: [touch(1), wait(1100), sync('date'), touch(2), sync('update'), touch(1), create] },
      { history: [touch(3), touch(4), sync('update'), touch(3)] },
    ],
    any: fc.record({ history: fc.array(anyEvent, { minLength: 1, maxLength: 10 }) }),
    count: [2, 9, 40],
  },
  send: ({ history }, tools) => live(tools, history),
  judge(history) {
    if ('kind' in history) return history
    const found = history.lost.filter((lost) => !mayBeRounded(lost)).map(judgeLost)
    return found.find(({ warning }) => !warning) ?? found[0]
  },
  faults: {
    'visible-400-ms-later': {
      aUpdatedSince: (user, since, call) =>
        call.conforming.aUpdatedSince(user, since, call) && user.updatedAt < (call.now - 400) * 1000,
    },
    'clock-of-the-database-behind': {
      aTouchedAt: (nowUs) => nowUs - 6e6,
      aCreatedAt: (nowUs) => nowUs - 6e6,
    },
    'creation-is-no-update': { aCreatedAt: (nowUs) => nowUs - 86_400e6 },
    'stamped-with-the-beginning-of-a-period': { aTouchedAt: (nowUs) => Math.floor(nowUs / 15e6) * 15e6 - 15e6 },
    'cut-to-seconds-and-the-second-excluded': {
      aTouchedAt: (nowUs) => Math.floor(nowUs / 1e6) * 1e6,
      aCreatedAt: (nowUs) => Math.floor(nowUs / 1e6) * 1e6,
      aUpdatedSince: (user, since) => user.updatedAt > since,
    },
    'updated-twice-within-a-second-stamped-once': {
      aTouchedAt: (nowUs, user) => (nowUs - user.updatedAt < 1e6 ? user.updatedAt : nowUs),
    },
    'a-replica-three-seconds-behind': {
      aUpdatedSince: (user, since, call) =>
        call.conforming.aUpdatedSince(user, since, call) &&
        (call.worker % 2 === 0 || user.updatedAt < (call.now - 3000) * 1000),
    },
  },
  quickMisses: {
    'updated-twice-within-a-second-stamped-once': 'only where a sync falls between two updates within a second',
    'cut-to-seconds-and-the-second-excluded': 'only where an update falls into the second of the sync before it',
    'visible-400-ms-later': 'only where a sync follows an update within 400 ms: on a busy machine none does',
    'a-replica-three-seconds-behind': 'two syncs may both meet the workers that are not behind',
  },
  freedoms: {
    'to-the-second': {
      aTouchedAt: (nowUs) => Math.floor(nowUs / 1e6) * 1e6,
      aCreatedAt: (nowUs) => Math.floor(nowUs / 1e6) * 1e6,
      aInstant: (text, call) => {
        const us = call.conforming.aInstant(text, call)
        return us === undefined ? undefined : Math.floor(us / 1e6) * 1e6
      },
    },
    'to-the-second-and-rounded': {
      aTouchedAt: (nowUs) => Math.round(nowUs / 1e6) * 1e6,
      aCreatedAt: (nowUs) => Math.round(nowUs / 1e6) * 1e6,
    },
    'three-minutes-ahead': { clock: (now) => now + 180_000 },
    'seven-minutes-behind': { clock: (now) => now - 420_000 },
    'no-date': { dateHeader: () => undefined },
    'the-millisecond-itself-excluded': {
      aTouchedAt: (nowUs) => Math.floor(nowUs / 1e3) * 1e3,
      aCreatedAt: (nowUs) => Math.floor(nowUs / 1e3) * 1e3,
      aUpdatedSince: (user, since) => user.updatedAt > since,
    },
    'database-four-minutes-behind': {
      aTouchedAt: (nowUs) => nowUs - 240e6,
      aCreatedAt: (nowUs) => nowUs - 240e6,
    },
    grows: { userEveryMs: () => 15 },
    'strings-of-digits': { aUserId: String },
  },
})

/** The time of an update may be rounded up to a second that has not come yet, and that of a creation may not be. */
const mayBeRounded = ({ update, before, earlier }: Lost): boolean =>
  update.what === 'created' && before.start === 'update' && before.startedAt % 1000 === 0 && holds(earlier, update.id)

const STAMPED_EARLIER = [
  'the update time is rounded down, or is that of the beginning of a transaction or a job',
  'the clock of the database is behind that of the application',
  'a second update within a second keeps the time of the first',
]

function judgeLost({ update, before, sync: { list }, startIsPlain, now, earlier }: Lost): Violation {
  const { what, id, updatedAt } = update
  const { since } = now
  const xs = [...(list?.xs ?? []), ...now.xs, ...earlier.xs]
  const isStampedEarlier = updatedAt !== undefined && Date.parse(updatedAt) < before.startedAt
  const stamp = isStampedEarlier ? `, but stamped earlier (updatedAt ${updatedAt})` : ''
  const lost = `GET /users?updated_since=${since} missed user ${showId(id)}, ${what === 'touched' ? 'updated' : what} after that time${stamp}`
  const found = (actual: string) => {
    const one = headlined(lost, violation(`user ${showId(id)} in the list`, actual, ...xs))
    return isStampedEarlier ? explained(one, NEVER, ...STAMPED_EARLIER) : one
  }
  const sooner = `an updated_since ${EARLIER / 1000} s earlier (${earlier.since})`
  // How soon a created user is listed is not shown.
  if (holds(now, id)) {
    const late = found('a list without the user when the next sync read it; it was listed later')
    return what === 'created' ? { ...late, warning: true } : late
  }
  if (holds(earlier, id)) return { ...found(`a list without the user; the list from ${sooner} has it`), warning: true }
  const gone = found(`a list without the user, also from ${sooner}`)
  // The recipe does not say which clock a client uses: a Date that no other clock matches may be that of a gateway.
  return startIsPlain ? gone : { ...gone, warning: true }
}
