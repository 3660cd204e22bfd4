import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import { at } from '../../../src/core/json-values.ts'
import {
  type Cases,
  explained,
  type Finding,
  headlined,
  type Tools,
  unclear,
  type Violation,
  violation,
} from '../../../src/core/rule.ts'
import { errorBody } from '../../../src/judge/error-body.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { suppliedKey } from '../../shared/credential-failures.ts'
import { acceptedText, isRobot, type Pair, refusesSupplied, sendPair } from '../../shared/refused-keys.ts'
import { FORMS, surface, type Way } from '../api.ts'
import { fromClients, type ValidRequest, validRequests } from './valid-requests.ts'

/** A cause that explains the rules on scopes and on modules alike. */
export const ONE_CONDITION =
  'scope and module are tested in one condition that either of them satisfies: then both keys are accepted'

interface Case extends ValidRequest {
  readonly method?: 'HEAD'
}

/** Sends valid queries with a valid key that may not read the list: a part of a rule, to be spread into `trial({ ... })`. */
export function forbids(condition: 'no-scope' | 'no-module', count: Cases<unknown>['count']) {
  const cases = fromClients(validRequests(count))
  const sent = refusesSupplied(surface, cases, condition)
  const other = condition === 'no-scope' ? 'no-module' : 'no-scope'
  const [first, second, ...rest] = cases.first as readonly ValidRequest[]
  const byHead = FORMS.map((by): Case => ({ by, query: {}, method: 'HEAD' }))
  return {
    cases: {
      ...sent.cases,
      first: [first!, second!, ...byHead, ...rest],
      further: (c, target) => [
        ...(sent.cases.further?.(c, target) ?? []),
        ...(target.keys[other] && !c.method ? [{ ...c, instead: other }] : []),
      ],
      conclude(failing, conforming, ...more) {
        const conclusion = sent.cases.conclude?.(failing, conforming, ...more)
        if (!conforming.some(({ instead }) => instead === other)) return conclusion
        return { ...conclusion, excluded: [...(conclusion?.excluded ?? []), ONE_CONDITION] }
      },
    } as Cases<Case>,
    send(c: Case, tools: Tools): Promise<Pair> {
      if (!c.method) return sent.send(c, tools)
      const { target } = tools
      const get = surface.request(target, c, suppliedKey(target, condition, surface.header(c)), c.query)
      return sendPair(tools, surface.request(target, c), { ...get, method: c.method, outside: true })
    },
    judge({ good, bad }: Pair, { by, method, agent }: Way & Pick<Case, 'method' | 'agent'>): Finding | undefined {
      if (!isSuccess(good))
        return { ...unclear(`no key is accepted via ${by}, not even the active one`), refused: true }
      if (!method) return isRobot({ agent }) && !isSuccess(bad) ? undefined : forbidden(bad)
      // Whether HEAD is served is not shown.
      return bad.response && isSuccess(bad)
        ? {
            ...headlined(acceptedText(bad), violation('403, or a refusal of HEAD', responseSummary(bad), bad)),
            causes: [
              'the permission is checked for GET, and not for HEAD',
              'HEAD is handled before the permission is checked',
            ],
          }
        : undefined
    },
  }
}

/** §7: 403, code forbidden, any message. */
export function forbidden(x: Exchange): Finding | undefined {
  const what = x.req.credential.class === 'no-module' ? 'module' : 'scope'
  const clause = what === 'module' ? '5.6.module' : '5.6'
  const found = {
    ...violation('403 with error.code "forbidden"', responseSummary(x), x),
    clauses: [clause, `7.403.${what}`],
  }
  if (isSuccess(x)) return headlined(acceptedText(x), found)
  if (x.response!.status !== 403) return otherStatus(x, found, what)
  const shape = errorBody(x)
  if (shape) return shape
  const code = at(x.response!.json, 'error.code')
  return code === 'forbidden'
    ? undefined
    : explained(
        { ...violation('error.code "forbidden"', responseSummary(x), x), clauses: [clause, '7.403'] },
        `A client that branches on error.code does not recognise the missing ${what}.`,
        `a missing ${what} has a separate error.code`,
        'the authorization library sends its own error',
      )
}

const otherStatus = ({ response }: Exchange, found: Violation, what: string): Finding =>
  explained(
    found,
    response!.status === 401
      ? `A client takes the missing ${what} for a bad key.`
      : `A client that handles 403 does not recognise the missing ${what}.`,
    `the check of the ${what} has a separate status, or throws`,
    'a gateway or another layer replaces its response',
  )
