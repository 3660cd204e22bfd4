import { observation } from '../../../src/core/rule.ts'
import { contentType } from '../../../src/judge/observed-response.ts'
import { contentFormats, networkHeaders, noise } from '../../shared/freedoms.ts'
import { ofList } from '../../shared/observations.ts'
import { surface } from '../api.ts'

export default observation({
  title: 'The content type of a page',
  clauses: ['4.users.response'],
  tried: 'GET /users with the active key.',
  meaning: 'A client that decides by content type whether to parse JSON needs to know it.',
  freedoms: {
    ...contentFormats('page|per_page|total|total_pages|status'),
    'more-around-the-envelope': {
      aEnvelope: (data, pagination, call) => ({
        meta: { request: noise(call.n, 1e9), took_ms: noise(call.n, 50) },
        error: null,
        errors: [],
        items: null,
        pagination: { next: null, ...pagination, offset: 0, links: { self: `${call.path}?${call.search}` } },
        data,
        status: 'ok',
      }),
    },
    ...networkHeaders('237', ['Strict-Transport-Security', 'max-age=31536000']),
  },
  observe: ofList(surface, contentType),
})
