import type { Credential, Req } from '../../src/core/exchange.ts'
import { inApiKey, whole } from '../../src/core/key-format.ts'
import type { Target } from '../../src/core/target.ts'
import { type Query, sentParameters, type VariantSurface } from '../shared/variant-surface.ts'

export type { Query } from '../shared/variant-surface.ts'

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

/** The largest size of a page of rows that the suite requests: smaller than the reference allows where rows are wide. */
export const largestRowsSize = (target: Target): number => target.sizes?.[ENDPOINTS.rows] ?? ROWS_SIZE_MAX
/** Pages that can be read, but rarely should be, are this many times as large. */
const AT_MOST = 12
export const readableRowsSize = (target: Target): number => Math.min(ROWS_SIZE_MAX, AT_MOST * largestRowsSize(target))

export interface Way {
  readonly endpoint: EndpointName
  /** In place of the target's own. */
  readonly project?: string
  readonly dataset?: string
}

export const active = (target: Target): Credential => inApiKey(whole(target.keys.active), 'active')

/** GET of an endpoint for the target's project and dataset, or other ids; with the active key unless another credential is given. */
export function call(
  target: Target,
  name: EndpointName,
  query: Query = {},
  { credential = active(target), project = target.project, dataset = target.dataset, isLarge = false }: Choice = {},
): Req {
  const ids: Record<string, string | undefined> = { project_id: project, dataset_id: dataset }
  const path = ENDPOINTS[name].replace(/\{(\w+)\}/g, (_, id) => encodeURIComponent(ids[id] ?? 'none'))
  // §4: the default page of rows is not fixed, so rows get one unless the caller passes `page: undefined`.
  const paged = name === 'rows' && !('page' in query) ? { page: 1, ...query } : query
  const all = name === 'rows' && !isLarge ? withModerateSize(target, paged) : paged
  return { endpoint: ENDPOINTS[name], path, query: sentParameters(all), credential }
}

/** Replaces a size that the reference allows, but that is too large for wide rows; a page at the default size is read anyway. */
function withModerateSize(target: Target, query: Query): Query {
  const { size } = query
  const most = Math.max(ROWS_SIZE_DEFAULT, largestRowsSize(target))
  return typeof size === 'number' && size <= ROWS_SIZE_MAX && size > most ? { ...query, size: most } : query
}

export interface Choice {
  readonly credential?: Credential
  readonly project?: string
  readonly dataset?: string
  /** Whether a page of wide rows may be as large as can be read. */
  readonly isLarge?: boolean
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
  wideEndpoint: ENDPOINTS.rows,
  parameters: ['page', 'size'],
  credentials: { 'x-api-key': inApiKey },
  requests: (target, credential) => reachable(target).map((name) => call(target, name, {}, { credential })),
  ways: (target) => reachable(target).map((endpoint) => ({ endpoint })),
  wayInWords: ({ endpoint }) => `at ${endpoint}`,
  header: () => inApiKey,
  request: (target, { endpoint, project, dataset }, credential = active(target), query = {}) =>
    call(target, endpoint, query, {
      credential,
      ...(project !== undefined && { project }),
      ...(dataset !== undefined && { dataset }),
    }),
  list: (target, query = {}, credential = active(target)) => call(target, 'projects', query, { credential }),
  size: { parameter: 'size', echo: 'size' },
}
