import * as a from '../a/schemas.ts'
import * as b from '../b/schemas.ts'
import { errorOf } from '../schemas.ts'
import type { Variant } from '../types.ts'
import { type Described, pathItem } from './path-item.ts'

const missing = { 404: errorOf(404, 'not_found') }
const invalidList = { 422: b.invalidQuery }

const ENDPOINTS: Readonly<Record<Variant, readonly Described[]>> = {
  a: [
    {
      ...{ path: '/users', id: 'listUsers', summary: 'Users of the company, by id' },
      ...{ query: a.userQuery, ok: a.userPage, errors: { 400: a.invalidQuery } },
    },
  ],
  b: [
    {
      ...{ path: '/projects', id: 'listProjects', summary: 'Projects of the company' },
      ...{ query: b.listQuery, ok: b.listPage, errors: invalidList },
    },
    {
      ...{ path: '/projects/{project_id}/datasets', id: 'listDatasets', summary: 'Datasets of a project' },
      ...{ query: b.listQuery, ok: b.listPage, errors: { ...invalidList, ...missing } },
    },
    {
      ...{ path: '/projects/{project_id}/nodes', id: 'listNodes', summary: 'Nodes of a project' },
      ...{ query: b.listQuery, ok: b.listPage, errors: { ...invalidList, ...missing } },
    },
    {
      ...{
        path: '/projects/{project_id}/datasets/{dataset_id}/rows',
        id: 'readRows',
        summary: 'Rows of a dataset, live',
      },
      ...{ query: b.rowsQuery, ok: b.rowsPage, errors: { ...invalidList, ...missing } },
    },
    { path: '/company', id: 'readCompany', summary: 'The company of the key', ok: b.company },
  ],
}

const SCHEMES = {
  apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
  bearer: { type: 'http', scheme: 'bearer' },
}

/** OpenAPI 3.1 of a variant as this server serves it without faults. `root`: prefix of all paths. */
export function openApiOf(variant: Variant, root: string) {
  const securitySchemes = variant === 'a' ? SCHEMES : { apiKey: SCHEMES.apiKey }
  return {
    openapi: '3.1.0',
    info: { title: `Tenant public API, variant ${variant.toUpperCase()} (reference server)`, version: 'v1' },
    servers: [{ url: root }],
    security: Object.keys(securitySchemes).map((name) => ({ [name]: [] })),
    paths: Object.fromEntries(ENDPOINTS[variant].map((endpoint) => [endpoint.path, pathItem(endpoint)])),
    components: { securitySchemes },
  }
}
