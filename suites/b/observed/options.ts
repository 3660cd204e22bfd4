import { observation } from '../../../src/core/rule.ts'
import { optionsRequest } from '../../shared/observations.ts'
import { surface } from '../api.ts'

export default observation({
  title: 'The response to OPTIONS /projects',
  clauses: ['4.open.endpoints', '1.dataset.editing'],
  tried: 'OPTIONS /projects with the active key. The reference shows GET only.',
  meaning:
    'A client that sends OPTIONS with its key gets this response. A preflight request of a browser carries no key.',
  after: ['b.auth.api-key-accepted'],
  ...optionsRequest(surface),
})
