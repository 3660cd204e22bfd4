import { type Exchange, headerValues } from '../../../src/core/exchange.ts'

/**
 * By how many milliseconds the target's clock may be behind ours at most, going by its Date headers, which are whole seconds; 0 where
 * it is ahead for sure. Undefined without such a header: then nothing is known.
 */
export function mostBehind(xs: readonly Exchange[]): number | undefined {
  const leads = xs.flatMap(({ sentAt, ms, response }) => {
    const date = response && Date.parse(headerValues(response, 'date')[0] ?? '')
    return date === undefined || Number.isNaN(date) ? [] : [date - (sentAt + ms)]
  })
  return leads.length === 0 ? undefined : Math.max(0, -Math.max(...leads))
}
