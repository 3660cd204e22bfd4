import { type Exchange, headerValues } from '../core/exchange.ts'

/**
 * The cause that a response with an `Age` suggests: it comes from a cache. Undefined if none of the exchanges has one, and for a
 * single response to the active key, which is as wrong in the cache as it was at the origin.
 */
export function cacheCause(exchanges: readonly Exchange[]): string | undefined {
  if (exchanges.length < 2 && exchanges.every(({ req }) => req.credential.class === 'active')) return undefined
  const ages = exchanges.flatMap(({ response }) => (response ? headerValues(response, 'age') : []))
  const age = ages.findLast((value) => /^\d{1,9}$/.test(value) && Number(value) > 0)
  return age && `a cache in front of the API responded: the response has \`Age: ${age}\`, in seconds`
}
