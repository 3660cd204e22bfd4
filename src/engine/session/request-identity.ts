import type { Req } from '../../core/exchange.ts'
import { OWN_CLIENT } from '../../http/client-profile.ts'

/** Key of a request. Requests with equal keys are identical on the wire. */
export function requestIdentity({ method = 'GET', path, root, absolute, query, credential, headers }: Req): string {
  return JSON.stringify([method, path, query ?? [], credential.headers, headers ?? [], root, absolute])
}

/** The same with the client that sends it, whose headers and orders differ. */
export const identityByClient = (req: Req): string => `${requestIdentity(req)} ${req.client ?? OWN_CLIENT}`
