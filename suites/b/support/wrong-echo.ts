import type { Exchange } from '../../../src/core/exchange.ts'
import { type Violation, violation } from '../../../src/core/rule.ts'
import { asked } from './page.ts'

/** A page or size that is not the requested one. */
export function wrongEcho(x: Exchange, page: Readonly<Record<'page' | 'size', bigint>>): Violation | undefined {
  for (const [name, value] of Object.entries(asked(x)!) as ['page' | 'size', bigint][]) {
    if (page[name] !== value) return violation(`${name} ${value}, as requested`, `${name} ${page[name]}`, x)
  }
  return undefined
}
