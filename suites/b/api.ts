import type { Credential, Req } from '../../src/core/exchange.ts'
import { inApiKey, whole } from '../../src/core/key-format.ts'
import type { Surface } from '../../src/core/surface.ts'
import type { Target } from '../../src/core/target.ts'

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
/** The three endpoints that answer with a list page. */
export const LISTS = ['projects', 'datasets', 'nodes'] as const
export type ListName = (typeof LISTS)[number]

/** §4, §8 */
export const LIST_SIZE_DEFAULT = 50
export const LIST_SIZE_MAX = 100
export const ROWS_SIZE_DEFAULT = 100
export const ROWS_SIZE_MAX = 1000

export const surface: Surface = {
  endpoints: Object.values(ENDPOINTS),
  parameters: ['page', 'size'],
  credentials: { 'x-api-key': inApiKey },
}

/** Query parameters as they are sent; undefined ones left out. */
export type Query = Readonly<Record<string, string | number | bigint | undefined>>

export const active = (target: Target): Credential => inApiKey(whole(target.keys.active), 'active')

/** GET of an endpoint for the target's project and dataset (or other ids), by the active key where no other credential is given. */
export function call(
  target: Target,
  name: EndpointName,
  query: Query = {},
  { credential = active(target), project = target.project, dataset = target.dataset }: Choice = {},
): Req {
  const ids: Record<string, string | undefined> = { project_id: project, dataset_id: dataset }
  const path = ENDPOINTS[name].replace(/\{(\w+)\}/g, (_, id) => encodeURIComponent(ids[id] ?? 'none'))
  // §4: the default page of rows is not fixed, so they may need one. Who wants to leave it out says `page: undefined`.
  const all = name === 'rows' && !('page' in query) ? { page: 1, ...query } : query
  const sent = Object.entries(all).filter(([, value]) => value !== undefined)
  return {
    endpoint: ENDPOINTS[name],
    path,
    query: sent.map(([key, value]) => [key, String(value)] as const),
    credential,
  }
}

export interface Choice {
  readonly credential?: Credential
  readonly project?: string
  readonly dataset?: string
}

/** Endpoints that can be asked at this target: those of a project and of a dataset need one of each. */
export const reachable = (target: Target): EndpointName[] =>
  ENDPOINT_NAMES.filter((name) => {
    if (name === 'rows') return target.project !== undefined && target.dataset !== undefined
    return name === 'projects' || name === 'company' || target.project !== undefined
  })

/** The same, the rows before the others: they are read by other code than the rest, which a quick look should not leave out. */
export const rowsFirst = (target: Target): EndpointName[] => {
  const names = reachable(target)
  return [...names.filter((name) => name === 'rows'), ...names.filter((name) => name !== 'rows')]
}

/** Lists that can be asked at this target. */
export const reachableLists = (target: Target): ListName[] =>
  LISTS.filter((name) => (reachable(target) as string[]).includes(name))
