import { invariant } from '../../../src/core/rule.ts'
import { isGet, serverError } from '../../../src/judge/server-error.ts'
import { pauses } from '../support/freedoms.ts'
import { invalidRequests } from '../support/invalid-queries.ts'

export default invariant({
  level: 'implied',
  since: 2,
  title: 'No GET request gets a 5xx response',
  clauses: ['4.users', '7.open.statuses'],
  derivation:
    'The reference names no condition for a 5xx response, and HTTP defines 5xx as a failure of the server, not of the request (RFC 9110, 15.6).',
  tried:
    'Every response to a GET request that the reference documents, whichever rule sent it; malformed queries are judged by a.auth.malformed-query. 501 is no failure; 502, 503 and 504 may come from a gateway and are retried.',
  meaning: 'A client cannot distinguish a request that will never work from an outage, and retries it.',
  causes: [
    'a parameter that the database rejects is not validated first',
    'an id that does not exist is dereferenced',
    'a number overflows on its way to the query',
  ],
  needs: ['key'],
  after: ['a.auth.api-key-accepted'],
  cases: invalidRequests,
  applies: isGet,
  judge: serverError,
  faults: {
    'page-beyond-32-bits': {
      aPage: (page, call) => {
        if (page > 2n ** 31n - 1n) throw new Error('integer out of range')
        return call.conforming.aPage(page, call)
      },
    },
    'page-beyond-32-bits-that-fits-64': {
      aPage: (page, call) => {
        if (page > 2n ** 31n - 1n && page < 2n ** 60n) throw new Error('integer out of range')
        return call.conforming.aPage(page, call)
      },
    },
    'offset-beyond-64-bits': {
      aPage: (page, call) => {
        if (page < 2n ** 63n && page * 25n >= 2n ** 63n) throw new Error('bigint out of range')
        return call.conforming.aPage(page, call)
      },
    },
    'per-page-negative': {
      aPerPage: (perPage, call) => {
        if (perPage < 0n) throw new Error('LIMIT must not be negative')
        return call.conforming.aPerPage(perPage, call)
      },
    },
    'parameter-not-a-number': {
      aNotInteger: () => {
        throw new Error('not a number')
      },
    },
    'updated-since-not-a-date': {
      aNotInstant: () => {
        throw new Error('invalid input syntax for type timestamp')
      },
    },
    'text-beyond-ascii': {
      aNotInteger: (text, parameter, call) => {
        if (/[^ -~]/.test(text)) throw new Error('unexpected character')
        return call.conforming.aNotInteger(text, parameter, call)
      },
    },
  },
  quickMisses: {
    'text-beyond-ascii': 'quick depth sends two invalid queries',
    'page-beyond-32-bits': 'quick depth sends two invalid queries',
    'page-beyond-32-bits-that-fits-64': 'quick depth sends two invalid queries',
    'offset-beyond-64-bits': 'quick depth sends two invalid queries',
    'per-page-negative': 'quick depth sends two invalid queries',
    'parameter-not-a-number': 'quick depth sends two invalid queries',
  },
  freedoms: {
    'one-in-forty-unavailable': pauses(503, 40),
    'pages-beyond-32-bits-refused': {
      aPage: (page, call) =>
        page >= 2n ** 31n ? { parameter: 'page', problem: 'is too large' } : call.conforming.aPage(page, call),
    },
  },
})
