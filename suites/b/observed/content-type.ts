import type { Json } from '../../../src/core/json.ts'
import { observation } from '../../../src/core/rule.ts'
import { contentType } from '../../../src/judge/seen.ts'
import { call, reachable } from '../api.ts'
import { noise } from '../support/freedoms.ts'

export default observation({
  title: 'the content type of a success, on each endpoint',
  clauses: ['4.projects.response', '4.rows.response'],
  tried: 'every endpoint with the active key',
  meaning: 'a client that decides by content type whether to parse JSON needs to know it',
  freedoms: {
    'no-charset': { contentType: () => 'application/json' },
    'vendor-type': { contentType: (status) => (status < 400 ? 'application/vnd.tenant.v1+json' : 'application/json') },
    'plain-text': { contentType: () => 'text/plain' },
    none: { answer: (answer) => ({ ...answer, headers: answer.headers.filter(([name]) => name !== 'Content-Type') }) },
    gzip: { contentCoding: () => 'gzip' },
    'gzip-for-long-answers': {
      contentCoding: ({ size = 0 }) => (size > 20 ? 'gzip' : 'identity'),
      framing: () => 'chunked',
    },
    chunked: { framing: () => 'chunked' },
    'until-the-connection-ends': { framing: () => 'close' },
    'pretty-printed-gzip-in-chunks': {
      json: (value, call) => `${JSON.stringify(JSON.parse(call.lawful.json(value, call)), null, '\t')}\r\n`,
      contentCoding: () => 'gzip',
      framing: () => 'chunked',
    },
    'escaped-beyond-need': {
      json: (value, call) =>
        call.lawful.json(value, call).replace(/[a-z](?=[a-z_]*":)/g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`),
    },
    'integers-with-points-and-exponents': {
      json: (value, call) =>
        call.lawful
          .json(value, call)
          .replace(/"(page|size|total|pages|status)":(\d+)/g, (_, name, number) =>
            Number(number) % 2 === 0 ? `"${name}":${number}.0` : `"${name}":${number}0e-1`,
          ),
    },
    'more-around-the-list': {
      bEnvelope: (page, call) => ({
        data: null,
        error: null,
        meta: { request: noise(call.n, 1e9), took_ms: noise(call.n, 50) },
        has_more: page.items.length > 0,
        links: { self: `${call.path}?${call.search}` },
        columns: [],
        ...page,
        pagination: { per_page: 1 },
        details: [],
      }),
      bRowsEnvelope: (page, call) => ({
        query_ms: noise(call.n, 90),
        has_more: page.has_more,
        items: page.items,
        size: page.size,
        page: page.page,
        columns: page.columns,
        types: ['integer', 'text'],
        count: page.items.length,
        next: null,
      }),
      bCompanyJson: (company, call) => ({ data: call.lawful.bCompanyJson(company, call), items: null, total: 3 }),
    },
    'many-headers-of-a-network': {
      extraHeaders: (call) => [
        ['server', 'edge'],
        ['CF-RAY', `${noise(call.n, 4e9).toString(16)}-AMS`],
        ['Age', '0'],
        ['Via', '1.1 varnish, 1.1 varnish'],
        ['X-Cache', noise(call.n, 2) === 0 ? 'MISS' : 'HIT'],
        ...(noise(call.n, 3) === 0 ? [['X-Timer', `S${call.now},VE${noise(call.n, 90)}`] as const] : []),
        ['Server-Timing', `app;dur=${noise(call.n, 70)}`],
        ['Cache-Control', 'no-store'],
        ['Vary', 'Accept-Encoding'],
        ['Vary', 'Origin'],
      ],
    },
    'clock-ahead': { dateHeader: (now, call) => call.lawful.dateHeader(now + 7 * 60_000, call) },
    'clock-behind': { dateHeader: (now, call) => call.lawful.dateHeader(now - 9 * 60_000, call) },
    'no-date': { dateHeader: () => undefined },
    'links-in-headers': {
      extraHeaders: (call) => [
        ['Link', `<${call.path}?page=2>; rel="next"`],
        ['X-Total-Count', '7'],
        ['ETag', `W/"${noise(call.n, 1e9)}"`],
      ],
    },
    'cookies-of-a-balancer': {
      extraHeaders: (call) => [
        ['Set-Cookie', `AWSALB=${noise(call.n, 4e9).toString(36)}; Expires=Fri, 31 Dec 2055 23:59:59 GMT; Path=/`],
        ['Set-Cookie', `AWSALBCORS=${noise(call.n + 7, 4e9).toString(36)}; Path=/; SameSite=None; Secure`],
      ],
    },
    challenge: { refusalHeaders: () => [['WWW-Authenticate', 'ApiKey realm="tenant api"']] },
    'challenge-with-a-nonce': {
      refusalHeaders: (_failure, call) => [
        ['WWW-Authenticate', `Digest realm="api", nonce="${noise(call.n, 4e9).toString(36)}"`],
      ],
    },
  },
  observe: async (tools): Promise<Json> => {
    const answers = reachable(tools.target).map(async (name) => {
      const x = await tools.once(call(tools.target, name, name === 'rows' ? { page: 1 } : {}))
      return [name, contentType(x.response!)] as const
    })
    return Object.fromEntries(await Promise.all(answers))
  },
})
