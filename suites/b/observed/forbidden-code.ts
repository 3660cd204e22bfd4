import { at } from '../../../src/core/json-values.ts'
import { inApiKey, whole } from '../../../src/core/key-format.ts'
import { observation } from '../../../src/core/rule.ts'
import { call, type EndpointName, reachable } from '../api.ts'

export default observation({
  title: 'the error code of a 403, on each endpoint that the key lacks the scope for',
  clauses: ['7.403.code'],
  tried: 'the endpoints of TENANT_B_NO_SCOPE_ENDPOINTS with the key that lacks the scope',
  meaning: 'the reference does not fix it: a client should decide by the status 403',
  needs: ['key:no-scope'],
  after: ['b.auth.api-key-accepted'],
  freedoms: {
    insufficient: { forbiddenCode: () => 'insufficient_scope' },
    'in-capitals': { forbiddenCode: () => 'FORBIDDEN' },
    digits: { forbiddenCode: () => '40301' },
    empty: { forbiddenCode: () => '' },
    'as-of-a-401': { forbiddenCode: () => 'unauthorized' },
    'another-at-each-endpoint': { forbiddenCode: (_lacks, call) => `missing_scope:${call.endpoint}:read` },
    'found-out-after-the-query': { order: () => ['credential', 'method', 'query', 'permission', 'lookup'] },
    'found-out-last': { order: () => ['credential', 'method', 'query', 'lookup', 'permission'] },
  },
  observe: async (tools) => {
    const { keys, noScopeEndpoints } = tools.target
    const names = reachable(tools.target).filter((name) => noScopeEndpoints.includes(name))
    const credential = inApiKey(whole(keys['no-scope']!), 'no-scope')
    const said = async (name: EndpointName) =>
      at((await tools.once(call(tools.target, name, {}, { credential }))).response?.json, 'error.code') ?? 'absent'
    return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await said(name)] as const)))
  },
})
