import type { Depth } from './literal-types.ts'
import type { Rule, Variant } from './rule.ts'
import type { KeyCondition, Need, RelatedNeed, Target } from './target.ts'

/** What to supply for these needs, as one clause. */
export function supplyText(needs: readonly Need[], variant: Variant, target?: Target, depth?: Depth): string {
  const isForDepth = (need: Need) => depth === 'quick' && isRelated(need)
  const missing = supplies(
    needs.filter((need) => !isForDepth(need)),
    variant,
    target,
  )
  return [
    ...(missing.length > 0 ? [`supply ${missing.join(', and ')}`] : []),
    ...(needs.some(isForDepth) ? [QUICK] : []),
  ].join('; ')
}

export const unmet = ({ needs = [] }: Rule, target: Target): Need[] => needs.filter((need) => !isMet(need, target))

/** The settings and control functions that meet these needs, one line each. */
export function supplies(needs: readonly Need[], variant: Variant, target?: Target): string[] {
  const functions = needs.filter(isControl).map((need) => need.slice('control.'.length))
  return [
    ...needs.filter((need) => !isControl(need)).map((need) => supply(need, variant, target?.lookedAt)),
    ...(functions.length > 0 ? [`a control module (--control FILE) with ${functions.join(', ')}`] : []),
  ]
}

export const isControl = (need: Need): boolean => need.startsWith('control.')

/** Where preflight puts what it found. */
const RELATED: Readonly<Record<RelatedNeed, keyof NonNullable<Target['related']>>> = {
  'second-project': 'secondProject',
  'second-dataset': 'secondDataset',
  'empty-project': 'emptyProject',
  'empty-dataset': 'emptyDataset',
}

/** Needs that no setting meets: preflight finds them through the API, or does not. */
export const isRelated = (need: Need): need is RelatedNeed => Object.hasOwn(RELATED, need)

function isMet(need: Need, target: Target): boolean {
  // The run decides whether timing rules run, not the target.
  if (need === 'key' || need === 'timing') return true
  if (need === 'socket') return !target.inProcess
  if (need.startsWith('key:')) return need.slice(4) in target.keys
  if (need === 'second-key') return Object.keys(target.keys).length > 1
  if (need === 'other-company' || need === 'other-tenant') return need in target.keys
  if (need === 'project' || need === 'dataset') return target[need] !== undefined
  if (isControl(need)) return target.control?.some((name) => need === `control.${name}`) ?? false
  if (need === 'dataset:ordered') return target.dataset !== undefined && target.ordered
  if (need === 'dataset:order-by') return target.dataset !== undefined && target.orderBy !== undefined
  if (isRelated(need)) return target.related?.[RELATED[need]] !== undefined
  return false
}

/** Descriptions of the key conditions, for messages. */
export const CONDITIONS: Readonly<Record<KeyCondition, string>> = {
  active: 'an active key',
  'no-scope': 'a valid key that lacks the scope',
  'no-module': 'a valid key of a company without the module',
  revoked: 'a revoked key',
  expired: 'an expired key',
  disabled: 'a disabled key',
  'other-company': 'an active key of a second company',
  'other-tenant': 'an active key of a second company',
}

function supply(need: Need, variant: Variant, lookedAt?: number): string {
  const setting = `TENANT_${variant.toUpperCase()}`
  if (need === 'key') return `${setting}_KEY (an active key with every scope)`
  if (need.startsWith('key:')) {
    const condition = need.slice(4) as KeyCondition
    return `${setting}_KEY_${condition.toUpperCase().replace('-', '_')} (${CONDITIONS[condition]})`
  }
  const text = OTHERS[need] ?? need
  return lookedAt === undefined ? text : text.replace('through the API', `in the ${lookedAt} projects that were read`)
}

const QUICK = 'run at standard depth: quick depth looks at one other project and one other dataset only'

const OTHERS: Record<string, string> = {
  timing: 'standard depth, or --timing',
  socket: 'a base URL (this rule tests the HTTP server, which an in-process handler does not have)',
  'second-key': 'any second key, for example a revoked one (settings that begin with TENANT_A_KEY_ or TENANT_B_KEY_)',
  'other-company': `TENANT_B_KEY_OTHER_COMPANY (${CONDITIONS['other-company']})`,
  'other-tenant': `TENANT_A_KEY_OTHER_TENANT (${CONDITIONS['other-tenant']})`,
  project: 'TENANT_B_PROJECT_ID (a project with datasets and nodes, if none can be found through the API)',
  dataset: 'TENANT_B_DATASET_ID (a dataset with rows, if none can be found through the API)',
  'dataset:ordered': 'TENANT_B_DATASET_ORDER_BY, the columns of the ORDER BY in the query of TENANT_B_DATASET_ID',
  'dataset:order-by': 'TENANT_B_DATASET_ORDER_BY, the columns of the ORDER BY in the query of TENANT_B_DATASET_ID',
  'second-project': 'a second project with datasets or nodes (looked for in the list of projects)',
  'second-dataset': 'a second dataset with rows in the project (looked for in its list of datasets)',
  'empty-project':
    'a project without datasets and nodes (looked for among the first of the list; --depth exhaustive looks at more)',
  'empty-dataset':
    'a dataset without rows in the project (looked for among its first; --depth exhaustive looks at more)',
}
