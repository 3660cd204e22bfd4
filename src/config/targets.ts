import { identity } from '../core/key-schema.ts'
import { VARIANTS } from '../core/literal-types.ts'
import { CONDITIONS } from '../core/needs.ts'
import type { Variant } from '../core/rule.ts'
import type { SuppliedKey, TargetSettings } from '../core/settings.ts'
import type { KeyCondition } from '../core/target.ts'
import { ENDPOINTS, type VariableName, type Variables } from './setting-variables.ts'

const prefix = (variant: Variant): string => `TENANT_${variant.toUpperCase()}_`

const namesOf = (variables: Variables, variant: Variant): string[] =>
  Object.keys(variables).filter((name) => name.startsWith(prefix(variant)))

/** Whether any setting of the variant is set. */
export const isNamed = (variables: Variables, variant: Variant): boolean => namesOf(variables, variant).length > 0

/** The deployment of a variant. Its base URL and active key must be set. */
export function targetOf(variables: Variables, variant: Variant): TargetSettings {
  const { TENANT_B_PROJECT_ID: project, TENANT_B_DATASET_ID: dataset, TENANT_B_DATASET_ORDER_BY: orderBy } = variables
  const isB = variant === 'b'
  return {
    variant,
    baseUrl: variables[`${prefix(variant)}BASE_URL` as VariableName] as string,
    keys: keysOf(variables, variant) as TargetSettings['keys'],
    ...(isB && project && { project }),
    ...(isB && dataset && { dataset }),
    ordered: isB && (variables.TENANT_B_DATASET_ORDERED ?? orderBy !== undefined),
    ...(isB && orderBy && { orderBy }),
    noScopeEndpoints: isB ? (variables.TENANT_B_NO_SCOPE_ENDPOINTS ?? ENDPOINTS) : [],
  }
}

function keysOf(variables: Variables, variant: Variant): { [C in KeyCondition]?: SuppliedKey } {
  const found = Object.keys(CONDITIONS).flatMap((condition) => {
    const suffix = condition === 'active' ? '' : `_${condition.toUpperCase().replace('-', '_')}`
    const env = `${prefix(variant)}KEY${suffix}`
    const value = variables[env as VariableName] as string | undefined
    return value === undefined ? [] : [[condition, { env, value }] as const]
  })
  return Object.fromEntries(found)
}

/** All keys of both variants. */
export const keysIn = (variables: Variables): SuppliedKey[] =>
  VARIANTS.flatMap((variant) => Object.values(keysOf(variables, variant)))

/** Problems of settings that do not fit together. `asked`: the option that requests the variant. */
export function contradictions(variables: Variables, variant: Variant, asked?: string): string[] {
  const names = namesOf(variables, variant)
  if (!asked && names.length === 0) return []
  const because = asked ? `${asked} selects this variant` : `${names[0]} is`
  const required = { BASE_URL: 'the base URL of the deployment', KEY: 'an active key with every scope' }
  const missing = Object.entries(required).flatMap(([name, what]) => {
    const full = prefix(variant) + name
    return names.includes(full) ? [] : [`${full}: not set, but ${because}; set it to ${what}`]
  })
  return [...missing, ...sameKeys(variables, variant), ...(variant === 'b' ? idsWithoutContext(variables) : [])]
}

function sameKeys(variables: Variables, variant: Variant): string[] {
  const first = new Map<string, string>()
  return Object.values(keysOf(variables, variant)).flatMap(({ env, value }) => {
    const other = first.get(identity(value))
    if (other) return [`${env}: the same key as ${other}; each needs a different key`]
    first.set(identity(value), env)
    return []
  })
}

function idsWithoutContext(variables: Variables): string[] {
  const { TENANT_B_PROJECT_ID: project, TENANT_B_DATASET_ID: dataset, TENANT_B_DATASET_ORDERED: ordered } = variables
  const { TENANT_B_DATASET_ORDER_BY: orderBy } = variables
  const lines: string[] = []
  if (dataset && !project)
    lines.push('TENANT_B_PROJECT_ID: not set, but TENANT_B_DATASET_ID is; set it to the project of that dataset')
  if (ordered && !dataset)
    lines.push(
      'TENANT_B_DATASET_ORDERED: is true without a dataset; set TENANT_B_DATASET_ID to the dataset it is about',
    )
  if (orderBy && !dataset)
    lines.push('TENANT_B_DATASET_ORDER_BY: set, but TENANT_B_DATASET_ID is not; set it to the dataset it is about')
  if (orderBy && ordered === false)
    lines.push('TENANT_B_DATASET_ORDERED: is false, but TENANT_B_DATASET_ORDER_BY is set; unset one of them')
  return lines
}
