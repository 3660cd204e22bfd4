import { z } from 'zod'
import { nearest } from '../core/did-you-mean.ts'
import { key } from '../core/key-schema.ts'
import { baseUrl } from './base-url.ts'

export const ENDPOINTS = ['projects', 'datasets', 'nodes', 'rows', 'company'] as const

const endpoints = z
  .string()
  .transform((text) => text.split(',').flatMap((name) => name.trim() || []))
  .pipe(
    z.array(z.enum(ENDPOINTS, `must be a comma-separated list of ${ENDPOINTS.join(', ')}`)).min(1, 'names no endpoint'),
  )

const id = z.string().regex(/^[^\s\p{Cc}]+$/u, 'must be an id, without white space')
const flag = z.enum(['true', 'false'], 'must be true or false').transform((text) => text === 'true')
const path = z.string()

/** A setting must not be empty: a pipeline passes a missing secret as an empty text. */
const setting = <Output>(schema: z.ZodType<Output, string>, description: string, example = '') =>
  z
    .string()
    .min(1, { error: 'is set but empty; give it a value, or unset it', abort: true })
    .pipe(schema)
    .meta({ description, example })

const settings = {
  TENANT_A_BASE_URL: setting(baseUrl, 'variant A: `{base_url}`; `/api/public/v1` is added', 'https://api.example.com'),
  TENANT_A_KEY: setting(key, 'an active key with every scope'),
  TENANT_A_KEY_NO_SCOPE: setting(key, 'a valid key that lacks the scope'),
  TENANT_A_KEY_NO_MODULE: setting(key, 'a valid key of a company without the module'),
  TENANT_A_KEY_REVOKED: setting(key, 'a revoked key'),
  TENANT_A_KEY_EXPIRED: setting(key, 'an expired key'),
  TENANT_A_KEY_DISABLED: setting(key, 'a disabled key'),
  TENANT_B_BASE_URL: setting(baseUrl, 'variant B: `{base_url}`; `/api/public/v1` is added', 'https://api.example.com'),
  TENANT_B_KEY: setting(key, 'an active key with every scope'),
  TENANT_B_KEY_NO_SCOPE: setting(key, 'a valid key that lacks the scope'),
  TENANT_B_KEY_REVOKED: setting(key, 'a revoked key'),
  TENANT_B_KEY_EXPIRED: setting(key, 'an expired key'),
  TENANT_B_KEY_OTHER_COMPANY: setting(key, 'an active key of a second company'),
  TENANT_B_NO_SCOPE_ENDPOINTS: setting(endpoints, `where that key lacks it: \`${ENDPOINTS.join(',')}\` (default: all)`),
  TENANT_B_PROJECT_ID: setting(id, 'a project with datasets and nodes (default: found through the API)'),
  TENANT_B_DATASET_ID: setting(id, 'a dataset of that project with rows (default: found through the API)'),
  TENANT_B_DATASET_ORDERED: setting(flag, '`true` if its query has an ORDER BY over a unique key', 'true'),
  TENANT_CONTROL: setting(path, 'the control module, or `manual`, as `--control`', 'control.mts'),
  TENANT_CA: setting(path, 'certificates in PEM to trust besides those that Node.js trusts, as `--ca`', 'ca.pem'),
  TENANT_ALLOW_HTTP: setting(flag, '`true` allows keys over http:// to another machine, as `--allow-http`', 'true'),
}

export const Variables = z.object(settings).partial()

export type Variables = z.output<typeof Variables>
export type VariableName = keyof Variables

interface Description {
  readonly name: string
  /** With Markdown. */
  readonly description: string
  readonly example: string
}

/** Every setting, for help, README and `.env`. */
export const DESCRIPTIONS = Object.entries(settings).map(
  ([name, schema]) => ({ name, ...schema.meta() }) as Description,
)

const NAMES = Object.keys(settings)

/** One line per variable that looks like a misspelt setting. To ignore it would silently skip rules. */
export function misspelt(names: Iterable<string>): string[] {
  return [...names].flatMap((name) => {
    if (!/^TENANT_[AB]_/.test(name) || NAMES.includes(name)) return []
    const [meant] = nearest(name, NAMES)
    return meant ? [`${name}: not a setting; did you mean ${meant}?`] : []
  })
}
