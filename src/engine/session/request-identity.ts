import type { Req } from '../../core/exchange.ts'

/** Key of a request. Requests with equal keys are identical on the wire. */
export function requestIdentity({ method = 'GET', path, root, absolute, query, credential, headers }: Req): string {
  return JSON.stringify([method, path, query ?? [], credential.headers, headers ?? [], root, absolute])
}
