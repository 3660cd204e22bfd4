import type { Req } from '../../core/exchange.ts'
import { Untold } from '../session/untold.ts'

/** A recording does not hold what a rule asks for: nothing can be concluded. */
export class NotRecorded extends Untold {
  override readonly name = 'NotRecorded'
}

/** What is missing, for people. `early`: why there may be more missing. */
export function missingRequest({ method = 'GET', path, query = [], credential }: Req, early?: string): NotRecorded {
  const search = query.map(([name, value]) => `${name}=${typeof value === 'string' ? value : '****'}`).join('&')
  const by =
    credential.class === 'missing' ? 'without a key' : `by ${credential.note ?? `a key that is ${credential.class}`}`
  const what = `the recording holds no answer to ${method} ${path}${search && `?${search}`} ${by}`
  return new NotRecorded(early === undefined ? `${what}, which this version of the rule asks for` : `${what}: ${early}`)
}
