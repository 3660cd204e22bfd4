import type { Exchange } from '../../../src/core/exchange.ts'
import type { Tools } from '../../../src/core/rule.ts'
import type { ControlId } from '../../../src/index.d.ts'
import { idOf } from '../../../src/judge/ids.ts'
import { isOurs, type Offset, offsetOf } from '../../../src/judge/server-clock.ts'
import { users } from '../api.ts'
import { readPage } from './page.ts'
import { touchUser } from './touch-user.ts'

/** A clock that may decide on expiry: of Date headers, of the times of updates, or of this machine. */
export interface Clock {
  readonly source: 'Date' | 'updates' | 'ours'
  readonly offset: Offset
}

/** Milliseconds: clocks of machines in one place, and times written to the second, differ less. */
const APART = 3000
/** Milliseconds by which the machine that decides may differ from the one whose clock is known. */
const MARGIN = 2000

export const isClose = (one: Offset, other: Offset): boolean =>
  one.low - APART <= other.high && other.low - APART <= one.high

/** By how many milliseconds the clock of updates is ahead of ours, from an update made now. */
export async function offsetOfUpdates(tools: Tools, id: ControlId): Promise<Offset> {
  const { updatedAt, step } = await touchUser(tools, id)
  const time = Date.parse(updatedAt)
  return { low: time - 100 - step.returnedAt, high: time + 1100 - step.calledAt }
}

/** The clocks that may decide on expiry, most likely first: a gateway may have written the Date of responses. */
export async function* candidateClocks(tools: Tools, known: Exchange): AsyncGenerator<Clock> {
  const dated = offsetOf(known)
  const date = dated && ({ source: 'Date', offset: dated } as const)
  if (date && isOurs(dated)) yield date
  const updates = await offsetOfAnUpdate(tools)
  // The Date of each response is more precise, so it is preferred where both agree.
  if (date && updates && isClose(dated, updates)) yield date
  if (updates) yield { source: 'updates', offset: widened(updates) }
  if (date) yield date
  yield { source: 'ours', offset: widened({ low: 0, high: 0 }) }
}

async function offsetOfAnUpdate(tools: Tools): Promise<Offset | undefined> {
  if (!tools.control.has('touchUser')) return undefined
  const id = idOf(readPage(await tools.get(users(tools.target, { per_page: 1 })))?.data[0])
  return id === undefined ? undefined : offsetOfUpdates(tools, id)
}

const widened = ({ low, high }: Offset): Offset => ({ low: low - MARGIN, high: high + MARGIN })

/** The offset of the most likely clock. */
export async function likelyOffset(tools: Tools, known: Exchange): Promise<Offset> {
  for await (const { offset } of candidateClocks(tools, known)) return offset
  throw new Error('our own clock is a candidate')
}
