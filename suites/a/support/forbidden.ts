import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import { at, describe } from '../../../src/core/json-values.ts'
import { type Cases, type Finding, type Trial, unclear, violation } from '../../../src/core/rule.ts'
import { inShort } from '../../../src/judge/answer.ts'
import { errorBody } from '../../../src/judge/error-body.ts'
import { users } from '../api.ts'
import { supplied } from './classes.ts'
import { type Asked, askedCases } from './refused.ts'

interface Evidence {
  readonly good: Exchange
  readonly bad: Exchange
}

/** The part of a rule that tries a valid key that may not read the list: to be spread into `trial({ ... })`. */
export function forbidding(
  condition: 'no-scope' | 'no-module',
  count: Cases<unknown>['count'],
): Pick<Trial<Asked, Evidence>, 'cases' | 'send' | 'judge'> {
  return {
    cases: askedCases(count),
    async send({ by, query }, tools) {
      const { target } = tools
      const good = await tools.good(users(target, {}, supplied(target, 'active', by)))
      return { good, bad: await tools.get(users(target, { ...query }, supplied(target, condition, by))) }
    },
    judge({ good, bad }, { by }) {
      if (!isSuccess(good)) return unclear(`no key is accepted by ${by}, not even the active one`)
      return forbidden(bad)
    },
  }
}

/** §7: 403, code forbidden, any message. */
export function forbidden(x: Exchange): Finding | undefined {
  if (x.response!.status !== 403) return violation('403', inShort(x), x)
  const shape = errorBody(x)
  if (shape) return shape
  const code = at(x.response!.json, 'error.code')
  return code === 'forbidden' ? undefined : violation('error.code "forbidden"', describe(code), x)
}
