import { identity } from '../core/key-schema.ts'
import type { Variant } from '../core/rule.ts'
import type { SuppliedKey, TargetSettings } from '../core/settings.ts'
import type { KeyCondition } from '../core/target.ts'
import { ENDPOINTS, type VariableName, type Variables } from './variables.ts'

const CONDITIONS = {
  active: 'KEY',
  'no-scope': 'KEY_NO_SCOPE',
  'no-module': 'KEY_NO_MODULE',
  revoked: 'KEY_REVOKED',
  expired: 'KEY_EXPIRED',
  disabled: 'KEY_DISABLED',
  'other-company': 'KEY_OTHER_COMPANY',
} as const satisfies Record<KeyCondition, string>

const prefix = (variant: Variant): string => `TENANT_${variant.toUpperCase()}_`

/** Whether any setting of the variant is there. */
export const isNamed = (variables: Variables, variant: Variant): boolean =>
  Object.keys(variables).some((name) => name.startsWith(prefix(variant)))

/** The deployment that the settings name for a variant; its base URL and active key must be there. */
export function targetOf(variables: Variables, variant: Variant): TargetSettings {
  return {
    variant,
    baseUrl: value(variables, `${prefix(variant)}BASE_URL`)!,
    keys: keysOf(variables, variant) as TargetSettings['keys'],
    ordered: false,
    noScopeEndpoints: [],
    ...(variant === 'b' && onlyOfB(variables)),
  }
}

function onlyOfB(variables: Variables): Partial<TargetSettings> {
  return {
    ...(variables.TENANT_B_PROJECT_ID && { project: variables.TENANT_B_PROJECT_ID }),
    ...(variables.TENANT_B_DATASET_ID && { dataset: variables.TENANT_B_DATASET_ID }),
    ordered: variables.TENANT_B_DATASET_ORDERED ?? false,
    noScopeEndpoints: variables.TENANT_B_NO_SCOPE_ENDPOINTS ?? ENDPOINTS,
  }
}

function keysOf(variables: Variables, variant: Variant): { [C in KeyCondition]?: SuppliedKey } {
  const found = Object.entries(CONDITIONS).flatMap(([condition, name]) => {
    const env = prefix(variant) + name
    const text = value(variables, env)
    return text === undefined ? [] : [[condition, { env, value: text }] as const]
  })
  return Object.fromEntries(found)
}

/** All keys, of both variants. */
export const keysIn = (variables: Variables): SuppliedKey[] =>
  (['a', 'b'] as const).flatMap((variant) => Object.values(keysOf(variables, variant)))

function value(variables: Variables, name: string): string | undefined {
  return variables[name as VariableName] as string | undefined
}

/** Lines on settings of a variant that do not go together. `asked`: the option that asks for the variant, if any. */
export function contradictions(variables: Variables, variant: Variant, asked?: string): string[] {
  const own = prefix(variant)
  const names = Object.keys(variables).filter((name) => name.startsWith(own))
  if (!asked && names.length === 0) return []
  return [
    ...missing(own, names, asked),
    ...sameKeys(variables, variant),
    ...(variant === 'b' ? looseIds(variables) : []),
  ]
}

function missing(own: string, names: string[], asked?: string): string[] {
  const lines: string[] = []
  const because = asked ? `${asked} asks for this variant` : `${names[0]} is`
  if (!names.includes(`${own}BASE_URL`))
    lines.push(`${own}BASE_URL: not set, but ${because}; set it to the base URL of the deployment`)
  if (!names.includes(`${own}KEY`))
    lines.push(`${own}KEY: not set, but ${because}; set it to an active key with every scope`)
  return lines
}

function sameKeys(variables: Variables, variant: Variant): string[] {
  const first = new Map<string, string>()
  return Object.values(keysOf(variables, variant)).flatMap(({ env, value }) => {
    const other = first.get(identity(value))
    if (other) return [`${env}: holds the same key as ${other}; each needs a key of its own`]
    first.set(identity(value), env)
    return []
  })
}

function looseIds(variables: Variables): string[] {
  const lines: string[] = []
  const { TENANT_B_PROJECT_ID: project, TENANT_B_DATASET_ID: dataset, TENANT_B_DATASET_ORDERED: ordered } = variables
  if (dataset && !project)
    lines.push('TENANT_B_PROJECT_ID: not set, but TENANT_B_DATASET_ID is; set it to the project of that dataset')
  if (ordered && !dataset)
    lines.push(
      'TENANT_B_DATASET_ORDERED: says true, but of no dataset; set TENANT_B_DATASET_ID to the one it speaks of',
    )
  return lines
}
