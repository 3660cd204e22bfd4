import type { Exchange } from '../../src/core/exchange.ts'
import { isSuccess } from '../../src/core/exchange.ts'
import type { Json } from '../../src/core/json.ts'
import { at, isArray, isInteger } from '../../src/core/json-values.ts'
import type { Preflight, PreflightTools } from '../../src/core/preflight.ts'
import type { Target } from '../../src/core/target.ts'
import { unreachableReason } from '../../src/judge/response-summary.ts'
import { reasonToStop, stopIfOther } from '../shared/preflight.ts'
import { call, ENDPOINTS, LISTS, surface } from './api.ts'

/** Projects, and datasets of the project, that discovery reads when the operator named none. */
const MOST_LOOKED_AT = 10

/** Characters of an id that fits a path: many conforming servers reject longer ones. */
const LONGEST_ID = 1000

/** Reads projects with the active key, then looks for a project with datasets and nodes and for a dataset with rows. */
export const preflight: Preflight = async (tools) => {
  const { baseUrl } = tools.target
  const x = await tools.once(call(tools.target, 'projects'))
  if (x.problem) return { stop: unreachableReason(baseUrl, x.problem) }
  const works = isSuccess(x) || isSuccess(await tools.once(call(tools.target, 'company')))
  if (!works) return reasonToStop(x, tools, { surface, other: 'a', grants: 'every scope' })
  const other = stopIfOther(x, 'a', baseUrl)
  if (other) return other
  const mistaken = await mistakenId(tools, x)
  if (mistaken) return { stop: mistaken }
  const project = tools.target.project ?? (await findProject(tools, x))
  const dataset = tools.target.dataset ?? (project && (await findDataset(tools, project)))
  const found = { ...(project && { project }), ...(dataset && { dataset }) }
  return { learnt: { ...found, sizes: await sizes(tools, { ...tools.target, ...found }, x) } }
}

/** A configured id that is in no list and gets 404: mistyped, or of another company. Rules would report that as violations. */
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
    // The requests that are sent for the chosen project as well, which is most often the first.
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

/** The first dataset with more rows than the default size, else the one with the most rows. */
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

/** The reference shows no fields of items, so an id is what has the name `id`. */
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
