import { setTimeout as sleep } from 'node:timers/promises'
import type { Exchange } from '../../../src/core/exchange.ts'
import { type Finding, moved, type Tools } from '../../../src/core/rule.ts'
import type { ControlId } from '../../../src/index.d.ts'
import { type Id, idsOf } from '../../../src/judge/ids.ts'
import { CLOSE, isOurs, type Offset, offsetOf } from '../../../src/judge/server-clock.ts'
import { PER_PAGE_MAX, users } from '../api.ts'
import { offsetOfUpdates } from './application-clock.ts'
import { isSameUser } from './list-tail.ts'
import { isFinding, pageOf, read } from './read-page.ts'
import { revalidate, type Stale } from './revalidate.ts'

/** The whole list filtered by `updated_since`. */
export interface SinceList {
  readonly since: string
  readonly ids: readonly Id[]
  readonly xs: readonly Exchange[]
  readonly stale?: Stale | undefined
}

/** If this many users are updated within moments, nothing can be concluded about one of them. */
const MOST_PAGES = 30

/** As people write it, to the second where it is a whole one. */
export const timeText = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z')

/**
 * Page by page from the first. Updates made meanwhile put records in and take none out, so that those which were in the list
 * before are read, some perhaps twice.
 */
export const listSince = (tools: Tools, ms: number, known?: Exchange): Promise<SinceList | Finding> =>
  listFrom(tools, timeText(ms), PER_PAGE_MAX, undefined, known)

/** As `listSince`, for a timestamp in any spelling. `between`: called after each page but the last. `known`: an earlier first page, to revalidate. */
export async function listFrom(
  tools: Tools,
  since: string,
  perPage = PER_PAGE_MAX,
  between?: (page: number) => Promise<unknown>,
  known?: Exchange,
): Promise<SinceList | Finding> {
  let stale: Stale | undefined
  const ids: Id[] = []
  const xs: Exchange[] = []
  for (let page = 1; page <= MOST_PAGES; page++) {
    const query = { updated_since: since, page, per_page: perPage }
    const first = page === 1 && known ? await revalidate(tools, users(tools.target, query), known) : undefined
    stale ??= first?.stale
    const reading = first ?? (await read(tools, query))
    xs.push(reading.x)
    // Without records there is no page, so that even the first may count as past the end.
    if (page === 1 && reading.x.response?.status === 404) return { since, ids, xs, stale }
    const found = pageOf(reading)
    if (isFinding(found)) return found
    for (const id of idsOf(found.data) ?? []) ids.push(id)
    if (BigInt(page * perPage) >= found.total) return { since, ids, xs, stale }
    await between?.(page)
  }
  return moved('too many users are being updated')
}

export const isList = (value: SinceList | Finding): value is SinceList => !('kind' in value)

export const holds = ({ ids }: SinceList, id: ControlId): boolean => ids.some((one) => isSameUser(one, id))

/** Milliseconds; how soon an update shows is the matter of a.users.sync-recipe. */
const PATIENCE = [100, 300, 900, 1700]

/** Reads the list until it holds the user, three seconds at most. */
export async function listWith(
  tools: Tools,
  ms: number,
  id: ControlId,
  known?: Exchange,
): Promise<SinceList | Finding> {
  for (const pause of PATIENCE) {
    const list = await listSince(tools, ms, known)
    if (!isList(list) || holds(list, id)) return list
    await sleep(pause)
  }
  return listSince(tools, ms)
}

/** Milliseconds by which the time of an update and the clock of the responses may differ for the update to be recent. */
export const MINUTES = 15 * 60_000

/** What the deployment's clock can have shown at two moments of ours. */
export interface Between {
  readonly from: number
  readonly to: number
}

export const clockAt = ({ low, high }: Offset, step: { calledAt: number; returnedAt: number }): Between => ({
  from: step.calledAt + low,
  to: step.returnedAt + high,
})

/**
 * The clock of the deployment: by the Date of responses, or by the time of an update made for this purpose if there is no Date, or
 * one that matches neither our clock nor that of updates: a gateway may have written it.
 */
export async function offsetHere(tools: Tools, known: Exchange, id: ControlId): Promise<Offset> {
  const byDate = offsetOf(known)
  if (byDate && isOurs(byDate)) return byDate
  const updates = await offsetOfUpdates(tools, id)
  // Stryker disable next-line EqualityOperator: a border that no clock keeps to the millisecond
  const agree = byDate && byDate.low - CLOSE < updates.high && updates.low < byDate.high + CLOSE
  return agree ? byDate : updates
}
