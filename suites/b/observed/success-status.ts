import { observation } from '../../../src/core/rule.ts'
import { unsteadyServers } from '../../shared/freedoms.ts'
import { early, pauses } from '../support/freedoms.ts'
import { observeEachEndpoint } from '../support/observe-each-endpoint.ts'

export default observation({
  title: 'The status of a success, at each endpoint',
  clauses: ['7.open.statuses'],
  tried: 'GET of every endpoint with the active key.',
  meaning: 'A client should treat any 2xx as a success.',
  freedoms: {
    'non-authoritative': { successStatus: () => 203 },
    'partial-content-of-lists': { successStatus: (call) => (call.endpoint === 'company' ? 200 : 206) },
    'another-at-each-endpoint': {
      successStatus: ({ endpoint }) =>
        200 + (['projects', 'datasets', 'nodes', 'rows', 'company'].indexOf(endpoint) % 4),
    },
    'multi-status-for-some-pages': { successStatus: ({ size = 0 }) => (size % 3 === 2 ? 207 : 200) },
    ...unsteadyServers(pauses, early(504)),
  },
  observe: observeEachEndpoint(({ response }) => response?.status ?? null),
})
