import type { Exchange, Req } from '../../src/core/exchange.ts'
import { at, isArray, isInteger } from '../../src/core/json-values.ts'
import type { Variant } from '../../src/core/literal-types.ts'
import type { PreflightTools, Stop } from '../../src/core/preflight.ts'
import type { Target } from '../../src/core/target.ts'
import { gatewayEvidence } from '../../src/judge/gateway-evidence.ts'
import { responseSummary } from '../../src/judge/response-summary.ts'
import type { ListSurface } from './variant-surface.ts'

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
        stop: `${baseUrl} serves variant ${other.toUpperCase()}: set it as TENANT_${other.toUpperCase()}_BASE_URL, and its key as TENANT_${other.toUpperCase()}_KEY`,
        instead: other,
      }
    : undefined

/** The reason to stop if a gateway, and not the API, sent a page with a 2xx. */
export const stopIfPage = (x: Exchange, { baseUrl }: Pick<Target, 'baseUrl'>): Stop | undefined => {
  const evidence = gatewayEvidence(x)
  return evidence === undefined ? undefined : { stop: byGateway(`GET ${baseUrl}/api/public/v1${x.req.path}`, evidence) }
}

const byGateway = (said: string, evidence: string, who = 'a gateway'): string =>
  `${said}: ${who} responded, not the API (${evidence}); pass what it requires by --header 'Name: $VARIABLE' or --cert FILE --key FILE`

interface Refused {
  readonly surface: ListSurface
  readonly other: Variant
  /** What the active key must be granted. */
  readonly grants: string
}

/** Why the list cannot be read with the active key, as far as the response shows. */
export async function reasonToStop(
  x: Exchange,
  tools: PreflightTools,
  { surface, other, grants }: Refused,
): Promise<Stop> {
  const { baseUrl, keys } = tools.target
  const said = `GET ${baseUrl}/api/public/v1${x.req.path} with the key of ${keys.active.env} returned ${responseSummary(x)}`
  const evidence = gatewayEvidence(x)
  if (evidence !== undefined) return { stop: byGateway(said, evidence) }
  const { status = 0, fault } = x.response ?? {}
  if (fault !== undefined && [400, 401, 403].includes(status))
    return { stop: byGateway(said, 'no JSON, as every documented error is', 'probably a gateway') }
  if (x.response?.status === 401)
    return {
      stop: `${said}: the active key is not accepted; is it active, and are key and base URL those of variant ${other === 'b' ? 'A' : 'B'}?`,
    }
  if (x.response?.status === 403) return { stop: `${said}: the active key needs ${grants}` }
  const elsewhere: Req = { ...surface.list(tools.target), endpoint: null, path: LIST[other], open: true }
  const instead = stopIfOther(await tools.once(elsewhere), other, baseUrl)
  if (instead) return instead
  if (x.response?.status === 404) return { stop: `${said}: is the base URL right? /api/public/v1 is added to it` }
  return { stop: `${said}, not a success: nothing can be tested` }
}
