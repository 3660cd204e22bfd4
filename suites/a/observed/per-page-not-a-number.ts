import { observation } from '../../../src/core/rule.ts'
import { refuses } from '../support/freedoms.ts'
import { observeResponses } from '../support/observe-responses.ts'

export default observation({
  title: 'The response to a per_page that is not an integer',
  clauses: ['7.open.codes', '7.open.statuses'],
  tried: 'GET /users with the active key and per_page=abc, per_page=.',
  meaning: 'A client that sends an empty or misspelt per_page gets this response.',
  after: ['a.auth.api-key-accepted'],
  freedoms: {
    'refused-as-forbidden-input': refuses(406, 'not_acceptable'),
    rounded: {
      aNotInteger: (text, parameter, call) => {
        const number = Math.round(Number(text))
        return text === '' || Number.isNaN(number) ? call.conforming.aNotInteger(text, parameter, call) : BigInt(number)
      },
    },
  },
  observe: observeResponses('per_page=abc', 'per_page='),
})
