import { observation } from '../../../src/core/rule.ts'
import { limitHeaders } from '../../../src/judge/observed-response.ts'
import { rateLimits } from '../../shared/freedoms.ts'
import { ofList } from '../../shared/observations.ts'
import { surface } from '../api.ts'
import { early } from '../support/freedoms.ts'

export default observation({
  title: 'The names of the headers that announce rate limits',
  clauses: ['8.open.rate-limits'],
  tried: 'GET /projects with the active key. Only names are recorded, since counters change.',
  meaning: 'A client can slow down before it is rate-limited if the server announces its limits.',
  freedoms: rateLimits(early),
  observe: ofList(surface, limitHeaders),
})
