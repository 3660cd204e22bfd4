import { observation } from '../../../src/core/rule.ts'
import { repeatedParameter } from '../../shared/observations.ts'
import { surface } from '../api.ts'
import { early } from '../support/freedoms.ts'

export default observation({
  title: 'The response to a repeated query parameter',
  clauses: ['7.open.codes', '7.open.statuses'],
  tried: 'GET /projects?size=2&size=3 with the active key.',
  meaning: 'A client that builds its query from parts should not send a parameter twice.',
  after: ['b.auth.api-key-accepted'],
  ...repeatedParameter(surface, early(400)),
})
