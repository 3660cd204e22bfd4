import { observation } from '../../../src/core/rule.ts'
import { early } from '../support/freedoms.ts'
import { observeResponses } from '../support/observe-responses.ts'

export default observation({
  title: 'The response of a list to a page that is not an integer',
  clauses: ['7.open.codes', '7.open.statuses'],
  tried: 'GET /projects?page=abc with the active key.',
  meaning: 'A client that sends a misspelt page gets this response.',
  after: ['b.auth.api-key-accepted'],
  freedoms: {
    'as-if-left-out': { bNotInteger: (_text, parameter) => (parameter === 'page' ? 1n : 50n) },
    'bad-request-in-html': {
      response: (response, call) =>
        response.status === 422 && /(page|size)=(?!-?\d+(&|$))/.test(call.search) ? { ...early(400) } : response,
    },
    'as-far-as-it-is-one': {
      bNotInteger: (text, parameter, call) => {
        const [digits] = /^\s*[+-]?\d+/.exec(text) ?? []
        return digits === undefined ? call.conforming.bNotInteger(text, parameter, call) : BigInt(Number(digits))
      },
    },
  },
  observe: observeResponses('projects', 'page=abc'),
})
