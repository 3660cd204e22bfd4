import { type Exchange, isSuccess } from '../../src/core/exchange.ts'
import { at, isArray, isInteger } from '../../src/core/json-values.ts'
import type { Preflight, PreflightTools, Stop } from '../../src/core/preflight.ts'
import { inShort, unheard } from '../../src/judge/answer.ts'
import { activeBearer, USERS, users } from './api.ts'

/** Asks for the first page by the active key. A key that only Bearer takes is enough: a rule says what is wrong with the other. */
export const preflight: Preflight = async (tools) => {
  const x = await tools.once(users(tools.target))
  if (x.problem) return { stop: unheard(tools.target.baseUrl, x.problem) }
  const seen = isSuccess(x) ? x : await tools.once(users(tools.target, {}, activeBearer(tools.target)))
  if (!isSuccess(seen)) return refusal(x, tools)
  if (isVariantB(seen)) return asB(tools.target.baseUrl)
  const total = at(seen.response?.json, 'pagination.total')
  return { learnt: { sizes: { [USERS]: isInteger(total) ? Number(total) : 0 } } }
}

/** Variant B's lists hold items, page, size; a server may answer them on any path. */
const isVariantB = ({ response }: Exchange): boolean =>
  isArray(at(response?.json, 'items')) && isInteger(at(response?.json, 'size')) && !isArray(at(response?.json, 'data'))

const asB = (baseUrl: string): Stop => ({
  stop: `${baseUrl} answers as variant B: give it as TENANT_B_BASE_URL`,
  instead: 'b',
})

async function refusal(x: Exchange, tools: PreflightTools): Promise<Stop> {
  const { baseUrl, keys } = tools.target
  const said = `GET ${baseUrl}/api/public/v1/users with the key of ${keys.active.env} was answered ${inShort(x)}`
  if (x.response?.status === 401)
    return { stop: `${said}: the active key is not accepted; is it active, and of this deployment?` }
  if (x.response?.status === 403)
    return { stop: `${said}: the active key needs every scope, and the company the module` }
  const other = await tools.once({ ...users(tools.target), endpoint: null, path: '/projects', open: true })
  if (isVariantB(other)) return asB(baseUrl)
  if (x.response?.status === 404) return { stop: `${said}: is the base URL right? /api/public/v1 is added to it` }
  return { stop: `${said}, not a success: nothing can be tried` }
}
