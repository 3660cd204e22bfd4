import { observation } from '../../../src/core/rule.ts'
import { refuses } from '../support/freedoms.ts'
import { observeResponses } from '../support/observe-responses.ts'

export default observation({
  title: 'The response to an updated_since that is not a time',
  clauses: ['4.open.updated_since-invalid'],
  tried: 'GET /users with the active key and updated_since=yesterday.',
  meaning: 'A client with a broken time gets an error, or silently an unfiltered list.',
  after: ['a.auth.api-key-accepted'],
  freedoms: {
    ignored: { aNotInstant: () => undefined },
    unprocessable: refuses(422, 'validation_error'),
    'nothing-listed': { aNotInstant: () => Number.MAX_SAFE_INTEGER },
    'everything-listed-as-of-1970': { aNotInstant: () => 0 },
    conflict: refuses(409, 'conflict'),
  },
  observe: observeResponses('updated_since=yesterday'),
})
