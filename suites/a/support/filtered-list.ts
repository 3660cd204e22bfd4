import { setTimeout as sleep } from 'node:timers/promises'
import type { Exchange } from '../../../src/core/exchange.ts'
import { type Finding, moved, type Tools } from '../../../src/core/rule.ts'
import type { ControlId } from '../../../src/index.d.ts'
import { type Id, idsOf } from '../../../src/judge/ids.ts'
import { type Offset, offsetOf } from '../../shared/server-clock.ts'
import { PER_PAGE_MAX } from '../api.ts'
import { isSameUser } from './list-tail.ts'
import { isFinding, pageOf, read } from './read-page.ts'
import { touchUser } from './touch-user.ts'

/** The whole list since a time. */
export interface SinceList {
  readonly since: string
  readonly ids: readonly Id[]
  readonly xs: readonly Exchange[]
}

/** If so many users are updated within moments, nothing can be concluded about one of them. */
const MOST_PAGES = 30

/** As people write it, to the second where it is a whole one. */
export const timeText = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z')

/**
 * Page by page from the first. Updates made meanwhile put records in and take none out, so that those which were in the list
 * before are read, some perhaps twice.
 */
export async function listSince(tools: Tools, ms: number): Promise<SinceList | Finding> {
  const since = timeText(ms)
  const ids: Id[] = []
  const xs: Exchange[] = []
  for (let page = 1; page <= MOST_PAGES; page++) {
    const reading = await read(tools, { updated_since: since, page, per_page: PER_PAGE_MAX })
    xs.push(reading.x)
    // Without records there is no page, so that even the first may count as past the end.
    if (page === 1 && reading.x.response?.status === 404) return { since, ids, xs }
    const found = pageOf(reading)
    if (isFinding(found)) return found
    for (const id of idsOf(found.data) ?? []) ids.push(id)
    if (BigInt(page * PER_PAGE_MAX) >= found.total) return { since, ids, xs }
  }
  return moved('too many users are being updated')
}

export const isList = (value: SinceList | Finding): value is SinceList => !('kind' in value)

export const holds = ({ ids }: SinceList, id: ControlId): boolean => ids.some((one) => isSameUser(one, id))

/** Milliseconds; how soon an update shows is the matter of a.users.sync-recipe. */
const PATIENCE = [100, 300, 900, 1700]

/** Reads the list until it holds the user, three seconds at most. */
export async function listWith(tools: Tools, ms: number, id: ControlId): Promise<SinceList | Finding> {
  for (const pause of PATIENCE) {
    const list = await listSince(tools, ms)
    if (!isList(list) || holds(list, id)) return list
    await sleep(pause)
  }
  return listSince(tools, ms)
}

/** Milliseconds between what a time of update names and the clock of the answers, beyond which it is not one of now. */
export const MINUTES = 15 * 60_000

/** What the clock there can have shown at two moments of ours. */
export interface Between {
  readonly from: number
  readonly to: number
}

export const clockAt = ({ low, high }: Offset, step: { calledAt: number; returnedAt: number }): Between => ({
  from: step.calledAt + low,
  to: step.returnedAt + high,
})

/** Milliseconds by which clocks that are kept right may differ, times to the second included. */
const CLOSE = 2000

/** Whether a clock shows the time that ours shows. */
export const isOurs = ({ low, high }: Offset): boolean => low < CLOSE && high > -CLOSE

/**
 * The clock of the deployment: by the Date of answers, else by the time of an update that is made for it. So also where the
 * Date is neither ours nor that of updates: it may be that of a gateway.
 */
export async function offsetHere(tools: Tools, known: Exchange, id: ControlId): Promise<Offset> {
  const told = offsetOf(known)
  if (told && isOurs(told)) return told
  const { updatedAt, step } = await touchUser(tools, id)
  const time = Date.parse(updatedAt)
  const updates = { low: time - 100 - step.returnedAt, high: time + 1100 - step.calledAt }
  // Stryker disable next-line EqualityOperator: a border that no clock keeps to the millisecond
  const agree = told && told.low - CLOSE < updates.high && updates.low < told.high + CLOSE
  return agree ? told : updates
}
