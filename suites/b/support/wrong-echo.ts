import { count } from '../../../src/core/count.ts'
import type { Exchange } from '../../../src/core/exchange.ts'
import { type Violation, violation } from '../../../src/core/rule.ts'
import { asked } from './page.ts'

interface Echoed {
  readonly page: bigint
  readonly size: bigint
  /** Not on a page of rows. */
  readonly pages?: bigint
  readonly items: readonly unknown[]
}

/** A page or size that is not the requested one, with the number of pages or of `things` on the page. */
export function wrongEcho(x: Exchange, echoed: Echoed, things: 'items' | 'rows'): Violation | undefined {
  const { items, pages } = echoed
  for (const [name, value] of Object.entries(asked(x)!) as ['page' | 'size', bigint][]) {
    if (echoed[name] === value) continue
    const holds = items.length === 0 ? `no ${things}` : count(items.length, things.slice(0, -1))
    const where = name === 'page' && pages !== undefined ? ` of ${pages}` : ` with ${holds}`
    const found = violation(`${name} ${value}, as requested`, `${name} ${echoed[name]}${where}`, x)
    const isLength = name === 'size' && echoed.size === BigInt(items.length)
    return isLength ? { ...found, causes: [`size is the number of ${things} on the page`] } : found
  }
  return undefined
}
