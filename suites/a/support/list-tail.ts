import type { Exchange } from '../../../src/core/exchange.ts'
import { type Finding, moved, type Tools, unclear } from '../../../src/core/rule.ts'
import type { ControlId } from '../../../src/index.d.ts'
import { type Id, idsOf } from '../../../src/judge/ids.ts'
import { PER_PAGE_MAX, users } from '../api.ts'
import { readPage } from './page.ts'
import { revalidate, type Stale } from './revalidate.ts'

/** The end of the list: every record from a position on. */
export interface Tail {
  /** Records before the first of them. */
  readonly start: number
  readonly ids: readonly Id[]
  /** By the last of its responses. */
  readonly total: number
  readonly xs: readonly Exchange[]
  readonly stale?: Stale | undefined
}

/** Where others add users faster than this is read, there is no end to it. */
const MOST_PAGES = 20

/**
 * From the page of 100 that holds the position, or the last page where the list has become shorter. `known`: an earlier response,
 * which the first page is requested with as by a client with a cache.
 */
export async function readTail(
  tools: Tools,
  position: number,
  how: 'get' | 'sparingly' = 'get',
  known?: Exchange,
): Promise<Tail | Finding> {
  let stale: Stale | undefined
  const xs: Exchange[] = []
  const ids: Id[] = []
  let page = Math.floor(Math.max(0, position) / PER_PAGE_MAX) + 1
  const start = () => (page - xs.length) * PER_PAGE_MAX
  for (; xs.length < MOST_PAGES; page++) {
    const req = users(tools.target, { page, per_page: PER_PAGE_MAX })
    const { x, stale: found } = known ? await revalidate(tools, req, known) : { x: await tools[how](req) }
    stale ??= found
    const read = readPage(x)
    const own = read && idsOf(read.data)
    if (!read || !own) return unclear('a page of the list could not be read, which other rules judge')
    const total = Number(read.total)
    if (own.length === 0 && page > 1) return position >= total ? readTail(tools, total - 1) : moved('the list changed')
    xs.push(x)
    for (const id of own) ids.push(id)
    if (page * PER_PAGE_MAX >= total) return { start: (page - xs.length) * PER_PAGE_MAX, ids, total, xs, stale }
  }
  return moved(`the list grew faster than it was read, from position ${start()} on`)
}

export const isTail = (value: Tail | Finding): value is Tail => !('kind' in value)

/** A control module may give the id as text where the list has a number. */
export const isSameUser = (one: Id | undefined, other: ControlId): boolean => String(one) === String(other)

/** The position of a user, counted from 0; undefined where it is not among them. */
export function positionIn({ start, ids }: Tail, id: ControlId): number | undefined {
  const at = ids.findIndex((one) => isSameUser(one, id))
  return at < 0 ? undefined : start + at
}
