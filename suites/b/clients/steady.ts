import { trial } from '../../../src/core/rule.ts'
import { steadyFaults } from '../../shared/clients/faults.ts'
import { steady } from '../../shared/clients/steady.ts'
import { surface } from '../api.ts'

export default trial({
  level: 'implied',
  severity: 'error',
  title: 'The first requests of a run get the same kind of response at its end',
  clauses: ['1.key-required', '4.key'],
  derivation: 'The reference names no time, no number of requests and no client on which a response depends.',
  tried:
    'After all other rules, the request that the run began with, and others with bad keys, each with the headers of another client.',
  meaning: 'The same request gets another result after some time: a bad key may be let in.',
  causes: [
    'a cache, connection or worker keeps the key or the outcome of an earlier request',
    'authentication fails open when a cache or a quota is exhausted',
    'the server treats a new client with more care than a known one',
  ],
  needs: ['key'],
  since: 3,
  atEnd: true,
  faults: steadyFaults,
  quickMisses: {
    'known-key-id-trusted': 'quick depth sends one request, without a key',
    'refused-the-second-time': 'quick depth sends one request, without a key',
  },
  ...steady(surface),
})
