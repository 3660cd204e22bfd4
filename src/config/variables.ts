import { z } from 'zod'
import { nearest } from '../core/did-you-mean.ts'
import { key } from '../core/key-schema.ts'
import { baseUrl } from './base-url.ts'

export const ENDPOINTS = ['projects', 'datasets', 'nodes', 'rows', 'company'] as const

const endpoints = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  )
  .pipe(
    z.array(z.enum(ENDPOINTS, `must be a comma-separated list of ${ENDPOINTS.join(', ')}`)).min(1, 'names no endpoint'),
  )

const id = z.string().regex(/^[^\s\p{Cc}]+$/u, 'must be an id, without white space')
const flag = z.enum(['true', 'false'], 'must be true or false').transform((text) => text === 'true')

/** A variable that is set must say something: a secret that a pipeline does not have arrives as an empty text. */
const filled = <Output>(shape: z.ZodType<Output, string>) =>
  z.string().min(1, { error: 'is set but empty; give it a value, or unset it', abort: true }).pipe(shape)

/** Every variable that the contract names; what each means stands there. */
export const Variables = z
  .object({
    TENANT_A_BASE_URL: filled(baseUrl),
    TENANT_A_KEY: filled(key),
    TENANT_A_KEY_NO_SCOPE: filled(key),
    TENANT_A_KEY_NO_MODULE: filled(key),
    TENANT_A_KEY_REVOKED: filled(key),
    TENANT_A_KEY_EXPIRED: filled(key),
    TENANT_A_KEY_DISABLED: filled(key),
    TENANT_B_BASE_URL: filled(baseUrl),
    TENANT_B_KEY: filled(key),
    TENANT_B_KEY_NO_SCOPE: filled(key),
    TENANT_B_KEY_REVOKED: filled(key),
    TENANT_B_KEY_EXPIRED: filled(key),
    TENANT_B_KEY_OTHER_COMPANY: filled(key),
    TENANT_B_NO_SCOPE_ENDPOINTS: filled(endpoints),
    TENANT_B_PROJECT_ID: filled(id),
    TENANT_B_DATASET_ID: filled(id),
    TENANT_B_DATASET_ORDERED: filled(flag),
    TENANT_CONTROL: filled(z.string()),
    TENANT_ALLOW_HTTP: filled(flag),
    TENANT_CA: filled(z.string()),
  })
  .partial()

export type Variables = z.output<typeof Variables>
export type VariableName = keyof Variables

const KNOWN = Object.keys(Variables.shape)

/** A line for each variable that looks like one of ours misspelt: ignoring it would skip rules without a word. */
export function misspelt(names: Iterable<string>): string[] {
  return [...names].flatMap((name) => {
    if (!/^TENANT_[AB]_/.test(name) || KNOWN.includes(name)) return []
    const [meant] = nearest(name, KNOWN)
    return meant ? [`${name}: not a setting; did you mean ${meant}?`] : []
  })
}
