import type { Req } from '../../core/exchange.ts'
import type { Tools } from '../../core/rule.ts'

/** How a rule sends a request. */
export type Sending = 'get' | 'promptly' | 'once' | 'sparingly' | 'good' | 'in a series'

/** The tools, which note what they send. Their prototype is the original, since some of its properties count as used when read. */
export function watchTools(tools: Tools, note: (req: Req, by: Sending) => void): Tools {
  const one = (by: Exclude<Sending, 'in a series'>) => (req: Req) => {
    note(req, by)
    return tools[by](req)
  }
  const each = (send: Tools['series']) => (reqs: readonly Req[]) => {
    for (const req of reqs) note(req, 'in a series')
    return send(reqs)
  }
  const single = {
    get: one('get'),
    promptly: one('promptly'),
    once: one('once'),
    sparingly: one('sparingly'),
    good: one('good'),
  }
  const series = { inSequence: each(tools.inSequence), series: each(tools.series) }
  return Object.assign(Object.create(tools), single, series)
}
