import { observation } from '../../../src/core/rule.ts'
import { refusesRows } from '../support/freedoms.ts'
import { observeResponses } from '../support/observe-responses.ts'

export default observation({
  title: 'The response of rows to a negative page',
  clauses: ['7.open.rows-page'],
  tried: 'GET rows with page=-1.',
  meaning: 'A client with a sign error gets this response.',
  needs: ['dataset'],
  after: ['b.auth.api-key-accepted'],
  freedoms: {
    'sent-to-page-1': refusesRows({ status: 303, headers: [['Location', '?page=1']], body: '' }),
  },
  observe: observeResponses('rows', 'page=-1'),
})
