import { observation } from '../../../src/core/rule.ts'
import { refusesRows } from '../support/freedoms.ts'
import { observeNamedResponses } from '../support/observe-responses.ts'

export default observation({
  title: 'The response of rows without a page',
  clauses: ['4.rows.page.default'],
  tried: 'GET rows with size=1 and no page.',
  meaning: 'The reference does not fix the default: a client should always send page.',
  needs: ['dataset'],
  after: ['b.auth.api-key-accepted'],
  freedoms: {
    'page-2': { bRowsPageDefault: () => 2n },
    'far-off': { bRowsPageDefault: () => 999n },
    needed: { bRowsPageDefault: () => 0n },
    'needed-else-a-bad-request': { bRowsPageDefault: () => 0n, ...refusesRows({ status: 400, headers: [], body: '' }) },
  },
  observe: observeNamedResponses('rows', { 'no page': { size: 1, page: undefined } }),
})
