import type { Rule, Variant } from './rule.ts'
import type { Need, Target } from './target.ts'

/** What to supply for these needs, as one clause. */
export const supplyText = (needs: readonly Need[], variant: Variant): string =>
  `supply ${supplies(needs, variant).join(', and ')}`

export const unmet = ({ needs = [] }: Rule, target: Target): Need[] => needs.filter((need) => !isMet(need, target))

/** The settings and control functions that meet these needs, one line each. */
export function supplies(needs: readonly Need[], variant: Variant): string[] {
  const functions = needs.filter(isControl).map((need) => need.slice('control.'.length))
  return [
    ...needs.filter((need) => !isControl(need)).map((need) => supply(need, variant)),
    ...(functions.length > 0 ? [`a control module (--control FILE) with ${functions.join(', ')}`] : []),
  ]
}

export const isControl = (need: Need): boolean => need.startsWith('control.')

function isMet(need: Need, target: Target): boolean {
  // The run decides whether timing rules run, not the target.
  if (need === 'key' || need === 'timing') return true
  if (need === 'socket') return !target.inProcess
  if (need.startsWith('key:')) return need.slice(4) in target.keys
  if (need === 'second-key') return Object.keys(target.keys).length > 1
  if (need === 'other-company') return 'other-company' in target.keys
  if (need === 'project' || need === 'dataset') return target[need] !== undefined
  if (isControl(need)) return target.control?.some((name) => need === `control.${name}`) ?? false
  if (need === 'dataset:ordered') return target.dataset !== undefined && target.ordered
  return false
}

/** Descriptions of the key conditions, for messages. */
export const CONDITIONS: Readonly<Record<string, string>> = {
  'no-scope': 'a valid key that lacks the scope',
  'no-module': 'a valid key of a company without the module',
  revoked: 'a revoked key',
  expired: 'an expired key',
  disabled: 'a disabled key',
  'other-company': 'an active key of a second company',
}

function supply(need: Need, variant: Variant): string {
  const setting = `TENANT_${variant.toUpperCase()}`
  if (need === 'key') return `${setting}_KEY (an active key with every scope)`
  if (need.startsWith('key:')) {
    const condition = need.slice(4)
    return `${setting}_KEY_${condition.toUpperCase().replace('-', '_')} (${CONDITIONS[condition]})`
  }
  return OTHERS[need] ?? need
}

const OTHERS: Record<string, string> = {
  timing: 'a run without --no-timing',
  socket: 'a base URL (this rule tests the HTTP server, which an in-process handler does not have)',
  'second-key': 'any second key, for example a revoked one (settings that begin with TENANT_A_KEY_ or TENANT_B_KEY_)',
  'other-company': `TENANT_B_KEY_OTHER_COMPANY (${CONDITIONS['other-company']})`,
  project: 'TENANT_B_PROJECT_ID (a project with datasets and nodes; none was found through the API)',
  dataset: 'TENANT_B_DATASET_ID (a dataset with rows; none was found through the API)',
  'dataset:ordered': 'TENANT_B_DATASET_ORDERED=true, when the query of the dataset has an ORDER BY over a unique key',
}
