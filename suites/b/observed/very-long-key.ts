import { inApiKey } from '../../../src/core/key-format.ts'
import { observation } from '../../../src/core/rule.ts'
import { seen } from '../../../src/judge/seen.ts'
import { call } from '../api.ts'
import { early } from '../support/freedoms.ts'

/** More than HTTP servers take in one header, and more than some take in all of them. */
const KIBIBYTES = [5, 70]

export default observation({
  title: 'what a key of many KiB is answered',
  clauses: ['8.open.rate-limits'],
  tried: 'GET /projects with keys of 5 and 70 KiB; the HTTP server itself may stop them (431, 400)',
  meaning: 'shows where requests are cut off before the application sees them',
  needs: ['socket'],
  after: ['b.auth.api-key-accepted'],
  freedoms: {
    'cut-off-at-4-kib': {
      gateway: (call) => (call.header('x-api-key').some((text) => text.length > 4096) ? early(431) : undefined),
    },
    'bad-request-in-html': {
      gateway: (call) => (call.header('x-api-key').some((text) => text.length > 4096) ? early(400) : undefined),
    },
    'connection-reset': {
      dropped: (call) => (call.header('x-api-key').some((text) => text.length > 4096) ? 'before' : 'no'),
    },
  },
  observe: async (tools) => {
    const answers = KIBIBYTES.map(async (kib) => {
      const credential = inApiKey('k'.repeat(kib * 1024), 'malformed', `${kib} KiB long`)
      const req = call(tools.target, 'projects', {}, { credential })
      return [`${kib} KiB`, seen(await tools.get({ ...req, outside: true }))] as const
    })
    return Object.fromEntries(await Promise.all(answers))
  },
})
