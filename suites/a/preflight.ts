import { isSuccess } from '../../src/core/exchange.ts'
import { at, isInteger } from '../../src/core/json-values.ts'
import type { Preflight } from '../../src/core/preflight.ts'
import { unreachableReason } from '../../src/judge/response-summary.ts'
import { reasonToStop, stopIfOther, stopIfPage } from '../shared/preflight.ts'
import { activeBearer, surface, USERS, users } from './api.ts'

/** Reads the first page with the active key. It may be accepted as Bearer only: a rule says what is wrong with X-Api-Key. */
export const preflight: Preflight = async (tools) => {
  const x = await tools.once(users(tools.target))
  if (x.problem) return { stop: unreachableReason(tools.target.baseUrl, x.problem) }
  const seen = isSuccess(x) ? x : await tools.once(users(tools.target, {}, activeBearer(tools.target)))
  if (!isSuccess(seen))
    return reasonToStop(x, tools, { surface, other: 'b', grants: 'every scope, and the company the module' })
  const other = stopIfPage(seen, tools.target) ?? stopIfOther(seen, 'b', tools.target.baseUrl)
  if (other) return other
  const total = at(seen.response?.json, 'pagination.total')
  return { learnt: { sizes: { [USERS]: isInteger(total) ? Number(total) : 0 } } }
}
