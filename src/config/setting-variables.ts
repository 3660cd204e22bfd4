import { z } from 'zod'
import { key } from '../core/key-schema.ts'
import { nearest } from '../core/usage-error.ts'

/** `{base_url}` without a trailing slash: http or https, without query or fragment. Messages do not repeat the value. */
export const baseUrl = z.string().transform((text, context) => {
  const problem = problemOf(text)
  if (problem === undefined) return normalized(new URL(text))
  context.issues.push({ code: 'custom', message: problem, input: text })
  return z.NEVER
})

function problemOf(text: string): string | undefined {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase()
  if (scheme !== 'http' && scheme !== 'https')
    return scheme !== undefined && /^[^/]+:\/\//.test(text)
      ? `${scheme} is not supported; use an http:// or https:// URL`
      : 'not a URL with a scheme; start it with http:// or https://'
  if (/[\s\\]/.test(text) || !/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text))
    return 'not a URL; write it as https://host/path'
  const url = new URL(text)
  if (url.username || url.password) return 'must not contain a user name or password; keys have their own settings'
  if (text.includes('?')) return 'must not contain a query: remove the ? and what follows'
  if (text.includes('#')) return 'must not contain a fragment: remove the # and what follows'
  return undefined
}

/** The API path may be part of it. */
const normalized = ({ origin, pathname }: URL): string =>
  `${origin}${pathname.replace(/\/+$/, '').replace(/\/+api\/public\/v1$/, '')}`

export const ENDPOINTS = ['projects', 'datasets', 'nodes', 'rows', 'company'] as const

const endpoints = z
  .string()
  .transform((text) => text.split(',').flatMap((name) => name.trim() || []))
  .pipe(
    z.array(z.enum(ENDPOINTS, `must be a comma-separated list of ${ENDPOINTS.join(', ')}`)).min(1, 'names no endpoint'),
  )

const id = z.string().regex(/^[^\s\p{Cc}]+$/u, 'must be an id, without white space')
const flag = z.enum(['true', 'false'], 'must be true or false').transform((text) => text === 'true')
/** `-day,id`: day descending, then id ascending. */
const orderBy = z.string().transform((text, context) => {
  const columns = text.split(',').map((part) => {
    const name = part.trim()
    return name.startsWith('-') ? { column: name.slice(1), descending: true } : { column: name, descending: false }
  })
  if (columns.some(({ column }) => column === '')) context.addIssue('must name columns, as in -day,id')
  return columns
})
const path = z.string()

/** `docker run --env-file`, for one, takes quotes for part of a value. */
const QUOTED = ({ path = [] }: { path?: PropertyKey[] }) =>
  `has quotes that are part of its value; remove them, in a shell by export ${String(path[0])}=$(printenv ${String(path[0])} | tr -d \\"\\')`

/** A setting must not be empty: a pipeline passes a missing secret as an empty text. */
const setting = <Output>(schema: z.ZodType<Output, string>, description: string, example = '') =>
  z
    .string()
    .min(1, { error: 'is set but empty; give it a value, or unset it', abort: true })
    .refine((text) => !/^["'“”‘’]|["'“”‘’]$/.test(text), { error: QUOTED, abort: true })
    .pipe(schema)
    .meta({ description, example })

const settings = {
  TENANT_A_BASE_URL: setting(baseUrl, 'variant A: the URL before `/api/public/v1`', 'https://api.example.com'),
  TENANT_A_KEY: setting(key, 'an active key with every scope'),
  TENANT_A_KEY_NO_SCOPE: setting(key, 'a valid key of the same company that lacks the scope'),
  TENANT_A_KEY_NO_MODULE: setting(key, 'a valid key of a company without the module'),
  TENANT_A_KEY_OTHER_TENANT: setting(key, 'an active key of a second company (a tenant is a company)'),
  TENANT_A_KEY_REVOKED: setting(key, 'a revoked key'),
  TENANT_A_KEY_EXPIRED: setting(key, 'an expired key'),
  TENANT_A_KEY_DISABLED: setting(key, 'a disabled key'),
  TENANT_B_BASE_URL: setting(baseUrl, 'variant B: the URL before `/api/public/v1`', 'https://api.example.com'),
  TENANT_B_KEY: setting(key, 'an active key with every scope'),
  TENANT_B_KEY_NO_SCOPE: setting(key, 'a valid key of the same company that lacks the scope'),
  TENANT_B_KEY_REVOKED: setting(key, 'a revoked key'),
  TENANT_B_KEY_EXPIRED: setting(key, 'an expired key'),
  TENANT_B_KEY_OTHER_COMPANY: setting(key, 'an active key of a second company'),
  TENANT_B_NO_SCOPE_ENDPOINTS: setting(
    endpoints,
    `where \`TENANT_B_KEY_NO_SCOPE\` lacks its scope: \`${ENDPOINTS.join(',')}\` (default: all)`,
  ),
  TENANT_B_PROJECT_ID: setting(id, 'a project with datasets and nodes (default: found through the API)'),
  TENANT_B_DATASET_ID: setting(id, 'a dataset of `TENANT_B_PROJECT_ID` with rows (default: found through the API)'),
  TENANT_B_DATASET_ORDER_BY: setting(
    orderBy,
    'the ORDER BY in the query of `TENANT_B_DATASET_ID`: `column` or `-column`, by commas',
    '-day,id',
  ),
  TENANT_B_DATASET_ORDERED: setting(flag, 'instead of ORDER_BY: `true`, if it is over other, unique columns', 'true'),
  TENANT_CONTROL: setting(
    path,
    'a program that creates and revokes keys for the tests, or `manual` (`help control`)',
    'control.mts',
  ),
  TENANT_ATTEST: setting(path, 'statements about clauses that no request can test, as `--attest`', 'attest.yaml'),
  TENANT_CA: setting(path, 'certificates in PEM to trust besides those that Node.js trusts, as `--ca`', 'ca.pem'),
  TENANT_HEADERS: setting(
    path,
    'headers that a gateway requires, by commas, as `--header`',
    'X-Gateway: $GATEWAY_TOKEN',
  ),
  TENANT_CERT: setting(path, 'client certificate in PEM that a gateway requires, as `--cert`', 'client.pem'),
  TENANT_CERT_KEY: setting(path, 'the private key of that certificate, as `--key`', 'client.key'),
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
