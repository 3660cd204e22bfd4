import { observation } from '../../../src/core/rule.ts'
import { limitHeaders } from '../../../src/judge/seen.ts'
import { users } from '../api.ts'
import { early, pauses } from '../support/freedoms.ts'

export default observation({
  title: 'the names of headers that tell limits',
  clauses: ['8.open.rate-limits'],
  tried: 'GET /users with the active key; only names are recorded, counters change',
  meaning: 'a client can slow down before it is refused when the server tells its limits',
  freedoms: {
    draft: {
      extraHeaders: (call) => [
        ['RateLimit-Limit', '5000'],
        ['RateLimit-Remaining', String(5000 - (call.n % 5000))],
        ['RateLimit-Reset', String(60 - (Math.floor(call.now / 1000) % 60))],
        ['RateLimit-Policy', '5000;w=60'],
      ],
    },
    old: {
      extraHeaders: (call) => [
        ['x-ratelimit-limit', '5000'],
        ['x-ratelimit-remaining', String(100_000 - call.n)],
        ['x-ratelimit-reset', String(Math.ceil(call.now / 60_000) * 60)],
      ],
    },
    'counted-by-worker': {
      extraHeaders: (call) => [['X-RateLimit-Remaining', String(1000 - Math.floor(call.n / 4) - 200 * call.worker)]],
    },
    'window-of-100': { extraHeaders: (call) => [['X-RateLimit-Remaining', String(99 - (call.n % 100))]] },
    'too-many-requests': pauses(429, 250, '1'),
    'too-many-requests-at-once': { gateway: ({ n }) => (n % 120 > 116 ? early(429, ['Retry-After', '0']) : undefined) },
    'too-many-requests-until-a-date': {
      gateway: (call) =>
        call.n % 300 === 299 ? early(429, ['Retry-After', new Date(call.now + 900).toUTCString()]) : undefined,
    },
  },
  observe: async (tools) => limitHeaders((await tools.once(users(tools.target))).response!),
})
