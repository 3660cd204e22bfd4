import type { Exchange } from '../../../src/core/exchange.ts'
import { writeJson } from '../../../src/core/json.ts'
import { invariant, type RequestCases, violation } from '../../../src/core/rule.ts'
import { truncate } from '../../../src/core/truncate.ts'
import { detailsIn, namedParameter } from '../../../src/judge/named-parameter.ts'
import { alternatePairs } from '../../shared/alternate-pairs.ts'
import { call, LIST_SIZE_MAX, reachableLists } from '../api.ts'
import type { Invalid } from '../support/invalid-requests.ts'
import { integersIn, listOf } from '../support/page.ts'

type Query = Pick<Invalid, 'list' | 'page' | 'size'>

const EITHER = [{ page: 0 }, { size: LIST_SIZE_MAX + 1 }, { size: 0 }, { page: -7 }]

/** Each list with either parameter out of range at either end, and one with both. */
const invalidQueries: RequestCases<Query> = {
  first: (target) => {
    const lists = reachableLists(target)
    const each = alternatePairs(EITHER, lists).map(([invalid, list]): Query => ({ list, ...invalid }))
    return [...each.slice(0, -1), { list: lists.at(-1)!, page: 0, size: 0 }]
  },
  count: [2, 12, 12],
  request: ({ list, ...invalid }, target) => call(target, list, { page: 1, size: 50, ...invalid }),
}

export default invariant({
  level: 'stated',
  title: 'A 422 has details that name the parameter',
  clauses: ['7.422.details'],
  tried:
    'Every 422 of a list to a request with a parameter out of range, whichever rule sent it. The name may be anywhere in the details, and one of two is enough. A name elsewhere in a body without details is a warning.',
  meaning: 'A client cannot show its user which parameter to correct.',
  causes: [
    'the error writer, or a middleware after it, drops the details, or names an internal field instead of the parameter',
    "the framework's own body is passed on, with other names",
    'one parameter is checked by other code than the other',
  ],
  after: ['b.auth.api-key-accepted'],
  faults: {
    'no-details': { bDetails: () => undefined },
    'empty-details': { bDetails: () => [] },
    'the-other-parameter': {
      bDetails: (problems) =>
        problems.map(({ parameter }) => ({
          parameter: parameter === 'page' ? 'size' : 'page',
          message: 'out of range',
        })),
    },
    'no-name-for-page': {
      bDetails: (problems) =>
        problems.map(({ parameter, problem }) => (parameter === 'page' ? { problem } : { parameter, problem })),
    },
    'name-of-a-field-of-the-code': { bDetails: () => [{ field: 'page_size', message: 'out of range' }] },
    'none-at-nodes': {
      bDetails: (problems, call) => (call.endpoint === 'nodes' ? undefined : call.conforming.bDetails(problems, call)),
    },
    'empty-where-both-are-wrong': {
      bDetails: (problems, call) => (problems.length > 1 ? [] : call.conforming.bDetails(problems, call)),
    },
    'value-only': { bDetails: (_, call) => ({ query: call.search.replace(/[^\d&-]/g, '') }) },
    'named-outside-of-details': {
      bDetails: () => undefined,
      bProblemError: (problems, call) => ({
        ...call.conforming.bProblemError(problems, call),
        message: `${problems[0]?.parameter} is out of range`,
      }),
    },
  },
  freedoms: {
    'object-by-name': {
      bDetails: (problems) => Object.fromEntries(problems.map(({ parameter, problem }) => [parameter, [problem]])),
    },
    'one-text': { bDetails: (problems) => problems.map(({ parameter, problem }) => `${parameter}: ${problem}`).join() },
    'list-of-names': { bDetails: (problems) => ({ invalid: problems.map(({ parameter }) => `query.${parameter}`) }) },
    'beside-the-error': {
      errorBody: ({ status, code, message, details }) => ({ error: { code, message, status }, details }),
    },
  },
  quickMisses: { 'empty-where-both-are-wrong': 'quick depth has room for one parameter out of range at a time' },
  cases: invalidQueries,
  applies: (x) => x.response!.status === 422 && culprits(x).length > 0,
  judge(x) {
    const namings = culprits(x).map((name) => namedParameter(x.response!.json, name))
    if (namings.includes('in details')) return undefined
    const name = culprits(x)
      .map((one) => `\`${one}\``)
      .join(' or ')
    const naming = namings.includes('outside') ? 'outside' : namings[0]
    const expected = `details that name ${name}`
    if (naming === 'unheard')
      return violation(expected, `422 with details that do not name ${name}: ${detailsOf(x)}`, x)
    if (naming === 'nowhere') return violation(expected, `422 without details, and ${name} nowhere in the body`, x)
    return {
      ...violation(expected, `422 without details; ${name} is elsewhere in the body`, x),
      warning: true,
    }
  },
})

const MAX_DETAILS = 120

const detailsOf = ({ response }: Exchange): string =>
  truncate(detailsIn(response!.json).map(writeJson).join(' and '), MAX_DETAILS)

/** The parameters that are out of range. */
function culprits(x: Exchange): ('page' | 'size')[] {
  const sent = integersIn(x)
  if (listOf(x) === undefined || x.req.open || !sent) return []
  const { page = 1n, size = 1n } = sent
  return [...(page < 1n ? (['page'] as const) : []), ...(size < 1n || size > LIST_SIZE_MAX ? (['size'] as const) : [])]
}
