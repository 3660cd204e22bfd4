import { observation } from '../../../src/core/rule.ts'
import { observeResponses } from '../support/observe-responses.ts'

export default observation({
  title: 'The response to a page that is not an integer',
  clauses: ['7.open.codes', '7.open.statuses'],
  tried: 'GET /users with the active key and page=abc, page=.',
  meaning: 'A client that sends an empty or misspelt page gets this response.',
  after: ['a.auth.api-key-accepted'],
  freedoms: {
    'as-if-left-out': { aNotInteger: (_text, parameter) => (parameter === 'page' ? 1n : 25n) },
    'as-far-as-it-is-one': {
      aNotInteger: (text, parameter, call) => {
        const [digits] = /^\s*[+-]?\d+/.exec(text) ?? []
        return digits === undefined ? call.conforming.aNotInteger(text, parameter, call) : BigInt(Number(digits))
      },
    },
    'as-zero': {
      aNotInteger: () => 0n,
      aPage: (page) => (page < 1n ? 1n : page),
      aPerPage: (n) => (n < 1n || n > 100n ? 25 : Number(n)),
    },
    'not-found': {
      aProblemError: (problems, call) =>
        problems.some(({ parameter }) => parameter === 'page')
          ? { status: 404, code: 'page_not_found', message: 'That page is not a number' }
          : call.conforming.aProblemError(problems, call),
    },
    'as-one': { aNotInteger: () => 1n },
  },
  observe: observeResponses('page=abc', 'page='),
})
