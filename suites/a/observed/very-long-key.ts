import { inApiKey } from '../../../src/core/key-format.ts'
import { observation } from '../../../src/core/rule.ts'
import { seen } from '../../../src/judge/seen.ts'
import { users } from '../api.ts'

/** More than HTTP servers take in one header, and more than some take in all of them. */
const KIBIBYTES = [5, 70]

export default observation({
  title: 'what a key of many KiB is answered',
  clauses: ['8.open.request-size'],
  tried: 'GET /users with keys of 5 and 70 KiB; the HTTP server itself may stop them (431, 400)',
  meaning: 'shows where requests are cut off before the application sees them',
  needs: ['socket'],
  after: ['a.auth.api-key-accepted'],
  freedoms: {
    'cut-off-at-4-kib': {
      gateway: (call) =>
        [...call.header('x-api-key'), ...call.header('authorization')].some((text) => text.length > 4096)
          ? { status: 431, headers: [['Connection', 'close']], body: '' }
          : undefined,
    },
    'bad-request-in-html': {
      gateway: (call) =>
        [...call.header('x-api-key'), ...call.header('authorization')].some((text) => text.length > 4096)
          ? {
              status: 400,
              headers: [['Content-Type', 'text/html']],
              body: '<h1>Request Header Or Cookie Too Large</h1>',
            }
          : undefined,
    },
    'connection-reset': {
      dropped: (call) => (call.header('x-api-key').some((text) => text.length > 4096) ? 'before' : 'no'),
    },
  },
  observe: async (tools) => {
    const answers = KIBIBYTES.map(async (kib) => {
      const credential = inApiKey('k'.repeat(kib * 1024), 'malformed', `${kib} KiB long`)
      return [`${kib} KiB`, seen(await tools.get({ ...users(tools.target, {}, credential), outside: true }))] as const
    })
    return Object.fromEntries(await Promise.all(answers))
  },
})
