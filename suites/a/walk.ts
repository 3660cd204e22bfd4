import type { Exchange } from '../../src/client/exchange.ts'
import type { Tools } from '../../src/rule.ts'
import { type Query, USERS, users } from './api.ts'
import { readPage } from './page.ts'

/** Pages asked for before the one at hand was looked at: they are all that a walk keeps, however long the list. */
const AHEAD = 8

/** A list of so many records is walked whole at a depth: a longer one costs no more than a short one. */
const SHORT = { quick: 400, standard: 1000, exhaustive: Number.POSITIVE_INFINITY }

export const isWalked = ({ depth, target }: Tools): boolean => (target.sizes[USERS] ?? 0) <= SHORT[depth]

/**
 * The list from its first page to its last, in order. Ends early at an answer without records: others judge that one. What is
 * read sparingly was perhaps read at other times: only that it agrees means anything.
 */
export async function* walk(tools: Tools, perPage: number, how: How = 'get'): AsyncGenerator<Exchange> {
  const ahead: Promise<Exchange>[] = []
  let pages = 1
  for (let page = 1; page <= pages; page++) {
    while (ahead.length < AHEAD && page + ahead.length <= pages)
      ahead.push(ask(tools, { page: page + ahead.length, per_page: perPage }, how))
    const x = await ahead.shift()!
    yield x
    const { data = [], total = 0n } = readPage(x) ?? {}
    if (data.length === 0) return
    pages = Math.ceil(Number(total) / perPage)
  }
}

type How = 'get' | 'sparingly'

function ask(tools: Tools, query: Query, how: How): Promise<Exchange> {
  const asked = tools[how](users(tools.target, query))
  // It may fail before anybody waits for it; who waits then hears of it.
  asked.catch(() => undefined)
  return asked
}
