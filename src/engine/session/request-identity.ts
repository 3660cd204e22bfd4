import type { Req } from '../../core/exchange.ts'
/** Requests with the same identity are the same bytes on the wire. */
export function identity({ method = 'GET', path, query, credential, headers }: Req): string {
  return JSON.stringify([method, path, query ?? [], credential.headers, headers ?? []])
}
