import type { Exchange } from '../../src/core/exchange.ts'
import { isSuccess } from '../../src/core/exchange.ts'
import type { Json } from '../../src/core/json.ts'
import { at, isArray, isInteger } from '../../src/core/json-values.ts'
import type { Preflight, PreflightTools } from '../../src/core/preflight.ts'
import type { Related, Target } from '../../src/core/target.ts'
import { unreachableReason } from '../../src/judge/response-summary.ts'
import { reasonToStop, stopIfOther, stopIfPage } from '../shared/preflight.ts'
import { call, ENDPOINTS, LISTS, ROWS_SIZE_MAX, surface } from './api.ts'

/** Projects that discovery reads when the operator named none: all of them if it must, and few where one has datasets. */
const MOST_PROJECTS = 200
const ENOUGH_PROJECTS = 10
/** Datasets of the project that it reads. */
const MOST_DATASETS = 10

/** Characters of an id that fits a path: many conforming servers reject longer ones. */
const LONGEST_ID = 1000

/** Reads projects with the active key, then looks for a project with datasets and nodes and for a dataset with rows. */
export const preflight: Preflight = async (tools) => {
  const { baseUrl } = tools.target
  const x = await tools.once(call(tools.target, 'projects'))
  if (x.problem) return { stop: unreachableReason(baseUrl, x.problem) }
  const works = isSuccess(x) || isSuccess(await tools.once(call(tools.target, 'company')))
  if (!works) return reasonToStop(x, tools, { surface, other: 'a', grants: 'every scope' })
  const other = stopIfPage(x, tools.target) ?? stopIfOther(x, 'a', baseUrl)
  if (other) return other
  const mistaken = await mistakenId(tools, x)
  if (mistaken) return { stop: mistaken }
  const search = tools.target.project === undefined ? await findProject(tools, x) : undefined
  const project = tools.target.project ?? search?.id
  const dataset = tools.target.dataset ?? (project && (await findDataset(tools, project)))
  const found = { ...(project && { project }), ...(dataset && { dataset }) }
  const target = { ...tools.target, ...found }
  const [projects, datasets, known] = await Promise.all([
    relatedProjects(tools, target, x),
    relatedDatasets(tools, target),
    sizes(tools, target, x),
  ])
  return {
    learnt: {
      ...found,
      ...(tools.lookAround > 0 && { related: { ...projects, ...datasets } }),
      ...(search && { lookedAt: search.lookedAt }),
      sizes: known,
    },
  }
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
async function findProject(tools: PreflightTools, x: Exchange): Promise<{ id?: string; lookedAt: number }> {
  let best: { id: string; score: number } | undefined
  let lookedAt = 0
  for await (const id of projectIds(tools, x)) {
    // The requests that are sent for the chosen project as well, which is most often the first.
    const [datasets, nodes] = await Promise.all([
      tools.once(call(tools.target, 'datasets', {}, { project: id })),
      tools.once(call(tools.target, 'nodes', {}, { project: id })),
    ])
    const score = (total(datasets) > 0 ? 2 : 0) + (total(nodes) > 0 ? 1 : 0)
    if (!best || score > best.score) best = { id, score }
    if (++lookedAt >= (best.score > 1 ? ENOUGH_PROJECTS : MOST_PROJECTS) || score === 3) break
  }
  return { id: best?.id, lookedAt }
}

/** The ids on the first page of the projects, then on the others. */
async function* projectIds(tools: PreflightTools, x: Exchange): AsyncGenerator<string> {
  let ids = idsIn(at(x.response?.json, 'items'))
  for (let page = 2; ids.length > 0; page++) {
    yield* ids
    const pages = at(x.response?.json, 'pages')
    if (!isInteger(pages) || page > pages) return
    ids = idsIn(at((await tools.once(call(tools.target, 'projects', { page }))).response?.json, 'items'))
  }
}

/** The first dataset with more rows than the default size, else the one with the most rows. */
async function findDataset(tools: PreflightTools, project: string): Promise<string | undefined> {
  const list = await tools.once(call(tools.target, 'datasets', {}, { project }))
  let best: { id: string; rows: number } | undefined
  for (const id of idsIn(at(list.response?.json, 'items')).slice(0, MOST_DATASETS)) {
    const x = await tools.once(call(tools.target, 'rows', {}, { project, dataset: id }))
    const items = at(x.response?.json, 'items')
    const rows = (isArray(items) ? items.length : 0) + (at(x.response?.json, 'has_more') === true ? 1 : 0)
    if (rows > 0 && (!best || rows > best.rows)) best = { id, rows }
    if (at(x.response?.json, 'has_more') === true) break
  }
  return best?.id
}

type Found = { -readonly [K in keyof Related]: Related[K] }

/** Other projects, with half of the requests. */
async function relatedProjects(tools: PreflightTools, target: Target, projects: Exchange): Promise<Related> {
  const found: Found = {}
  if (tools.lookAround === 0) return found
  const { project } = target
  const own =
    project === undefined ? [] : idsIn(at((await tools.once(call(target, 'datasets'))).response?.json, 'items'))
  let left = Math.ceil(tools.lookAround / 2)
  for (const id of idsIn(at(projects.response?.json, 'items'))) {
    if (left <= 0 || (found.itsDataset && found.emptyProject)) break
    if (id === project) continue
    const datasets = await tools.once(call(target, 'datasets', {}, { project: id }))
    left--
    if (isNotFound(datasets)) found.emptyProject ??= id
    if (!isSuccess(datasets)) continue
    const ids = idsIn(at(datasets.response?.json, 'items'))
    const [itsDataset] = ids
    // One that lists all datasets of another is preferred: it may be empty.
    const listsOwn = own.length > 1 && own.every((one) => ids.includes(one))
    if (itsDataset !== undefined && (!found.itsDataset || listsOwn))
      Object.assign(found, { secondProject: id, itsDataset })
    if (total(datasets) > 0 || left-- <= 0) continue
    const nodes = await tools.once(call(target, 'nodes', {}, { project: id }))
    if (!isSuccess(nodes)) continue
    if (total(nodes) === 0) found.emptyProject = id
    else found.secondProject ??= id
  }
  return found
}

/** Other datasets of the project, with the other half. */
async function relatedDatasets(tools: PreflightTools, target: Target): Promise<Related> {
  const found: Found = {}
  const { project, dataset } = target
  let left = Math.floor(tools.lookAround / 2)
  if (left === 0 || project === undefined || dataset === undefined) return found
  const datasets = await tools.once(call(target, 'datasets'))
  for (const id of idsIn(at(datasets.response?.json, 'items'))) {
    if (left <= 0 || (found.secondDataset && found.emptyDataset)) break
    if (id === dataset) continue
    const rows = at((await tools.once(call(target, 'rows', {}, { dataset: id }))).response?.json, 'items')
    left--
    if (isArray(rows)) found[rows.length > 0 ? 'secondDataset' : 'emptyDataset'] ??= id
  }
  return found
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
  return { [ENDPOINTS.projects]: total(projects), ...Object.fromEntries(seen), ...(await rowsSize(tools, target)) }
}

/** Bytes of a page of rows. */
const MOST_BYTES = 2 * 1024 ** 2

/** The size of rows up to which a page has a moderate length, by the first page at the default size. */
async function rowsSize(tools: PreflightTools, target: Target): Promise<Record<string, number>> {
  if (target.project === undefined || target.dataset === undefined) return {}
  const x = await tools.once(call(target, 'rows'))
  const { response } = x.problem ? await tools.once(call(target, 'rows', { size: 1 })) : x
  const items = at(response?.json, 'items')
  if (!response || !isArray(items) || items.length === 0) return {}
  const fitting = Math.floor((MOST_BYTES * items.length) / response.bytes)
  return { [ENDPOINTS.rows]: Math.min(ROWS_SIZE_MAX, Math.max(1, fitting)) }
}
