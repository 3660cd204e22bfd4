import type { Behaviour } from '../../../reference-server/behaviour.ts'
import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import { at as jsonAt } from '../../../src/core/json-values.ts'
import { requestLine } from '../../../src/core/request-text.ts'
import { explained, headlined, type Tools, trial, type Violation, violation } from '../../../src/core/rule.ts'
import type { Target } from '../../../src/core/target.ts'
import { bodyHoldsRecords } from '../../../src/judge/body-holds-records.ts'
import { errorBody } from '../../../src/judge/error-body.ts'
import { recordsIn, responseSummary } from '../../../src/judge/response-summary.ts'
import { suppliedKey } from '../../shared/credential-failures.ts'
import { otherPathFreedoms } from '../../shared/paths/faults.ts'
import { spelled, type Variation } from '../../shared/paths/spellings.ts'
import { type Pair, refusesSupplied, sendPair } from '../../shared/refused-keys.ts'
import { elsewhere } from '../../shared/variant-surface.ts'
import { call, type EndpointName, reachable, surface } from '../api.ts'
import { unknownLike } from '../support/unknown-id.ts'
import { everyRequest, type ValidRequest } from '../support/valid-requests.ts'

/** `unknown`: which of the ids in the path does not exist. */
interface Case extends ValidRequest {
  readonly unknown?: 'project' | 'dataset'
  readonly spelled?: Variation
}

const NOT_CHECKED =
  'this endpoint, or this form of its URL, does not check the scope, or wrongly: by a part of its name, or as another scope that the key has'

const NAMED_WRONGLY =
  'the key has that scope: the rule relies on TENANT_B_NO_SCOPE_ENDPOINTS, which names the endpoints whose scope it lacks'

const REFUSED_EVERYWHERE =
  'the key is refused before its scopes are read, such as because the person who issued it has left'

/** Where the key gets a 401, also the response at an endpoint whose scope it has. */
interface Evidence extends Pair {
  readonly granted?: Exchange
}

const UNKNOWN: readonly Case[] = [
  { endpoint: 'nodes', query: {}, unknown: 'project' },
  { endpoint: 'rows', query: {}, unknown: 'dataset' },
  { endpoint: 'datasets', query: {}, unknown: 'project' },
]

/** Another spelling of the path that a table of scopes may not have. */
const at = (endpoint: EndpointName, spelling: Variation['spelling'], variation = 0): Case => ({
  endpoint,
  query: {},
  spelled: { spelling, variation },
})
const SPELLED: readonly Case[] = [
  at('projects', 'trailing slash'),
  at('rows', 'double slash'),
  at('nodes', 'letter case'),
  at('datasets', 'encoded letter'),
  at('projects', 'path parameter'),
  at('company', 'trailing dot', 1),
  at('company', 'extension'),
]

/** Pages after the last one, which may be served without a query. */
const BEYOND: readonly Case[] = (['nodes', 'rows'] as const).map((endpoint) => ({
  endpoint,
  query: { page: 1_000_000 },
}))

const isNamed = ({ noScopeEndpoints }: Target, endpoint: EndpointName): boolean =>
  noScopeEndpoints.length === 0 || noScopeEndpoints.includes(endpoint)

/** The endpoints that the operator named as forbidden for the key without the scope; first without a query, as in observed rules. */
function requests(target: Target): Case[] {
  const plain = reachable(target).map((endpoint) => ({ endpoint, query: {} }))
  const others = everyRequest(target).filter(({ query }) => Object.keys(query).length > 0)
  const unusual = [...UNKNOWN, ...SPELLED, ...BEYOND].filter(({ endpoint }) => reachable(target).includes(endpoint))
  return [...plain, ...unusual, ...others].filter(({ endpoint }) => isNamed(target, endpoint))
}

/** The same request without a page, and with pages before and after the end of most lists; then the same elsewhere. */
const further = (c: Case, target: Target): Case[] =>
  [
    ...(c.query.page === undefined ? [] : [{}, { page: 2 }, { page: 1000 }].map((query) => ({ ...c, query }))),
    ...elsewhere(surface)(c, target),
  ].filter(({ endpoint }) => isNamed(target, endpoint))

const inWords = ({ endpoint, unknown }: Case): string | undefined =>
  unknown && `${endpoint} of a ${unknown} that does not exist`

// The observed rules send the same requests.
const supplied = refusesSupplied(surface, { first: requests, count: [5, 17, 32], further, inWords }, 'no-scope', 'once')

/** For a fault: a router that takes more paths for documented ones than the table of scopes. */
const unscoped = (pathRouted: (path: string) => string): Partial<Behaviour> => ({
  pathRouted,
  requiredScope: (call) => (pathRouted(call.path) === call.path ? call.conforming.requiredScope(call) : undefined),
})

export default trial<Case, Evidence>({
  level: 'stated',
  title: 'A valid key that lacks the scope of the endpoint gets 403 with the error body',
  clauses: ['2.key.scopes', '5.3', '7.403', '7.403.code', '7.body'],
  tried:
    'GET of every endpoint in TENANT_B_NO_SCOPE_ENDPOINTS with the key that lacks the scope. Any code and message conform. The reference does not order 403 and 422: a request with invalid parameters as well may get either. Another status than 403 for an id that does not exist is a warning. In other spellings of the path, any response without data conforms.',
  meaning:
    'A key reads more than its scopes grant, or a client takes a missing scope for a bad key or a missing resource.',
  causes: [
    NOT_CHECKED,
    'a missing scope is handled like a bad key or a missing resource',
    'other code than for the 401 writes the body',
  ],
  needs: ['key', 'key:no-scope'],
  after: ['b.auth.api-key-accepted', 'b.auth.missing-key'],
  faults: {
    'not-checked': { scopeHeld: () => true },
    'not-checked-at-rows': {
      requiredScope: (call) => (call.endpoint === 'rows' ? undefined : call.conforming.requiredScope(call)),
    },
    'not-checked-at-company': {
      requiredScope: (call) => (call.endpoint === 'company' ? undefined : call.conforming.requiredScope(call)),
    },
    'not-checked-where-the-path-has-capitals': unscoped((path) => path.toLowerCase()),
    'not-checked-where-a-letter-is-encoded': unscoped(decodeURIComponent),
    'not-checked-at-a-file-name': unscoped((path) => path.replace(/\.json$/, '')),
    'not-checked-beyond-the-last-page': {
      requiredScope: (call) => (/page=\d{4}/.test(call.search) ? undefined : call.conforming.requiredScope(call)),
    },
    'not-found': { forbiddenStatus: () => 404 },
    'as-a-bad-key': { forbiddenStatus: () => 401 },
    'other-body': {
      errorBody: (error, call) =>
        error.status === 403 ? { detail: error.message } : call.conforming.errorBody(error, call),
    },
    'status-of-another': {
      errorBody: (error, call) =>
        call.conforming.errorBody(error.status === 403 ? { ...error, status: 401 } : error, call),
    },
    'project-before-the-scope': {
      order: (call) =>
        call.endpoint === 'rows'
          ? call.conforming.order(call)
          : ['credential', 'lookup', 'permission', 'method', 'query', 'lookup'],
    },
    'bad-request-for-unknown-ids-first': {
      forbiddenStatus: (_, call) => (/_9+(\/|$)/.test(call.path) ? 400 : 403),
    },
    'code-as-number': {
      errorBody: (error, call) =>
        error.status === 403 ? { error: { ...error, code: 1003 } } : call.conforming.errorBody(error, call),
    },
  },
  quickMisses: {
    'not-checked-beyond-the-last-page': 'quick depth requests first pages',
    'not-checked-where-the-path-has-capitals': 'quick depth tries documented paths',
    'not-checked-where-a-letter-is-encoded': 'quick depth tries documented paths',
    'not-checked-at-a-file-name': 'quick depth tries documented paths',
    'project-before-the-scope': 'quick depth names no id that does not exist',
    'bad-request-for-unknown-ids-first': 'quick depth names no id that does not exist',
  },
  freedoms: {
    'lenient-router-behind-the-check': otherPathFreedoms['lenient-router-behind-the-check'],
    'application-for-browsers-beside': otherPathFreedoms['application-for-browsers-beside'],
    'code-of-its-own': { forbiddenCode: () => 'insufficient_scope', forbiddenMessage: () => '' },
    'more-members': {
      errorBody: ({ code, message, status, details }) => ({
        error: { code, message, status, details, required: ['projects:read'] },
      }),
    },
  },
  ...supplied,
  async send(c, tools) {
    const { target } = tools
    const credential = suppliedKey(target, 'no-scope')
    if (c.spelled) {
      const plain = call(target, c.endpoint)
      return sendPair(tools, plain, { ...spelled(c.spelled, plain), endpoint: null, credential, outside: true }, 'get')
    }
    if (!c.unknown) return withGranted(await supplied.send(c, tools), tools)
    const ids = { [c.unknown]: unknownLike(target[c.unknown]!) }
    const bad = call(target, c.endpoint, {}, { project: target.project, dataset: target.dataset, ...ids, credential })
    return sendPair(tools, call(target, c.endpoint), { ...bad, open: true }, 'get')
  },
  judge({ good, bad, granted }, { unknown, spelled }) {
    if (spelled && !(bad.response && isSuccess(bad) && bodyHoldsRecords(bad, good))) return undefined
    if (bad.response!.status === 403) return errorBody(bad)
    const found = { ...violation('403', responseSummary(bad), good, bad), clauses: ['5.3', '7.403'] }
    if (granted?.response?.status === 401) return refusedEverywhere(granted)
    if (!unknown || isSuccess(bad)) return explained(found, ...meaningOf(bad))
    // The reference does not order 403 and what an id that does not exist gets.
    return {
      ...explained(
        found,
        'A key without the scope may learn which ids exist.',
        `the ${unknown} is looked up before the scope is checked`,
      ),
      warning: true,
    }
  },
})

/** Where the key is refused, also at an endpoint whose scope it has: then it may be no valid one. */
async function withGranted(pair: Pair, { target, once }: Tools): Promise<Evidence> {
  const [other] = pair.bad.response?.status === 401 ? reachable(target).filter((one) => !isNamed(target, one)) : []
  if (other === undefined) return pair
  return { ...pair, granted: await once(call(target, other, {}, { credential: suppliedKey(target, 'no-scope') })) }
}

const refusedEverywhere = (granted: Exchange): Violation => ({
  ...headlined(
    `The key that lacks some scopes is refused at every endpoint, also where it has the scope: ${requestLine(granted.req)} returned 401`,
    explained(
      violation('a success, since the key has the scope of this endpoint', responseSummary(granted), granted),
      'A client with a valid key gets in nowhere.',
      REFUSED_EVERYWHERE,
    ),
  ),
  clauses: ['5.3', '2.key.stops', '2.key.person-leaves'],
})

function meaningOfSuccess(x: Exchange): [impact: string, ...causes: string[]] {
  if (recordsIn(x.response!.json)?.length !== 0)
    return ['A key reads data that its scopes do not grant.', NOT_CHECKED, NAMED_WRONGLY]
  return Number(jsonAt(x.response!.json, 'total')) > 0
    ? ['A key without the scope learns how many records there are.', 'the response is sent before the scope is checked']
    : [
        'A client takes a missing scope for an empty list.',
        'a missing scope empties the list in place of a 403',
        'TENANT_B_KEY_NO_SCOPE has the scope and is, against its description, of another company, which has nothing',
      ]
}

/** What another status than 403 means, and its likely causes; `errorBody` explains the body of a 403. */
function meaningOf(x: Exchange): [impact: string, ...causes: string[]] {
  const { status } = x.response!
  if (isSuccess(x)) return meaningOfSuccess(x)
  if (status === 401)
    return ['A client takes a missing scope for a bad key.', 'a missing scope is handled like a bad key']
  if (status === 404)
    return [
      'A client takes a missing scope for a wrong URL.',
      'what a key may not read is handled like a missing resource',
    ]
  return [
    'A client that handles 403 does not recognise the missing scope.',
    status >= 500 ? 'checking the scope throws' : `a missing scope has the status ${status}`,
    'a gateway in front of the API replaces the response',
  ]
}
