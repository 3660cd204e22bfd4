import { observation } from '../../../src/core/rule.ts'
import { refuses } from '../support/freedoms.ts'
import { observeResponses } from '../support/observe-responses.ts'

export default observation({
  title: 'The response to a query parameter that the reference does not name',
  clauses: ['7.open.codes', '7.open.statuses'],
  tried: 'GET /users with the active key and unheard_of=1, size=3.',
  meaning: 'A client with a misspelt parameter gets an error, or reads another list than it meant.',
  after: ['a.auth.api-key-accepted'],
  freedoms: {
    refused: {
      aPage: (page, call) => {
        const known = ['page', 'per_page', 'updated_since']
        const strange = [...new URLSearchParams(call.search).keys()].find((name) => !known.includes(name))
        return strange === undefined ? call.conforming.aPage(page, call) : { parameter: strange, problem: 'is unknown' }
      },
    },
    'refused-as-unprocessable': {
      aPage: (page, call) => {
        const known = ['page', 'per_page', 'updated_since']
        const strange = [...new URLSearchParams(call.search).keys()].find((name) => !known.includes(name))
        return strange === undefined ? call.conforming.aPage(page, call) : { parameter: strange, problem: 'is unknown' }
      },
      ...refuses(422, 'unknown_parameter'),
    },
    'size-is-another-name-of-per-page': {
      parameter: (name, call) =>
        name === 'per_page' ? (call.query(name)[0] ?? call.query('size')[0]) : call.query(name)[0],
    },
  },
  observe: observeResponses('unheard_of=1', 'size=3'),
})
