import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import { explained, trial, violation } from '../../../src/core/rule.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { call } from '../api.ts'

const IMPACT = 'A client cannot learn which company its key belongs to.'
const FORBIDDEN = 'it requires a scope that no key can have, or an undocumented parameter'
const ABSENT = 'the endpoint does not exist, or has another path'
const FAILING = 'the handler fails on a valid request'

/** The causes that fit a status. */
function causesOf(status: number): string[] {
  if (status >= 500) return [FAILING]
  if (status < 400 || status === 404) return [ABSENT]
  return [FORBIDDEN]
}

export default trial<Record<string, never>, Exchange>({
  level: 'stated',
  title: 'GET /company succeeds with the active key',
  clauses: ['4.company', '4.company.parameters'],
  tried: 'GET /company with the active key, without parameters. The content of the response is open.',
  meaning: IMPACT,
  causes: [FORBIDDEN, ABSENT, FAILING],
  needs: ['key'],
  after: ['b.auth.api-key-accepted'],
  faults: {
    'server-error': {
      bCompanyJson: () => {
        throw new Error('no such column')
      },
    },
    'scope-that-no-key-has': {
      requiredScope: (call) => (call.endpoint === 'company' ? 'company:admin' : call.conforming.requiredScope(call)),
    },
    'parameter-wanted': {
      requiredScope: (call) =>
        call.endpoint === 'company' && call.search === '' ? 'company:list' : call.conforming.requiredScope(call),
    },
    redirect: { successStatus: (call) => (call.endpoint === 'company' ? 301 : 200) },
  },
  cases: { first: [{}], count: [1, 1, 1] },
  send: (_, tools) => tools.once(call(tools.target, 'company')),
  judge: (x) =>
    isSuccess(x)
      ? undefined
      : explained(
          violation('a success with the active key', responseSummary(x), x),
          IMPACT,
          ...causesOf(x.response!.status),
        ),
})
