import { observation } from '../../../src/core/rule.ts'
import { isLongIn, veryLongKeys } from '../../shared/observations.ts'
import { surface } from '../api.ts'
import { early } from '../support/freedoms.ts'

const isLong = isLongIn('x-api-key')

export default observation({
  title: 'The response to a key of many KiB',
  clauses: ['8.open.rate-limits'],
  tried:
    'GET /projects with keys of 5 and, beyond quick depth, 70 KiB. The reference requires 401 for a malformed key; since an HTTP server may reject long headers first (431, 400), this is recorded only.',
  meaning: 'It shows where requests are cut off before the application sees them.',
  needs: ['socket'],
  after: ['b.auth.api-key-accepted'],
  freedoms: {
    'cut-off-at-4-kib': { gateway: (call) => (isLong(call) ? early(431) : undefined) },
    'bad-request-in-html': { gateway: (call) => (isLong(call) ? early(400) : undefined) },
    'connection-reset': { dropped: (call) => (isLong(call) ? 'before' : 'no') },
  },
  observe: veryLongKeys(surface),
})
