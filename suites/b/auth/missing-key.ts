import { noCredential } from '../../../src/core/key-format.ts'
import { trial } from '../../../src/core/rule.ts'
import type { Target } from '../../../src/core/target.ts'
import { refusesCredential } from '../../shared/refused-keys.ts'
import { type EndpointName, reachable, surface } from '../api.ts'
import { type ValidRequest, validRequests } from '../support/valid-requests.ts'

const KEY_ID = /_([0-9a-f]{16})_[0-9a-f]{64}$/i

/** A framework may redirect clients that do not accept JSON or that prefer another language, on one route or on all. */
const plainClients = (target: Target): ValidRequest[] =>
  reachable(target).map((endpoint) => ({ endpoint, query: {}, client: 'plain' }))

/** Other projects and datasets: one alone may be open to all. */
function elsewhere({ project, related = {} }: Target): ValidRequest[] {
  const { secondProject, itsDataset, emptyProject, secondDataset } = related
  const of = (endpoint: EndpointName, project?: string, dataset?: string): ValidRequest[] =>
    project === undefined ? [] : [{ endpoint, query: {}, project, ...(dataset !== undefined && { dataset }) }]
  return [
    ...of('datasets', secondProject),
    ...(itsDataset === undefined ? of('nodes', secondProject) : of('rows', secondProject, itsDataset)),
    ...(secondDataset === undefined ? [] : of('rows', project, secondDataset)),
    ...of('nodes', emptyProject),
  ]
}

export default trial({
  level: 'stated',
  title: 'A request without a key gets 401',
  clauses: ['1.key-required', '4.key', '5.2.missing', '7.401.any'],
  tried:
    'GET of every endpoint without X-Api-Key, with valid queries, with an Accept header other than JSON, and of other projects and datasets. The same request with the active key works before and after.',
  meaning: 'Anyone who knows the address of this endpoint reads it without a key.',
  causes: [
    'the route lacks the authentication middleware',
    'a cache responds before the key is checked',
    'a connection, thread or process remembers the key of the request before',
  ],
  needs: ['key'],
  faults: {
    forbidden: { refusalStatus: (failure) => (failure === 'missing' ? 403 : 401) },
    'bad-request-at-company': {
      refusalStatus: (failure, call) => (failure === 'missing' && call.endpoint === 'company' ? 400 : 401),
    },
    'redirected-unless-json-is-asked-for': {
      refusalStatus: (_, call) => (/json/.test(call.header('accept')[0] ?? '') ? 401 : 302),
    },
    'success-status': { refusalStatus: (failure) => (failure === 'missing' ? 200 : 401) },
    'nodes-open-to-all': {
      sessionKeyId: (call) => {
        const shown = KEY_ID.exec(call.header('x-api-key')[0] ?? '')?.[1]
        const last = call.once('somebody', () => shown)
        return shown === undefined && call.endpoint === 'nodes' ? last : undefined
      },
    },
    'second-project-open': {
      classify: (check, call) =>
        !check.presented && /_0*2\//.test(call.path) ? undefined : call.conforming.classify(check, call),
    },
    'other-datasets-shared': {
      classify: (check, call) =>
        !check.presented && /\/datasets\//.test(call.path) && call.path !== call.once('shared', () => call.path)
          ? undefined
          : call.conforming.classify(check, call),
    },
    'with-a-query-only': {
      refusalStatus: (failure, call) => (failure === 'missing' && call.query('page').length > 0 ? 500 : 401),
    },
  },
  quickMisses: {
    'second-project-open': 'quick depth requests one project',
    'other-datasets-shared': 'quick depth requests one dataset',
    'redirected-unless-json-is-asked-for': 'quick depth sends no request with an Accept header other than JSON',
  },
  freedoms: { 'one-project': { seedProjects: () => 1 } },
  ...refusesCredential(
    surface,
    validRequests([5, 22, 22], (target) => [...plainClients(target), ...elsewhere(target)]),
    () => noCredential,
  ),
})
