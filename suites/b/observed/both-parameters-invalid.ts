import { observation } from '../../../src/core/rule.ts'
import { isNamed } from '../../../src/judge/named-parameter.ts'
import { observedResponse } from '../../../src/judge/observed-response.ts'
import { call } from '../api.ts'

export default observation({
  title: 'Which parameter is named when both page and size are out of range',
  clauses: ['7.422.details', '7.open.details'],
  tried: 'GET /projects with page=0 and size=0.',
  meaning: 'A client that shows errors beside its fields learns of one mistake or of both.',
  after: ['b.auth.api-key-accepted'],
  freedoms: {
    'only-the-last': { bDetails: (problems) => ({ field: problems.at(-1)!.parameter }) },
  },
  observe: async (tools) => {
    const x = await tools.get({ ...call(tools.target, 'projects', { page: 0, size: 0 }), open: true })
    const named = ['page', 'size'].filter((name) => isNamed(x.response?.json, name))
    return { response: observedResponse(x), named }
  },
})
