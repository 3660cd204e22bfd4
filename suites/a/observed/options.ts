import { observation } from '../../../src/core/rule.ts'
import { optionsRequest } from '../../shared/observations.ts'
import { surface } from '../api.ts'

export default observation({
  title: 'The response to OPTIONS /users',
  clauses: ['4.open.endpoints'],
  tried: 'OPTIONS /users with the active key. The reference shows GET only.',
  meaning:
    'A client that sends OPTIONS with its key gets this response. A preflight request of a browser carries no key.',
  after: ['a.auth.api-key-accepted'],
  ...optionsRequest(surface),
})
