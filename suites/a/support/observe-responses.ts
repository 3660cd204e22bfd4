import type { Json } from '../../../src/core/json.ts'
import { at, isArray, isInteger } from '../../../src/core/json-values.ts'
import { queriesNamed, responsesToQueries } from '../../shared/observations.ts'
import { users } from '../api.ts'

/** Records the responses of GET /users to queries such as `page=abc`; §4 leaves them open. */
export const observeResponses = (...queries: readonly string[]) =>
  responsesToQueries(
    { request: users, members: ['data', 'pagination.page', 'pagination.per_page'], isWhole },
    queriesNamed(queries),
  )

/** Whether the page holds all users. */
export function isWhole(json: Json): boolean {
  const [data, total] = [at(json, 'data'), at(json, 'pagination.total')]
  return isArray(data) && isInteger(total) && BigInt(data.length) === BigInt(total)
}
