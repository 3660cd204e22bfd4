import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import type { Exchange } from '../../../src/core/exchange.ts'
import { type Finding, headlined, moved, type Tools, trial, unclear, violation } from '../../../src/core/rule.ts'
import { type Id, idsOf, showId } from '../../../src/judge/ids.ts'
import { users } from '../api.ts'
import { isTail, positionIn, readTail, type Tail } from '../support/list-tail.ts'
import { readPage } from '../support/page.ts'
import { sizeAt } from '../support/queries.ts'

interface Case {
  readonly per_page: number
  /** Pages before the last one at which paging starts. */
  readonly from_end: number
  /** After which pages a user is created: 1 is the first page read; the same number twice creates two users. */
  readonly create_after: readonly number[]
}

interface Walk {
  /** Records before its first page. */
  readonly start: number
  readonly ids: readonly Id[]
  readonly xs: readonly Exchange[]
  /** The end of the list afterwards, from the page of 100 on that holds the start. */
  readonly list: Tail
}

/** The most pages to read of a list to which others add. */
const MOST_PAGES = 14
/** Requests to find the end of a list that has grown. */
const MOST_SOUGHT = 3
/** Milliseconds until the list is read again: created users are visible by then. */
const SETTLED = 400

export default trial<Case, Walk | Finding>({
  level: 'stated',
  title: 'Records created during paging are neither skipped nor read twice, and shift no other record',
  clauses: ['2.user.monotonic', '4.users.no-skip'],
  tried:
    'The last pages of the list are read one by one, at any per_page, while users are created between any two of them. The records read are then compared with the list, position by position.',
  meaning: 'A client that pages while users are created misses some or reads some twice.',
  causes: [
    'newest records come first',
    'ids are handed out before they are visible',
    'pages come from replicas that lag',
  ],
  needs: ['control.createUser'],
  after: ['a.users.append-at-end', 'a.users.partition'],
  cases: {
    first: [
      { per_page: 50, from_end: 1, create_after: [1, 1, 1] },
      { per_page: 3, from_end: 1, create_after: [1, 1, 1, 2, 2] },
      { per_page: 7, from_end: 2, create_after: [1, 2, 3] },
      { per_page: 2, from_end: 1, create_after: [1, 1, 1, 1] },
    ],
    any: fc.record({
      per_page: fc.integer({ min: 1, max: 60 }),
      from_end: fc.nat(3),
      create_after: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 4 }),
    }),
    count: [1, 4, 24],
  },
  async send(c, tools) {
    const paged = await pageWhileGrowing(tools, c)
    if ('kind' in paged) return paged
    await sleep(SETTLED)
    const list = await readTail(tools, paged.start)
    return isTail(list) ? { ...paged, list } : list
  },
  judge: (paged) => ('kind' in paged ? paged : judgePaging(paged)),
  faults: {
    'skips-as-the-list-grows': {
      aSlice: (read, { offset, limit, total }, call) =>
        read(offset + BigInt(grewSince(call.memory, call.size!, call.page!, total)), limit),
    },
    'repeats-as-the-list-grows': {
      aSlice: (read, { offset, limit, total }, call) => {
        const back = offset - BigInt(grewSince(call.memory, call.size!, call.page!, total))
        return read(back > 0n ? back : 0n, limit)
      },
    },
    'visible-in-another-order': {
      aSince: (since) => since ?? Number.NEGATIVE_INFINITY,
      aSinceCounted: (since) => since ?? Number.NEGATIVE_INFINITY,
      aUpdatedSince: (user, since, call) =>
        (user.id % 2 === 1 || user.createdAt < (call.now - 300) * 1000) && user.updatedAt >= since,
    },
  },
  freedoms: {
    grows: { userEveryMs: () => 15 },
    'visible-a-little-later': {
      aSince: (since) => since ?? Number.NEGATIVE_INFINITY,
      aSinceCounted: (since) => since ?? Number.NEGATIVE_INFINITY,
      aUpdatedSince: (user, since, call) =>
        (call.since !== undefined || user.createdAt < (call.now - 300) * 1000) && user.updatedAt >= since,
    },
  },
})

async function pageWhileGrowing(
  tools: Tools,
  { per_page, from_end, create_after }: Case,
): Promise<Omit<Walk, 'list'> | Finding> {
  const startOf = (total: number) => Math.max(1, Math.ceil(total / per_page) - from_end)
  let from = startOf(sizeAt(tools.target))
  const ids: Id[] = []
  const xs: Exchange[] = []
  let sought = 0
  for (let page = from; xs.length < MOST_PAGES; page++) {
    const x = await tools.get(users(tools.target, { page, per_page }))
    const read = readPage(x)
    const own = read && idsOf(read.data)
    if (!read || !own) return unclear('a page of the list could not be read, which other rules judge')
    // The list may have grown a lot since the run began.
    if (xs.length === 0 && startOf(Number(read.total)) > from) {
      from = startOf(Number(read.total))
      page = from - 1
      sought++
      if (sought > MOST_SOUGHT) return moved('the list grows faster than its end can be found')
      continue
    }
    xs.push(x)
    for (const id of own) ids.push(id)
    for (const after of create_after) if (after === xs.length) await tools.control.a.createUser()
    // As a client does: there is a next page only if this response says so.
    if (BigInt(page * per_page) >= read.total) break
  }
  return { start: (from - 1) * per_page, ids, xs }
}

function judgePaging({ start, ids, xs, list }: Walk): Finding | undefined {
  const places = ids.map((id) => positionIn(list, id))
  if (places.some((place, i) => place === undefined || (i === 0 && place < start)))
    return moved('users left the list while it was read')
  const twice = places.findIndex((place, i) => places.indexOf(place) < i)
  if (twice >= 0)
    return headlined(
      `Paging GET /users returned user ${showId(ids[twice])} twice while users were created`,
      violation('each user once', `user ${showId(ids[twice])} twice`, ...xs),
    )
  const off = places.findIndex((place, i) => place !== start + i)
  if (off < 0) return undefined
  const skipped = list.ids[start + off - list.start]
  return headlined(
    `Paging GET /users skipped user ${showId(skipped)} while users were created`,
    violation(`user ${showId(skipped)} at position ${start + off + 1}`, `user ${showId(ids[off])}`, ...xs, ...list.xs),
  )
}

/** Sizes that a.users.append-at-end does not look at. */
const OTHER_SIZES = [2, 3, 50]

/** For faults: by how many records the list grew since the page before this one was read at the same size. */
function grewSince(memory: Map<string, unknown>, size: number, page: bigint, total: number): number {
  const last = memory.get(`last at ${size}`) as { page: bigint; total: number } | undefined
  memory.set(`last at ${size}`, { page, total })
  return last && page === last.page + 1n && OTHER_SIZES.includes(size) ? Math.max(0, total - last.total) : 0
}
