import { type Exchange, isSuccessful } from '../../core/exchange.ts'
import { isArray, isObject } from '../../core/json-values.ts'
import { OWN_CLIENT } from '../../http/client-profile.ts'

/** What a request or its response has that may separate failing responses from conforming ones, as texts. */
export function traitsOf({ req, response }: Exchange): readonly string[] {
  const query = (req.query ?? []).filter(([, value]) => typeof value === 'string')
  const names = query.map(([name]) => name)
  const body = isObject(response?.json) ? Object.entries(response.json).filter(([name]) => /^\w{1,40}$/.test(name)) : []
  return [
    `path ${req.path}`,
    `client ${req.client ?? OWN_CLIENT}`,
    ...query.map(([name, value]) => `${name}=${value}`),
    ...names.map((name) => `a parameter ${name}`),
    ...(names.length === 2 ? [`${names[0]} before ${names[1]} in the query`] : []),
    ...body.flatMap(([name, value]) => {
      if (typeof value === 'boolean' || value === null) return [`${name} ${value}`]
      if (isArray(value)) return [`${value.length > 0 ? 'some' : 'no'} ${name}`]
      return isObject(value) ? [`${name} an object`] : []
    }),
    ...(response && !isSuccessful(response.status) ? [`status ${response.status}`] : []),
  ]
}

/** Fewer responses of a kind share something by chance. */
const LEAST = 4

/** Name what all failing responses have and no conforming one, or the other way round; undefined if there is nothing of the kind. */
export function findPattern(
  failing: readonly (readonly string[])[],
  conforming: readonly (readonly string[])[],
): string | undefined {
  if (failing.length < LEAST || conforming.length < LEAST) return undefined
  const only = common(failing, conforming)
  if (only !== '')
    return `all ${failing.length} failing responses, and none of ${conforming.length} conforming ones: ${only}`
  const never = common(conforming, failing)
  return never === ''
    ? undefined
    : `all ${conforming.length} conforming responses, and none of ${failing.length} failing ones: ${never}`
}

/** The traits of all the ones that none of the others has. */
function common(ones: readonly (readonly string[])[], others: readonly (readonly string[])[]): string {
  const seen = new Set(others.flat())
  const shared = ones[0]!.filter((trait) => !seen.has(trait) && ones.every((traits) => traits.includes(trait)))
  return [...new Set(shared)].join(', ')
}
