import type { Rule, Variant } from './rule.ts'
import type { Need, Target } from './target.ts'

/** What to supply for these needs, as one clause. */
export const supplyText = (needs: readonly Need[], variant: Variant): string =>
  `supply ${supplies(needs, variant).join(', and ')}`

export const unmet = ({ needs = [] }: Rule, target: Target): Need[] => needs.filter((need) => !isMet(need, target))

/** What to supply for each of these needs. */
export function supplies(needs: readonly Need[], variant: Variant): string[] {
  const acts = needs.filter(isControl).map((need) => need.slice(8))
  return [
    ...needs.filter((need) => !isControl(need)).map((need) => supply(need, variant)),
    ...(acts.length > 0 ? [`a control module (--control FILE) with ${acts.join(', ')}`] : []),
  ]
}

export const isControl = (need: Need): boolean => need.startsWith('control.')

function isMet(need: Need, target: Target): boolean {
  // Whether time is measured is a matter of the run, not of the target.
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

/** Each condition of a key, in words. */
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
  socket: 'a base URL (a handler in this process has no HTTP server around it, which this is about)',
  'second-key':
    'any second key, for example a revoked one (see the settings whose names begin with TENANT_A_KEY_ or TENANT_B_KEY_)',
  'other-company': `TENANT_B_KEY_OTHER_COMPANY (${CONDITIONS['other-company']})`,
  project: 'TENANT_B_PROJECT_ID (a project with datasets and nodes; none was found through the API)',
  dataset: 'TENANT_B_DATASET_ID (a dataset with rows; none was found through the API)',
  'dataset:ordered': 'TENANT_B_DATASET_ORDERED=true, when the query of the dataset has an ORDER BY over a unique key',
}
