import { observation } from '../../../src/core/rule.ts'
import { responsesTo } from '../support/responses-to.ts'

export default observation({
  title: 'what a size that is not a whole number is answered on rows',
  clauses: ['7.open.rows-size'],
  tried: 'GET rows with size=abc',
  meaning: 'a client that sends an empty or fractional size sees this',
  needs: ['dataset'],
  after: ['b.auth.api-key-accepted'],
  freedoms: {
    'as-if-left-out': {
      bNotInteger: (text, parameter, call) =>
        call.endpoint === 'rows' ? (parameter === 'size' ? 100n : 1n) : call.lawful.bNotInteger(text, parameter, call),
    },
  },
  observe: responsesTo('rows', 'size=abc'),
})
