import { observation } from '../../../src/core/rule.ts'
import { ofList, scopeFreedoms, scopeHeaders } from '../../shared/observations.ts'
import { surface } from '../api.ts'

export default observation({
  since: 3,
  title: 'The names of the headers that name scopes',
  clauses: ['5.7', '5.7.endpoints'],
  tried: 'GET /users with the active key. Only names are recorded.',
  meaning: 'A client learns which scopes its key has, or an endpoint requires, if the server sends such headers.',
  freedoms: scopeFreedoms,
  observe: ofList(surface, scopeHeaders),
})
