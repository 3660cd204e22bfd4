import type { Exchange } from '../../../src/core/exchange.ts'
import type { Tools } from '../../../src/core/rule.ts'
import { idOf } from '../../../src/judge/ids.ts'
import { offsetOf } from '../../shared/server-clock.ts'
import { users } from '../api.ts'
import { readPage } from './page.ts'
import { touchUser } from './touch-user.ts'

/** Whether the Date of responses is the clock of the application: a gateway may have written it. */
export interface ClockCheck {
  /** Why it seems not to be. */
  readonly doubt?: string
}

/** Clocks of machines in one place, and times written to the second, differ less. */
const APART = 3000

/** Updates a user, if possible, and compares the time of the update with the Date of responses. */
export async function checkApplicationClock(tools: Tools): Promise<ClockCheck | undefined> {
  if (!tools.control.has('touchUser')) return undefined
  const x: Exchange = await tools.get(users(tools.target, { per_page: 1 }))
  const [id, offset] = [idOf(readPage(x)?.data[0]), offsetOf(x)]
  if (id === undefined || !offset) return undefined
  const { updatedAt, step } = await touchUser(tools, id)
  const time = Date.parse(updatedAt)
  const early = step.calledAt + offset.low - time
  const late = time - step.returnedAt - offset.high
  const off = Math.max(early, late)
  if (off <= APART) return {}
  return {
    doubt: `the Date of responses and the times of updates are ${Math.round(off / 1000)} s apart: which clock decides on expiry is unknown`,
  }
}
