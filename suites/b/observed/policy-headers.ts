import { observation } from '../../../src/core/rule.ts'
import { ofList, policyFreedoms, policyHeaders } from '../../shared/observations.ts'
import { surface } from '../api.ts'

export default observation({
  since: 3,
  title: 'The names of the headers that announce a deprecation or a version',
  clauses: ['9.open.deprecation', '9.open.compatibility'],
  tried: 'GET /projects with the active key. Only names are recorded.',
  meaning: 'A client learns of the end of a version from these headers, if the server sends any.',
  freedoms: policyFreedoms,
  observe: ofList(surface, policyHeaders),
})
