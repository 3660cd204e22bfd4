import { observation } from '../../../src/core/rule.ts'
import { isLongIn, veryLongKeys } from '../../shared/observations.ts'
import { surface } from '../api.ts'

const isLong = isLongIn('x-api-key', 'authorization')

export default observation({
  title: 'The response to a key of many KiB',
  clauses: ['8.open.request-size'],
  tried:
    'GET /users with keys of 5 and, beyond quick depth, 70 KiB. The HTTP server itself may reject them (431, 400).',
  meaning: 'It shows where requests are cut off before the application sees them.',
  needs: ['socket'],
  after: ['a.auth.api-key-accepted'],
  freedoms: {
    'cut-off-at-4-kib': {
      gateway: (call) => (isLong(call) ? { status: 431, headers: [['Connection', 'close']], body: '' } : undefined),
    },
    'bad-request-in-html': {
      gateway: (call) =>
        isLong(call)
          ? {
              status: 400,
              headers: [['Content-Type', 'text/html']],
              body: '<h1>Request Header Or Cookie Too Large</h1>',
            }
          : undefined,
    },
    'connection-reset': { dropped: (call) => (isLongIn('x-api-key')(call) ? 'before' : 'no') },
  },
  observe: veryLongKeys(surface),
})
