import { observation } from '../../../src/core/rule.ts'
import { headRequest } from '../../shared/observations.ts'
import { surface } from '../api.ts'

export default observation({
  title: 'The response to HEAD /projects',
  clauses: ['4.open.endpoints'],
  tried: 'HEAD /projects with the active key. The reference shows GET only.',
  meaning: 'A monitor that checks by HEAD whether the API is up gets this response.',
  after: ['b.auth.api-key-accepted'],
  ...headRequest(surface),
})
