import type { Credential, CredentialClass, Req } from '../../src/core/exchange.ts'
import { inApiKey, whole } from '../../src/core/key-format.ts'
import type { SecretText } from '../../src/core/secret-text.ts'
import type { Surface } from '../../src/core/surface.ts'
import type { Target } from '../../src/core/target.ts'

/** §4: the one documented endpoint. */
export const USERS = '/users'
/** §8 */
export const PER_PAGE_DEFAULT = 25
export const PER_PAGE_MAX = 100

/** Query parameters as they are sent; numbers and strings alike, undefined ones left out. */
export type Query = Readonly<Record<string, string | number | bigint | undefined>>

export const active = (target: Target): Credential => inApiKey(whole(target.keys.active), 'active')

/** §5.3: the alternative header. */
export const inBearer = (text: SecretText, about: CredentialClass, note?: string): Credential => ({
  class: about,
  form: 'bearer',
  headers: [['Authorization', typeof text === 'string' ? `Bearer ${text}` : ['Bearer ', ...text]]],
  ...(note !== undefined && { note }),
})

export const surface: Surface = {
  endpoints: [USERS],
  parameters: ['page', 'per_page', 'updated_since'],
  credentials: { 'x-api-key': inApiKey, bearer: inBearer },
}

export const activeBearer = (target: Target): Credential => inBearer(whole(target.keys.active), 'active')

/** GET /users, by the active key in X-Api-Key where no other credential is given. */
export function users(target: Target, query: Query = {}, credential: Credential = active(target)): Req {
  const sent = Object.entries(query).filter(([, value]) => value !== undefined)
  return {
    endpoint: USERS,
    path: USERS,
    query: sent.map(([name, value]) => [name, String(value)] as const),
    credential,
  }
}
