import { trial } from '../../../src/core/rule.ts'
import { headFaults, headFreedoms } from '../../shared/clients/faults.ts'
import { headWithoutKey } from '../../shared/clients/head.ts'
import { surface } from '../api.ts'

export default trial({
  level: 'implied',
  title: 'HEAD without a valid key gets no success',
  clauses: ['1.key-required', '5.1'],
  derivation: 'Every request needs a key, with any method. Whether HEAD is served at all is not shown.',
  tried: 'HEAD without a key and with a wrong secret. A refusal of the method conforms; a gateway may send it.',
  meaning:
    'Monitors that check a key by HEAD see a key that works, and strangers read headers such as the size of a list.',
  causes: [
    'authentication is bound to GET only',
    'the framework responds to HEAD before the handlers that authenticate',
  ],
  needs: ['key'],
  since: 3,
  after: ['a.auth.missing-key'],
  follows: ['a.auth.wrong-secret'],
  faults: headFaults,
  freedoms: headFreedoms,
  quickMisses: { 'secret-not-compared': 'quick depth sends HEAD without a key only' },
  ...headWithoutKey(surface, [1, 2, 4]),
})
