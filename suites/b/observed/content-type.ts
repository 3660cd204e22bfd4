import { observation } from '../../../src/core/rule.ts'
import { contentType } from '../../../src/judge/observed-response.ts'
import { contentFormats, networkHeaders, noise } from '../../shared/freedoms.ts'
import { observeEachEndpoint } from '../support/observe-each-endpoint.ts'

export default observation({
  title: 'The content type of a success, at each endpoint',
  clauses: ['4.projects.response', '4.rows.response'],
  tried: 'GET of every endpoint with the active key.',
  meaning: 'A client that decides by content type whether to parse JSON needs to know it.',
  freedoms: {
    ...contentFormats('page|size|total|pages|status'),
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
      bCompanyJson: (company, call) => ({ data: call.conforming.bCompanyJson(company, call), items: null, total: 3 }),
    },
    ...networkHeaders('7'),
    challenge: { refusalHeaders: () => [['WWW-Authenticate', 'ApiKey realm="tenant api"']] },
    'challenge-with-a-nonce': {
      refusalHeaders: (_failure, call) => [
        ['WWW-Authenticate', `Digest realm="api", nonce="${noise(call.n, 4e9).toString(36)}"`],
      ],
    },
  },
  observe: observeEachEndpoint(({ response }) => contentType(response!)),
})
