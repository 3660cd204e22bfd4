import type { Exchange } from '../../../src/core/exchange.ts'
import { readAhead } from '../../../src/core/read-ahead.ts'
import type { Tools } from '../../../src/core/rule.ts'
import { USERS, users } from '../api.ts'
import { readPage } from './page.ts'

/** The longest list that is read in full at a depth. */
const SHORT = { quick: 400, standard: 1000, exhaustive: Number.POSITIVE_INFINITY }

export const isReadInFull = ({ depth, target }: Tools): boolean => (target.sizes[USERS] ?? 0) <= SHORT[depth]

/**
 * The list from its first page to its last, in order. Ends early at an answer without records: others judge that one. What is
 * read sparingly was perhaps read at other times: only that it agrees means anything.
 */
export async function* everyPage(tools: Tools, perPage: number, how: How = 'get'): AsyncGenerator<Exchange> {
  const next = readAhead((page) => tools[how](users(tools.target, { page, per_page: perPage })))
  let pages = 1
  for (let page = 1; page <= pages; page++) {
    const x = await next(page, pages)
    yield x
    const { data = [], total = 0n } = readPage(x) ?? {}
    if (data.length === 0) return
    pages = Math.ceil(Number(total) / perPage)
  }
}

type How = 'get' | 'sparingly'
