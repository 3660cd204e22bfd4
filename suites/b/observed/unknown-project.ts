import { seen } from '../../../src/judge/seen.ts'
import { observation } from '../../../src/rule.ts'
import { call } from '../api.ts'

/** Ids have no documented form: one that looks like a word, one like a number. */
const UNKNOWN = ['no-such-project', '999999999']

export default observation({
  title: 'what the datasets of a project that does not exist are answered',
  clauses: ['7.open.codes', '7.open.statuses'],
  tried: 'GET /projects/{project_id}/datasets with two made-up ids',
  meaning: 'a client that still holds the id of a deleted project sees this',
  after: ['b.auth.api-key-accepted'],
  observe: async (tools) => {
    const answers = UNKNOWN.map(async (project) => {
      const x = await tools.get({ ...call(tools.target, 'datasets', {}, { project }), open: true })
      return [project, seen(x, ['items'])] as const
    })
    return Object.fromEntries(await Promise.all(answers))
  },
})
