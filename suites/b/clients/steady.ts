import { trial } from '../../../src/core/rule.ts'
import {
  concurrentFaults,
  concurrentFreedoms,
  concurrentQuickMisses,
  steadyFaults,
} from '../../shared/clients/faults.ts'
import { steady } from '../../shared/clients/steady.ts'
import { call, surface } from '../api.ts'
import { fingerprintOf } from '../support/response-fingerprint.ts'

export default trial({
  level: 'implied',
  severity: 'error',
  title: 'The first requests of a run get the same kind of response at its end, alone and concurrently',
  clauses: ['1.key-required', '4.key'],
  derivation:
    'Apart from the state and expiry of the key, the reference names no time, no number of requests and no client on which a response depends. Rate limits are not shown.',
  tried:
    'After all other rules, the request that the run began with, and others with bad keys, each with the headers of another client. Then two requests alone, and several of each at the same time; 429, 502, 503 and 504 conform.',
  meaning: 'A client that worked fails later, or a bad key is accepted under load.',
  causes: [
    'a cache, connection or worker keeps the key or the outcome of an earlier request',
    'authentication fails open when a cache or a quota is exhausted',
    'the server checks a client that it has seen before less strictly than a new one',
  ],
  needs: ['key'],
  since: 3,
  follows: ['b.auth.unknown-key', 'b.auth.wrong-secret'],
  atEnd: true,
  faults: { ...steadyFaults, ...concurrentFaults },
  freedoms: concurrentFreedoms,
  quickMisses: {
    ...concurrentQuickMisses,
    'known-key-id-trusted': 'quick depth sends one request, without a key',
    'refused-the-second-time': 'quick depth sends one request, without a key',
  },
  ...steady({
    surface,
    plain: (target, { endpoint }) => call(target, endpoint),
    alike: (earlier, later) => fingerprintOf(earlier) === fingerprintOf(later),
  }),
})
