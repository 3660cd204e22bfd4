import { type Exchange, isTransient } from '../../../src/core/exchange.ts'
import { at, isInteger } from '../../../src/core/json-values.ts'
import { noCredential } from '../../../src/core/key-format.ts'
import { headlined, type Tools, trial, unclear } from '../../../src/core/rule.ts'
import { errorBody, isPage, OF_ANOTHER_STATUS, perhapsOfAProxy } from '../../../src/judge/error-body.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { hexFrom } from '../../shared/credentials/hex.ts'
import { USERS, users } from '../api.ts'
import { early } from '../support/freedoms.ts'

/** A path below /api/public/v1, `*` for a made-up word; or a method other than GET at /users. */
type Case = { readonly path: string } | { readonly method: 'OPTIONS' }

interface Evidence {
  readonly keyed: Exchange
  /** The same without a key; sent only if it matters. */
  readonly keyless?: Exchange
}

const OF_THE_API = 'the API checks the key, and then its router sends an error body of the framework'

export default trial<Case, Evidence>({
  level: 'stated',
  severity: 'warning',
  since: 3,
  title: 'Errors at unknown paths and of OPTIONS have the documented body',
  clauses: ['7.body', '7.body.code', '7.body.message', '7.body.status'],
  tried:
    'GET of made-up paths beside and below /users, and OPTIONS /users, with the active key. Any status conforms, and so does a page that is the same without a key, since a proxy may have sent it.',
  meaning: 'A client with a misspelt path fails while it parses the error, and does not show what is wrong.',
  causes: [
    'the router responds to unknown paths and methods before the error handler of the API is installed',
    'the framework has its own body for 404 and 405',
    'a gateway in front of the API responds to paths that it does not route',
  ],
  needs: ['key'],
  after: ['a.auth.api-key-accepted', 'a.error.body'],
  cases: {
    first: [{ path: '/*' }, { path: '/users/*' }, { method: 'OPTIONS' }, { path: '/users/*/*' }, { path: '/*/users' }],
    count: [1, 5, 5],
    cost: (depth) => (depth === 'quick' ? 1 : 5),
  },
  async send(c, tools) {
    const keyed = await tools.get(requestOf(c, tools))
    if (!otherError(keyed)) return { keyed }
    return { keyed, keyless: await tools.get({ ...keyed.req, credential: noCredential }) }
  },
  judge({ keyed, keyless }, c) {
    if (!keyed.response) return unclear(`no response: ${keyed.problem?.message}`)
    const found = otherError(keyed)
    if (!found || (keyless && isSamePage(keyed, keyless))) return undefined
    const where = 'method' in c ? `${c.method} ${USERS}` : 'an unknown path'
    // Who checks the key and has the documented error is the API.
    if (keyless?.response?.status === 401 && !errorBody(keyless))
      return headlined(
        `The ${keyed.response.status} for ${where} lacks the documented error body: ${found.actual}; without a key, it gets the documented 401`,
        {
          ...found,
          causes: [isInteger(at(keyed.response.json, 'error.status')) ? OF_ANOTHER_STATUS : OF_THE_API],
          warning: true,
        },
      )
    const without = keyless ? `; without a key, ${sameOrOther(keyed, keyless)}` : ''
    return perhapsOfAProxy(
      found,
      `The ${keyed.response!.status} for ${where} lacks the documented error body: ${found.actual}${without}`,
    )
  },
  faults: {
    'not-found-of-the-framework': {
      gateway: (call) => (call.endpoint === 'unknown' ? json(404, { detail: 'Not Found' }) : undefined),
    },
    'html-behind-the-credential': {
      response: (response) => (response.status === 404 ? { ...response, body: '<pre>Cannot GET /</pre>' } : response),
    },
    'not-found-without-a-body': {
      response: (response) => (response.status === 404 ? { ...response, body: '' } : response),
    },
    'status-as-text': {
      errorBody: ({ code, message, status }) => ({ error: { code, message, status: status === 404 ? '404' : status } }),
    },
    'status-of-another': {
      errorBody: ({ code, message, status }) => ({ error: { code, message, status: status === 404 ? 400 : status } }),
    },
    'code-as-number': {
      errorBody: ({ code, message, status }) => ({ error: { code: status === 404 ? 404 : code, message, status } }),
    },
    'error-as-text': {
      errorBody: ({ code, message, status }) =>
        status === 404 ? { error: message, status } : { error: { code, message, status } },
    },
    'below-users-only': {
      gateway: (call) => (/users\/.+/.test(call.path) ? json(404, { message: 'No route' }) : undefined),
    },
    'method-not-allowed-as-text': {
      response: (response) => (response.status === 405 ? { ...response, body: 'Method Not Allowed' } : response),
    },
    'method-not-allowed-of-the-framework': {
      errorBody: ({ code, message, status }) =>
        status === 405 ? { detail: message } : { error: { code, message, status } },
    },
  },
  quickMisses: {
    'below-users-only': 'quick depth sends one unknown path',
    'method-not-allowed-as-text': 'quick depth sends no other method',
    'method-not-allowed-of-the-framework': 'quick depth sends no other method',
  },
  freedoms: {
    'page-of-a-gateway': {
      gateway: (call) => (call.endpoint === 'unknown' ? page(404, '<html><h1>Not Found</h1></html>') : undefined),
    },
    'gateway-has-no-body': {
      gateway: ({ endpoint, method }) =>
        endpoint === 'unknown' ? page(404, '') : method === 'OPTIONS' ? page(405, '') : undefined,
    },
    'forbidden-by-a-gateway': {
      gateway: (call) => (call.endpoint === 'unknown' ? early(403) : undefined),
    },
    'redirected-to-the-documentation': {
      gateway: (call) =>
        call.endpoint === 'unknown' ? { status: 302, headers: [['Location', '/docs']], body: '' } : undefined,
    },
    'options-with-success': {
      gateway: ({ method }) => (method === 'OPTIONS' ? { status: 200, headers: [], body: 'GET' } : undefined),
    },
    'users-by-any-path': { notFound: () => ({ status: 410, code: 'gone', message: '' }) },
  },
})

function requestOf(c: Case, { target, random }: Tools) {
  const listed = { ...users(target), outside: true }
  if ('method' in c) return { ...listed, method: c.method }
  return { ...listed, endpoint: null, path: c.path.replaceAll('*', () => `x${hexFrom(random, 10)}`) }
}

/** An error that has not the documented body. */
function otherError(x: Exchange) {
  const { status = 0 } = x.response ?? {}
  return status >= 400 && !isTransient(status) ? errorBody(x) : undefined
}

function sameOrOther(keyed: Exchange, keyless: Exchange): string {
  const [one, other] = [keyed, keyless].map(({ response }) => `${response?.status} ${response?.text}`)
  return one === other ? 'the response is the same' : `the response is another one: ${responseSummary(keyless)}`
}

/** Whether the response is a page that does not depend on the key. */
const isSamePage = ({ response: a }: Exchange, { response: b }: Exchange): boolean =>
  a !== undefined && b !== undefined && a.status === b.status && isPage(a) && isPage(b)

const json = (status: number, body: object) => ({
  status,
  headers: [['Content-Type', 'application/json'] as const],
  body: JSON.stringify(body),
})

const page = (status: number, body: string) => ({ status, headers: [['Content-Type', 'text/html'] as const], body })
