import type { Exchange } from '../../src/core/exchange.ts'
import { isSuccess } from '../../src/core/exchange.ts'
import type { Json } from '../../src/core/json.ts'
import { at, isArray, isInteger } from '../../src/core/json-values.ts'
import type { Preflight, PreflightTools, Stop } from '../../src/core/preflight.ts'
import type { Target } from '../../src/core/target.ts'
import { inShort, unheard } from '../../src/judge/answer.ts'
import { call, ENDPOINTS, LISTS } from './api.ts'

/** Projects, and datasets of the project, that are looked at when the operator named none. */
const MOST_LOOKED_AT = 10

/** Characters of an id that can stand in a path: a longer one is refused by many a server that is in order. */
const LONGEST_ID = 1000

/** Asks for projects by the active key, then looks for a project with datasets and nodes and for a dataset with rows. */
export const preflight: Preflight = async (tools) => {
  const { baseUrl } = tools.target
  const x = await tools.once(call(tools.target, 'projects'))
  if (x.problem) return { stop: unheard(baseUrl, x.problem) }
  const works = isSuccess(x) || isSuccess(await tools.once(call(tools.target, 'company')))
  if (!works) return refusal(x, tools)
  if (isVariantA(x)) return asA(baseUrl)
  const mistaken = await mistakenId(tools, x)
  if (mistaken) return { stop: mistaken }
  const project = tools.target.project ?? (await findProject(tools, x))
  const dataset = tools.target.dataset ?? (project && (await findDataset(tools, project)))
  const found = { ...(project && { project }), ...(dataset && { dataset }) }
  return { learnt: { ...found, sizes: await sizes(tools, { ...tools.target, ...found }, x) } }
}

/** Variant A's lists hold data and pagination; a server may answer them on any path. */
const isVariantA = ({ response }: Exchange): boolean =>
  isArray(at(response?.json, 'data')) && isInteger(at(response?.json, 'pagination.per_page'))

const asA = (baseUrl: string): Stop => ({
  stop: `${baseUrl} answers as variant A: give it as TENANT_A_BASE_URL`,
  instead: 'a',
})

async function refusal(x: Exchange, tools: PreflightTools): Promise<Stop> {
  const { baseUrl, keys } = tools.target
  const said = `GET ${baseUrl}/api/public/v1/projects with the key of ${keys.active.env} was answered ${inShort(x)}`
  if (x.response?.status === 401)
    return { stop: `${said}: the active key is not accepted; is it active, and of this deployment?` }
  if (x.response?.status === 403) return { stop: `${said}: the active key needs every scope` }
  const other = await tools.once({ ...call(tools.target, 'projects'), endpoint: null, path: '/users', open: true })
  if (isVariantA(other)) return asA(baseUrl)
  if (x.response?.status === 404) return { stop: `${said}: is the base URL right? /api/public/v1 is added to it` }
  return { stop: `${said}, not a success: nothing can be tried` }
}

/** A given id that no list shows and that is not found: mistyped, or of another company. Rules would call that nonconformant. */
async function mistakenId(tools: PreflightTools, projects: Exchange): Promise<string | undefined> {
  const { project, dataset } = tools.target
  if (project === undefined) return undefined
  const [datasets, nodes] = await Promise.all([
    tools.once(call(tools.target, 'datasets')),
    tools.once(call(tools.target, 'nodes')),
  ])
  const listed = (x: Exchange, id: string) => idsIn(at(x.response?.json, 'items')).includes(id)
  if (isNotFound(datasets) && isNotFound(nodes) && !listed(projects, project))
    return `TENANT_B_PROJECT_ID: project ${project} is not found with the key of ${tools.target.keys.active.env}`
  if (dataset === undefined || listed(datasets, dataset)) return undefined
  const rows = await tools.once(call(tools.target, 'rows', { page: 1 }))
  return isNotFound(rows) ? `TENANT_B_DATASET_ID: dataset ${dataset} is not found in project ${project}` : undefined
}

const isNotFound = (x: Exchange): boolean => x.response?.status === 404

const total = (x: Exchange): number => {
  const value = at(x.response?.json, 'total')
  return isInteger(value) ? Number(value) : 0
}

/** The first project that has both datasets and nodes; else the first with datasets; else the first of all. */
async function findProject(tools: PreflightTools, x: Exchange): Promise<string | undefined> {
  const ids = idsIn(at(x.response?.json, 'items')).slice(0, MOST_LOOKED_AT)
  let best: { id: string; score: number } | undefined
  for (const id of ids) {
    // Just what is asked of the project that is chosen: most often it is the first.
    const [datasets, nodes] = await Promise.all([
      tools.once(call(tools.target, 'datasets', {}, { project: id })),
      tools.once(call(tools.target, 'nodes', {}, { project: id })),
    ])
    const score = (total(datasets) > 0 ? 2 : 0) + (total(nodes) > 0 ? 1 : 0)
    if (!best || score > best.score) best = { id, score }
    if (score === 3) break
  }
  return best?.id
}

/** The first dataset with more rows than the default size; else the one with most among those looked at. */
async function findDataset(tools: PreflightTools, project: string): Promise<string | undefined> {
  const list = await tools.once(call(tools.target, 'datasets', {}, { project }))
  let best: { id: string; rows: number } | undefined
  for (const id of idsIn(at(list.response?.json, 'items')).slice(0, MOST_LOOKED_AT)) {
    const x = await tools.once(call(tools.target, 'rows', {}, { project, dataset: id }))
    const items = at(x.response?.json, 'items')
    const rows = (isArray(items) ? items.length : 0) + (at(x.response?.json, 'has_more') === true ? 1 : 0)
    if (rows > 0 && (!best || rows > best.rows)) best = { id, rows }
    if (at(x.response?.json, 'has_more') === true) break
  }
  return best?.id
}

/** Fields of items are not shown, so an id is one only where it is called so. */
function idsIn(items: Json | undefined): string[] {
  if (!isArray(items)) return []
  return items.flatMap((item) => {
    const id = at(item, 'id')
    const text = typeof id === 'string' || isInteger(id) ? String(id) : ''
    return text !== '' && text.length <= LONGEST_ID ? [text] : []
  })
}

async function sizes(tools: PreflightTools, target: Target, projects: Exchange): Promise<Record<string, number>> {
  const others = target.project === undefined ? [] : LISTS.filter((name) => name !== 'projects')
  const seen = await Promise.all(
    others.map(async (name) => [ENDPOINTS[name], total(await tools.once(call(target, name)))] as const),
  )
  return { [ENDPOINTS.projects]: total(projects), ...Object.fromEntries(seen) }
}
