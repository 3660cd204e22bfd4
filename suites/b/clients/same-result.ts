import { trial } from '../../../src/core/rule.ts'
import { clientFreedoms, malformedQuickMisses, otherClientFaults, refuses } from '../../shared/clients/faults.ts'
import { sameResult } from '../../shared/clients/same-result.ts'
import { call, LIST_SIZE_DEFAULT, surface } from '../api.ts'
import { fingerprintOf } from '../support/response-fingerprint.ts'

export default trial({
  level: 'implied',
  severity: 'error',
  title: 'A valid key gets the same result from every client',
  clauses: ['4.get', '4.key', '5.1'],
  derivation:
    'The key is the only credential and the query parameters are named: no other header, order or spelling decides what a valid key reads.',
  tried:
    'The same request with pairs of the headers, orders and spellings that clients and proxies vary. 304 to validators, 206 to Range and the refusal of routing headers conform; the refusal of an origin is a warning, since a gateway may have decided it.',
  meaning: 'The API works from one client and fails, or returns other data, from another.',
  causes: [
    'a gateway, firewall, CORS filter or framework acts on this header',
    'content negotiation refuses an Accept header that includes JSON',
    'a cookie or another header counts more than the key',
  ],
  needs: ['key'],
  since: 3,
  follows: ['b.clients.steady'],
  faults: {
    ...otherClientFaults,
    'company-from-a-host': { bCompanyRead: (key, call) => (call.header('x-forwarded-host')[0] ? 2 : key.companyId) },
    'first-parameter-lost': {
      parameter: (name, call) =>
        call.search.startsWith('size') && name === 'size' ? undefined : call.conforming.parameter(name, call),
    },
    'path-from-a-header': {
      response: (response, call) =>
        response.status === 200 && /\/projects$/.test(call.header('x-original-url')[0] ?? '')
          ? { ...response, body: '{"items":[{"id":"prj_9"}],"total":1,"page":1,"size":50,"pages":1}' }
          : response,
    },
    'sizes-not-decoded-at-lists': {
      gateway: (call) =>
        /size=[^&]*%/.test(call.search) && !call.path.endsWith('/rows')
          ? { status: 422, headers: [], body: '{"error":{"code":"validation_error","message":"","status":422}}' }
          : undefined,
    },
    'idempotency-key-only-for-writes': refuses(400, 'idempotency-key'),
    'rows-by-the-language': {
      bRowsKept: (rows, size, call) =>
        /^de/.test(call.header('accept-language')[0] ?? '') ? [] : call.conforming.bRowsKept(rows, size, call),
    },
  },
  freedoms: clientFreedoms,
  quickMisses: {
    ...malformedQuickMisses,
    ...Object.fromEntries(
      [
        'precondition-failed',
        'nothing-where-little-is-preferred',
        'cut-off-when-the-connection-closes',
        'encoded-digits-refused',
        'user-agent-required',
        'rows-by-the-language',
        'idempotency-key-only-for-writes',
        'first-parameter-lost',
        'path-from-a-header',
        'sizes-not-decoded-at-lists',
      ].map((name) => [name, 'quick depth sends three requests with many headers, and some hide others']),
    ),
  },
  ...sameResult({
    surface,
    plain: (target, { endpoint }) =>
      call(target, endpoint, endpoint === 'company' ? {} : { page: 1, size: LIST_SIZE_DEFAULT }),
    alike: (one, other) => fingerprintOf(one) === fingerprintOf(other),
  }),
})
