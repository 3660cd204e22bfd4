import type { Exchange, Req } from '../core/exchange.ts'
import { parseJson } from '../core/json.ts'

/** A fabricated exchange: a request to an endpoint, and its response; `json` is the body. */
export function sampleExchange(
  endpoint: string,
  query: Readonly<Record<string, string | number>>,
  { status = 200, json }: { readonly status?: number; readonly json?: unknown } = {},
  more: Partial<Req> = {},
): Exchange {
  const text = JSON.stringify(json, (_, value) => (typeof value === 'bigint' ? Number(value) : value))
  const body = text === undefined ? { fault: 'empty body', duplicates: [] } : { text, ...parseJson(text) }
  return {
    n: 1,
    rule: '',
    req: {
      endpoint,
      path: endpoint,
      query: Object.entries(query).map(([name, value]) => [name, String(value)] as const),
      credential: { class: 'active', form: 'x-api-key', headers: [] },
      ...more,
    },
    url: '',
    headers: [],
    sentAt: 0,
    ms: 1,
    retries: 0,
    response: { status, reason: '', headers: [], bytes: text?.length ?? 0, ...body },
  } as Exchange
}
