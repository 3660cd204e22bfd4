import type { Exchange, Req } from '../../src/core/exchange.ts'
import { at, isArray, isInteger } from '../../src/core/json-values.ts'
import type { PreflightTools, Stop } from '../../src/core/preflight.ts'
import type { Variant } from '../../src/core/vocabulary.ts'
import { responseSummary } from '../../src/judge/response-summary.ts'
import type { ListSurface } from './surface.ts'

/** How to recognise a variant by a page; a server may serve it on any path. */
const IS: Readonly<Record<Variant, (x: Exchange) => boolean>> = {
  a: ({ response }) => isArray(at(response?.json, 'data')) && isInteger(at(response?.json, 'pagination.per_page')),
  b: ({ response }) =>
    isArray(at(response?.json, 'items')) &&
    isInteger(at(response?.json, 'size')) &&
    !isArray(at(response?.json, 'data')),
}
const LIST: Readonly<Record<Variant, string>> = { a: '/users', b: '/projects' }

/** The reason to stop if the response is a page of the other variant. */
export const stopIfOther = (x: Exchange, other: Variant, baseUrl: string): Stop | undefined =>
  IS[other](x)
    ? {
        stop: `${baseUrl} serves variant ${other.toUpperCase()}: set it as TENANT_${other.toUpperCase()}_BASE_URL`,
        instead: other,
      }
    : undefined

interface Refused {
  readonly surface: ListSurface
  readonly other: Variant
  /** What the active key must be granted. */
  readonly grants: string
}

/** Why the list cannot be read with the active key, as far as the response tells. */
export async function reasonToStop(
  x: Exchange,
  tools: PreflightTools,
  { surface, other, grants }: Refused,
): Promise<Stop> {
  const { baseUrl, keys } = tools.target
  const said = `GET ${baseUrl}/api/public/v1${x.req.path} with the key of ${keys.active.env} returned ${responseSummary(x)}`
  if (x.response?.status === 401)
    return { stop: `${said}: the active key is not accepted; is it active, and of this deployment?` }
  if (x.response?.status === 403) return { stop: `${said}: the active key needs ${grants}` }
  const elsewhere: Req = { ...surface.list(tools.target), endpoint: null, path: LIST[other], open: true }
  const instead = stopIfOther(await tools.once(elsewhere), other, baseUrl)
  if (instead) return instead
  if (x.response?.status === 404) return { stop: `${said}: is the base URL right? /api/public/v1 is added to it` }
  return { stop: `${said}, not a success: nothing can be tested` }
}
