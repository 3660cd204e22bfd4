import type { Exchange } from '../../src/client/exchange.ts'
import type { Tools } from '../../src/rule.ts'
import { USERS, users } from './api.ts'
import { readPage } from './page.ts'

/** Pages asked for before the one at hand was looked at: they are all that a walk keeps, however long the list. */
const AHEAD = 8

/** A list of so many records is walked at standard depth too; a longer one only at exhaustive depth. */
const SHORT = 1000

export const isWalked = ({ depth, target }: Tools): boolean =>
  depth === 'exhaustive' || (target.sizes[USERS] ?? 0) <= SHORT

/** The list from its first page to its last, in order. Ends early at an answer without records: others judge that one. */
export async function* walk(tools: Tools, perPage: number): AsyncGenerator<Exchange> {
  const ahead: Promise<Exchange>[] = []
  let pages = 1
  for (let page = 1; page <= pages; page++) {
    while (ahead.length < AHEAD && page + ahead.length <= pages) ahead.push(ask(tools, page + ahead.length, perPage))
    const x = await ahead.shift()!
    yield x
    const { data = [], total = 0n } = readPage(x) ?? {}
    if (data.length === 0) return
    pages = Math.ceil(Number(total) / perPage)
  }
}

function ask(tools: Tools, page: number, perPage: number): Promise<Exchange> {
  const asked = tools.get(users(tools.target, { page, per_page: perPage }))
  // It may fail before anybody waits for it; who waits then hears of it.
  asked.catch(() => undefined)
  return asked
}
