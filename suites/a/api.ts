import type { Credential, Req } from '../../src/core/exchange.ts'
import { inApiKey, inBearer, whole } from '../../src/core/key-format.ts'
import type { Target } from '../../src/core/target.ts'
import { type KeyHeader, type Query, sentParameters, type VariantSurface } from '../shared/variant-surface.ts'

export type { Query } from '../shared/variant-surface.ts'

/** §4: the one documented endpoint. */
export const USERS = '/users'
/** §8 */
export const PER_PAGE_DEFAULT = 25
export const PER_PAGE_MAX = 100

/** §5.2, 5.3: where a key is sent. */
export const FORMS = ['X-Api-Key', 'Bearer'] as const
export type Form = (typeof FORMS)[number]

export interface Way {
  readonly by: Form
}

export const active = (target: Target): Credential => inApiKey(whole(target.keys.active), 'active')

export const headerOf = (by: Form): KeyHeader => (by === 'Bearer' ? inBearer : inApiKey)

export const activeBearer = (target: Target): Credential => inBearer(whole(target.keys.active), 'active')

/** GET /users; with the active key in X-Api-Key unless another credential is given. */
export const users = (target: Target, query: Query = {}, credential: Credential = active(target)): Req => ({
  endpoint: USERS,
  path: USERS,
  query: sentParameters(query),
  credential,
})

export const surface: VariantSurface<Way> = {
  endpoints: [USERS],
  parameters: ['page', 'per_page', 'updated_since'],
  credentials: { 'x-api-key': inApiKey, bearer: inBearer },
  requests: (target, credential) => [users(target, {}, credential)],
  ways: () => FORMS.map((by) => ({ by })),
  wayInWords: ({ by }) => `via ${by}`,
  header: ({ by }) => headerOf(by),
  request: (target, { by }, credential = headerOf(by)(whole(target.keys.active), 'active'), query = {}) =>
    users(target, query, credential),
  list: users,
  size: { parameter: 'per_page', echo: 'pagination.per_page' },
}
