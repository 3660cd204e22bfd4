import { observation } from '../../../src/core/rule.ts'
import { refusesRepeatedApiKey, repeatedApiKey } from '../../shared/observations.ts'
import { surface } from '../api.ts'

export default observation({
  title: 'The response to a request with X-Api-Key twice',
  clauses: ['5.2'],
  tried: 'GET /users with the header twice: the active key and a malformed one, in either order.',
  meaning: 'A client behind a proxy that adds the header learns whether the first, the last or neither counts.',
  needs: ['socket'],
  after: ['a.auth.api-key-accepted'],
  freedoms: {
    first: { headerPicked: (values) => values[0]! },
    last: { headerPicked: (values) => values.at(-1)! },
    'refused-without-a-body': refusesRepeatedApiKey,
  },
  observe: repeatedApiKey(surface),
})
