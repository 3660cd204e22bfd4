import { observation } from '../../../src/core/rule.ts'
import { observedResponse } from '../../../src/judge/observed-response.ts'
import { call } from '../api.ts'
import { missing } from '../support/freedoms.ts'

export default observation({
  title: 'The response to the rows of a dataset that does not exist',
  clauses: ['7.open.codes', '7.open.statuses'],
  tried: 'GET rows of a made-up dataset in the project, and in a made-up project.',
  meaning: 'A client with a wrong dataset id gets this response.',
  needs: ['project'],
  after: ['b.auth.api-key-accepted'],
  freedoms: {
    'no-content': missing({ status: 204, headers: [], body: '' }),
    'sent-elsewhere': missing({ status: 302, headers: [['Location', '/']], body: '' }),
  },
  observe: async (tools) => {
    const ask = async (project: string) => {
      const ids = { project, dataset: 'no-such-dataset' }
      return observedResponse(await tools.get({ ...call(tools.target, 'rows', { page: 1 }, ids), open: true }), [
        'items',
      ])
    }
    const [known, unknown] = await Promise.all([ask(tools.target.project!), ask('no-such-project')])
    return { 'in the project': known, 'in a made-up project': unknown }
  },
})
