import type { Credential, Req } from '../../src/core/exchange.ts'
import { inApiKey, whole } from '../../src/core/key-format.ts'
import type { Target } from '../../src/core/target.ts'
import { type Query, sentParameters, type VariantSurface } from '../shared/surface.ts'

export type { Query } from '../shared/surface.ts'

/** §4: the five documented endpoints, by the names that TENANT_B_NO_SCOPE_ENDPOINTS uses. */
export const ENDPOINTS = {
  projects: '/projects',
  datasets: '/projects/{project_id}/datasets',
  nodes: '/projects/{project_id}/nodes',
  rows: '/projects/{project_id}/datasets/{dataset_id}/rows',
  company: '/company',
} as const

export type EndpointName = keyof typeof ENDPOINTS
export const ENDPOINT_NAMES = Object.keys(ENDPOINTS) as EndpointName[]
/** The three endpoints that return a list page. */
export const LISTS = ['projects', 'datasets', 'nodes'] as const
export type ListName = (typeof LISTS)[number]

/** §4, §8 */
export const LIST_SIZE_DEFAULT = 50
export const LIST_SIZE_MAX = 100
export const ROWS_SIZE_DEFAULT = 100
export const ROWS_SIZE_MAX = 1000

export interface Way {
  readonly endpoint: EndpointName
}

export const active = (target: Target): Credential => inApiKey(whole(target.keys.active), 'active')

/** GET of an endpoint for the target's project and dataset, or other ids; with the active key unless another credential is given. */
export function call(
  target: Target,
  name: EndpointName,
  query: Query = {},
  { credential = active(target), project = target.project, dataset = target.dataset }: Choice = {},
): Req {
  const ids: Record<string, string | undefined> = { project_id: project, dataset_id: dataset }
  const path = ENDPOINTS[name].replace(/\{(\w+)\}/g, (_, id) => encodeURIComponent(ids[id] ?? 'none'))
  // §4: the default page of rows is not fixed, so rows get one unless the caller passes `page: undefined`.
  const all = name === 'rows' && !('page' in query) ? { page: 1, ...query } : query
  return { endpoint: ENDPOINTS[name], path, query: sentParameters(all), credential }
}

export interface Choice {
  readonly credential?: Credential
  readonly project?: string
  readonly dataset?: string
}

/** Endpoints that this target can serve: some need a project, and rows need a dataset. */
export const reachable = (target: Target): EndpointName[] =>
  ENDPOINT_NAMES.filter((name) => {
    if (name === 'rows') return target.project !== undefined && target.dataset !== undefined
    return name === 'projects' || name === 'company' || target.project !== undefined
  })

/** The same with rows first: other code serves them, which quick depth should not leave out. */
export const rowsFirst = (target: Target): EndpointName[] => {
  const names = reachable(target)
  return [...names.filter((name) => name === 'rows'), ...names.filter((name) => name !== 'rows')]
}

/** Lists that this target can serve. */
export const reachableLists = (target: Target): ListName[] =>
  LISTS.filter((name) => (reachable(target) as string[]).includes(name))

export const surface: VariantSurface<Way> = {
  endpoints: Object.values(ENDPOINTS),
  parameters: ['page', 'size'],
  credentials: { 'x-api-key': inApiKey },
  ways: (target) => reachable(target).map((endpoint) => ({ endpoint })),
  wayInWords: ({ endpoint }) => `at ${endpoint}`,
  header: () => inApiKey,
  request: (target, { endpoint }, credential = active(target), query = {}) =>
    call(target, endpoint, query, { credential }),
  list: (target, query = {}, credential = active(target)) => call(target, 'projects', query, { credential }),
  size: { parameter: 'size', echo: 'size' },
}
