import { observation } from '../../../src/core/rule.ts'
import { fieldsOf } from '../../../src/judge/observed-response.ts'
import { noise } from '../../shared/freedoms.ts'
import { call } from '../api.ts'

export default observation({
  title: 'The fields of the company resource and their JSON types',
  clauses: ['2.open.company-fields', '4.company.open.response'],
  tried: 'GET /company with the active key.',
  meaning: 'No field is promised: a client that reads one should expect it to change.',
  after: ['b.company.readable'],
  freedoms: {
    none: { bCompanyJson: () => ({}) },
    'an-array': { bCompanyJson: ({ name }) => [name] },
    'a-text': { bCompanyJson: ({ name }) => name },
    null: { bCompanyJson: () => null },
    'no-content': {
      response: (response, { endpoint, method }) =>
        endpoint === 'company' && method === 'GET' && response.status === 200
          ? { status: 204, headers: [], body: '' }
          : response,
    },
    'of-the-moment': {
      bCompanyJson: ({ name }, call) => ({ name, id: noise(call.n, 1e9), requests: call.n, now: call.now }),
    },
    'members-that-mislead': {
      bCompanyJson: ({ id }) => ({
        id,
        total: 3,
        items: [{ id }],
        pages: 1,
        error: { code: 'unauthorized', status: 401 },
      }),
    },
  },
  observe: async (tools) => fieldsOf([(await tools.once(call(tools.target, 'company'))).response?.json ?? null]),
})
