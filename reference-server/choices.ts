/** All decisions that the references leave open ("not shown"). The conforming behaviour and the store read them. */

/** The fixed prefix of every key (A 2, B 2 name no value). */
export const PREFIX = 'tenant'

/** Scope that each endpoint needs (A 5.7, B 5.4: not shown). */
export const SCOPES = {
  users: 'users:read',
  projects: 'projects:read',
  datasets: 'datasets:read',
  nodes: 'nodes:read',
  rows: 'rows:read',
  company: 'company:read',
} as const

/** A scope that no endpoint needs: the only scope of a no-scope key. */
export const IDLE_SCOPE = 'reports:read'

/** The platform module that A's user list needs (A 5.6: not shown). */
export const USERS_MODULE = 'directory'

/** Success is 200 (A 4, B 4: not shown). */
export const SUCCESS = 200

/** Content type of responses and errors. */
export const JSON_TYPE = 'application/json; charset=utf-8'

/** An integer is decimal digits with an optional minus; leading zeros are fine, plus, blanks, points, exponents are not. */
export const INTEGER = /^-?\d+$/

/** A, invalid parameters: 400 with the error body. */
export const A_INVALID = { status: 400, code: 'invalid_parameter' } as const

/** A, per_page above 100: reduced to 100, as pagination.per_page shows. */
export const A_PER_PAGE_ABOVE_MAX: 'clamp' | 'refuse' = 'clamp'

/** A, updated_since: records whose update time is equal count as updated since. */
export const A_SINCE_INCLUSIVE = true

/** A, updated_since without a zone is read as UTC, a date alone as its first instant; basic and week formats are refused. */
export const A_ZONE_WHEN_LEFT_OUT = 'Z'

/** B, invalid parameters of the rows endpoint, and values that are no integers: as the lists' 422. */
export const B_INVALID = { status: 422, code: 'validation_error' } as const

/** B, rows page when left out. */
export const B_ROWS_PAGE = 1n

/** B, the code of the 403 (7: not fixed). */
export const B_FORBIDDEN = 'forbidden'

/** Unknown paths and ids, and ids of another company: 404, which does not reveal whether they exist. */
export const NOT_FOUND = { status: 404, code: 'not_found' } as const

/** Other methods than GET and HEAD: 405, after the credential. */
export const METHODS: readonly string[] = ['GET', 'HEAD']

/** Scheme word in any letter case, as HTTP says (RFC 9110, 11.1). */
export const BEARER = /^bearer +(.+)$/i

/** Renewal after lapse (B 3: not shown) is refused: a new key must be issued. */
export const B_RENEW_AFTER_LAPSE: 'refuse' | 'allow' = 'refuse'

/** A renewal's lifetime counts from the moment of the renewal. */
export const B_RENEWAL_COUNTS_FROM: 'now' | 'expiry' = 'now'

/** Keep-alive time of an idle connection, ms. */
export const KEEP_ALIVE_MS = 5000
