import type { Site } from '../site.ts'
import type { Call, ErrorSpec } from '../types.ts'
import { storedId } from './ids.ts'

/** Finds the project that the path names, among those that the key reads. */
export function findProject(call: Call, site: Site): ErrorSpec | undefined {
  const { behaviour: b, store } = site
  const id = storedId('projects', call.params.project ?? '', site)
  const project = id === undefined ? undefined : store.items.project(id)
  // Without a key only where a faulty order looks up first.
  const visible = project && (!call.key || b.bProjectVisible(project, call.key, call))
  if (!visible) return b.notFound('project', call)
  call.project = project
  return undefined
}

/** Finds the project and its dataset. */
export function findDataset(call: Call, site: Site): ErrorSpec | undefined {
  const { behaviour: b, store } = site
  const missing = findProject(call, site)
  if (missing) return missing
  const id = storedId('datasets', call.params.dataset ?? '', site)
  const dataset = id === undefined ? undefined : store.items.dataset(id)
  if (!dataset || !b.bDatasetVisible(dataset, call.project!, call)) return b.notFound('dataset', call)
  call.dataset = dataset
  return undefined
}
