import type { Req } from '../../core/exchange.ts'
import { InconclusiveError } from '../session/inconclusive-error.ts'

/** The recording lacks what a rule needs, so the case is inconclusive. */
export class NotRecorded extends InconclusiveError {
  override readonly name = 'NotRecorded'
}

/** Create the error for a request without a recorded response. `early`: why the recording is incomplete. */
export function missingRequest({ method = 'GET', path, query = [], credential }: Req, early?: string): NotRecorded {
  const search = query.map(([name, value]) => `${name}=${typeof value === 'string' ? value : '****'}`).join('&')
  const key =
    credential.class === 'missing' ? 'without a key' : `with ${credential.note ?? `the ${credential.class} key`}`
  const what = `the recording has no response to ${method} ${path}${search && `?${search}`} ${key}`
  return new NotRecorded(early === undefined ? `${what}, which this version of the rule requests` : `${what}: ${early}`)
}
