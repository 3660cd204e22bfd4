import type { Behaviour } from '../../../reference-server/behaviour.ts'
import { count } from '../../../src/core/count.ts'
import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import { canonical } from '../../../src/core/json.ts'
import { at } from '../../../src/core/json-values.ts'
import { requestLine } from '../../../src/core/request-text.ts'
import { type Tools, trial, violation } from '../../../src/core/rule.ts'
import type { Target } from '../../../src/core/target.ts'
import { call, LIST_SIZE_MAX } from '../api.ts'
import { early, missing } from '../support/freedoms.ts'
import { idOf, itemsOf } from '../support/response-fingerprint.ts'
import { unknownLike } from '../support/unknown-id.ts'

type Id = 'this' | 'second' | 'unknown'

interface Case {
  readonly endpoint: 'datasets' | 'nodes' | 'rows'
  /** Whose ids are in the path; a dataset of one project under another. */
  readonly project: Id
  readonly dataset?: Id
}

interface Evidence {
  readonly x: Exchange
  /** What the project in the path lists, and the rows where they belong, if the dataset is one of another project. */
  readonly listed?: Exchange
  readonly home?: Exchange
}

const CASES: readonly Case[] = [
  { endpoint: 'rows', project: 'second', dataset: 'this' },
  { endpoint: 'datasets', project: 'unknown' },
  { endpoint: 'rows', project: 'this', dataset: 'second' },
  { endpoint: 'nodes', project: 'unknown' },
  { endpoint: 'rows', project: 'unknown', dataset: 'this' },
  { endpoint: 'rows', project: 'this', dataset: 'unknown' },
]

const idsOf = ({ project, dataset, related }: Target) => ({
  project: { this: project, second: related?.secondProject, unknown: project && unknownLike(project) },
  dataset: { this: dataset, second: related?.itsDataset, unknown: dataset && unknownLike(dataset) },
})

async function send(c: Case, tools: Tools): Promise<Evidence> {
  const { target } = tools
  const ids = idsOf(target)
  const [project, dataset] = [ids.project[c.project], c.dataset && ids.dataset[c.dataset]]
  const x = await tools.get({ ...call(target, c.endpoint, {}, { project, dataset }), open: true })
  if (!isSuccess(x) || itemsOf(x).length === 0 || c.project === 'unknown' || c.dataset === 'unknown') return { x }
  const home = c.dataset === 'this' ? {} : { project: ids.project.second, dataset }
  return {
    x,
    listed: await tools.once(call(target, 'datasets', { page: 1, size: LIST_SIZE_MAX }, { project })),
    home: await tools.once(call(target, 'rows', {}, home)),
  }
}

export default trial<Case, Evidence>({
  level: 'implied',
  severity: 'error',
  title: 'An id that does not exist, or belongs to another project, yields no items',
  clauses: ['4.datasets', '4.nodes', '4.rows'],
  derivation:
    'the path names a project and one of its datasets: what does not exist has no items, and a dataset is read under its own project.',
  tried:
    'Datasets, nodes and rows under ids of the same form that do not exist, and a dataset of one project under another. Any refusal conforms, and so does an empty page. A dataset that is read under another project is a warning.',
  meaning: 'A client with a wrong id gets data that belongs elsewhere.',
  causes: [
    'the id is looked up without its parent, or falls back to a default or to no condition',
    'the path is not read: the last project is kept in a session',
  ],
  needs: ['key', 'project'],
  since: 3,
  after: ['b.auth.api-key-accepted'],
  faults: {
    'any-dataset': { bDatasetVisible: () => true },
    'any-dataset-under-the-first-project': {
      bDatasetVisible: (dataset, project) => dataset.projectId === project.id || project.id === 1,
    },
    'unknown-project-lists-datasets': found('datasets', 'project'),
    'unknown-project-lists-nodes': found('nodes', 'project'),
    'unknown-dataset-has-rows': found('rows', 'dataset'),
    'unknown-project-is-ignored-for-rows': found('rows', 'project'),
  },
  quickMisses: {
    'any-dataset-under-the-first-project': 'quick depth sends one request',
    'unknown-project-lists-datasets': 'quick depth sends one request',
    'unknown-project-lists-nodes': 'quick depth sends one request',
    'unknown-dataset-has-rows': 'quick depth sends one request',
    'unknown-project-is-ignored-for-rows': 'quick depth sends one request',
  },
  freedoms: {
    'bad-request': missing(early(400)),
    'gone-with-a-page-of-its-own': missing(early(410)),
    'empty-lists': missing({
      status: 200,
      headers: [['Content-Type', 'application/json']],
      body: '{"items":[],"total":0,"page":1,"size":50,"pages":0,"columns":[],"has_more":false}',
    }),
    'no-project-at-all': { seedProjects: () => 0 },
  },
  cases: {
    first: (target) => {
      const { project, dataset } = idsOf(target)
      return CASES.filter((c) => project[c.project] !== undefined && (!c.dataset || dataset[c.dataset] !== undefined))
    },
    count: [1, 6, 6],
  },
  send,
  judge({ x, listed, home }, c, target) {
    const items = itemsOf(x)
    if (!isSuccess(x) || items.length === 0) return undefined
    const mixed = listed !== undefined
    if (mixed && !isForeign(x, { listed, home }, idsOf(target).dataset[c.dataset!])) return undefined
    const where = mixed
      ? 'a project that the dataset does not belong to'
      : `a ${c.project === 'unknown' ? 'project' : 'dataset'} id that does not exist`
    return {
      ...violation('a refusal, or no items', count(items.length, 'item'), x),
      headline: `${requestLine(x.req)} returned ${count(items.length, 'item')} under ${where}`,
      warning: mixed,
    }
  },
})

/** Datasets may be numbered in each project: then the rows are not those of the dataset at home. */
function isForeign(x: Exchange, { listed, home }: Omit<Evidence, 'x'>, id: string | undefined): boolean {
  const ids = itemsOf(listed!).map(idOf)
  if (ids.includes(id)) return false
  const complete = !ids.includes(undefined) && at(listed!.response?.json, 'total') === ids.length
  return complete || rowsOf(x) === rowsOf(home!)
}

const rowsOf = (x: Exchange): string => itemsOf(x).map(canonical).sort().join()

/** For a fault: responds to an id that is not there with items. */
function found(endpoint: string, what: 'project' | 'dataset'): Partial<Behaviour> {
  const page = { items: [{ id: 7, name: 'Any' }], total: 1, page: 1, size: 50, pages: 1, columns: [], has_more: false }
  return {
    response: (response, call) => {
      const isLost = call.endpoint === endpoint && response.status === 404 && String(response.body).includes(what)
      return isLost ? { ...response, status: 200, body: JSON.stringify(page) } : response
    },
  }
}
