import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import { at, describe } from '../../../src/core/json-values.ts'
import { type Cases, type Finding, unclear, violation } from '../../../src/core/rule.ts'
import { errorBody } from '../../../src/judge/error-body.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { type Pair, refusesSupplied } from '../../shared/refused-keys.ts'
import { surface, type Way } from '../api.ts'
import { validRequests } from './valid-requests.ts'

/** Sends valid queries with a valid key that may not read the list: a part of a rule, to be spread into `trial({ ... })`. */
export const forbids = (condition: 'no-scope' | 'no-module', count: Cases<unknown>['count']) => ({
  ...refusesSupplied(surface, validRequests(count), condition, 'get'),
  judge({ good, bad }: Pair, { by }: Way): Finding | undefined {
    if (!isSuccess(good)) return unclear(`no key is accepted via ${by}, not even the active one`)
    return forbidden(bad)
  },
})

/** §7: 403, code forbidden, any message. */
export function forbidden(x: Exchange): Finding | undefined {
  if (x.response!.status !== 403) return violation('403', responseSummary(x), x)
  const shape = errorBody(x)
  if (shape) return shape
  const code = at(x.response!.json, 'error.code')
  return code === 'forbidden' ? undefined : violation('error.code "forbidden"', describe(code), x)
}
