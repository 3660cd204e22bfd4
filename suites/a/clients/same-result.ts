import { trial } from '../../../src/core/rule.ts'
import { clientFreedoms, malformedQuickMisses, otherClientFaults } from '../../shared/clients/faults.ts'
import { sameResult } from '../../shared/clients/same-result.ts'
import { PER_PAGE_MAX, surface } from '../api.ts'
import { grewThrough, sameResponse } from '../support/same-response.ts'

export default trial({
  level: 'implied',
  severity: 'error',
  title: 'A valid key gets the same result from every client',
  clauses: ['1.only-credential', '4.users', '5.3.equal'],
  derivation:
    'The key is the only credential and the query parameters are named: no other header, order or spelling decides what a valid key reads.',
  tried:
    'The same request with pairs of the headers, orders and spellings that clients and proxies vary. 304 to validators, 206 to Range and the refusal of routing headers conform; the refusal of an origin is a warning, since a gateway may have decided it.',
  meaning: 'A client that sends this gets an error or other data, while other clients work.',
  causes: [
    'code or a proxy ahead of the handler reads this header or part of the URL (content negotiation, CORS, cache)',
    'a CORS filter refuses browsers whose key is valid',
    'content negotiation refuses an Accept header that includes JSON',
    'a cookie or another header counts more than the key',
    'a firewall refuses the user agent of a common client',
  ],
  needs: ['key'],
  since: 3,
  follows: ['a.clients.steady'],
  faults: {
    ...otherClientFaults,
    'reset-when-the-connection-closes': {
      dropped: (call) => (call.header('connection')[0] === 'close' ? 'midway' : 'no'),
    },
    'company-from-a-host': { aCompanyRead: (key, call) => (call.header('x-forwarded-host')[0] ? 2 : key.companyId) },
    'page-size-by-the-user-agent': {
      aPerPage: (perPage, call) =>
        /okhttp/.test(call.header('user-agent')[0] ?? '') ? 5 : call.conforming.aPerPage(perPage, call),
    },
    'no-users-by-the-language': {
      aTotal: (total, _users, call) => (/^de/.test(call.header('accept-language')[0] ?? '') ? 0 : total),
      aSlice: (read, window, call) =>
        /^de/.test(call.header('accept-language')[0] ?? '') ? [] : call.conforming.aSlice(read, window, call),
    },
    'first-parameter-lost': {
      parameter: (name, call) =>
        call.search.startsWith('per_page') && name === 'per_page' ? undefined : call.conforming.parameter(name, call),
    },
  },
  freedoms: clientFreedoms,
  quickMisses: {
    ...malformedQuickMisses,
    ...Object.fromEntries(
      [
        'precondition-failed',
        'encoded-digits-refused',
        'user-agent-required',
        'nothing-where-little-is-preferred',
        'cut-off-when-the-connection-closes',
        'reset-when-the-connection-closes',
      ].map((name) => [name, 'quick depth sends three requests with many headers, and some hide others']),
    ),
  },
  ...sameResult({
    surface,
    refusable: ['Idempotency-Key'],
    plain: (target, way) => surface.request(target, way, undefined, { page: 1, per_page: PER_PAGE_MAX }),
    alike: (earlier, later) => sameResponse(earlier, later) || grewThrough([earlier, later]),
  }),
})
