import { observation } from '../../../src/core/rule.ts'
import { responsesTo } from '../support/responses-to.ts'

export default observation({
  title: 'what a size that is not an integer is answered on a list',
  clauses: ['7.open.codes', '7.open.statuses'],
  tried: 'GET /projects with size=abc',
  meaning: 'a client that sends an empty or fractional size sees this',
  after: ['b.auth.api-key-accepted'],
  freedoms: {
    'as-zero': { bNotInteger: () => 0n },
    'as-one': { bNotInteger: () => 1n },
  },
  observe: responsesTo('projects', 'size=abc'),
})
