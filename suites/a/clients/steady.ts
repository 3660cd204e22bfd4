import { trial } from '../../../src/core/rule.ts'
import {
  concurrentFaults,
  concurrentFreedoms,
  concurrentQuickMisses,
  steadyFaults,
} from '../../shared/clients/faults.ts'
import { steady } from '../../shared/clients/steady.ts'
import { PER_PAGE_MAX, surface } from '../api.ts'
import { grewThrough, sameResponse } from '../support/same-response.ts'

export default trial({
  level: 'implied',
  severity: 'error',
  title: 'The first requests of a run get the same kind of response at its end, alone and concurrently',
  clauses: ['1.key-required', '5.1'],
  derivation:
    'Apart from the state and expiry of the key, the reference names no time, no number of requests and no client on which a response depends. Rate limits are not shown.',
  tried:
    'After all other rules, the request that the run began with, and others with bad keys, each with the headers of another client. Then two requests alone, and several of each at the same time; 429, 502, 503 and 504 conform.',
  meaning: 'A client that worked fails later, or a bad key is accepted under load.',
  causes: [
    'authentication fails open when a cache or a quota is exhausted',
    'a rate limit, quota or cache changes the response after some requests',
    'a connection or worker keeps the last key',
  ],
  needs: ['key'],
  since: 3,
  follows: ['a.auth.unknown-key', 'a.auth.wrong-secret'],
  atEnd: true,
  faults: { ...steadyFaults, ...concurrentFaults },
  freedoms: concurrentFreedoms,
  quickMisses: {
    ...concurrentQuickMisses,
    'known-key-id-trusted': 'quick depth sends one request, without a key',
    'refused-the-second-time': 'quick depth sends one request, without a key',
    'open-after-some-requests': 'quick depth sends too few requests',
  },
  ...steady({
    surface,
    plain: (target, way) => surface.request(target, way, undefined, { page: 1, per_page: PER_PAGE_MAX }),
    alike: (earlier, later) => sameResponse(earlier, later) || grewThrough([earlier, later]),
  }),
})
