import type { Exchange } from '../../../src/core/exchange.ts'
import type { Tools } from '../../../src/core/rule.ts'
import { type Id, idsOf, placeAmong, sameId } from '../../../src/judge/ids.ts'
import { PER_PAGE_MAX, users } from '../api.ts'
import { readPage } from './page.ts'

/** Looks a record up in the whole list by its id. */
export interface Lookup {
  readonly found: boolean
  /** The page that holds the id, or would. */
  readonly x: Exchange
}

/** Requests of a search among pages whose order is known; a list of 2^40 pages of 100 is longer than any. */
const MOST = 40

/** Undefined where nothing can be said: a page could not be read, or the order of its ids is in doubt. */
export async function lookUp(tools: Tools, id: Id): Promise<Lookup | undefined> {
  const known = await search(id, (page) => tools.once(whole(tools, page)))
  if (!known || known.found) return known
  // What was read before may be too old to hold it.
  return search(id, (page) => tools.get(whole(tools, page)))
}

const whole = (tools: Tools, page: number) => users(tools.target, { page, per_page: PER_PAGE_MAX })

/** Whether the whole list holds a record now; undefined where nothing can be said. */
export async function isThere(tools: Tools, id: Id): Promise<boolean | undefined> {
  return (await search(id, (page) => tools.get(whole(tools, page))))?.found
}

/** Ids ascend: half of the pages are ruled out by each that is read. */
async function search(id: Id, read: (page: number) => Promise<Exchange>): Promise<Lookup | undefined> {
  let x = await read(1)
  const first = readPage(x)
  if (!first) return undefined
  let [low, high] = [1, Math.ceil(Number(first.total) / PER_PAGE_MAX)]
  for (let page = 1, step = 0; low <= high && step < MOST; step++) {
    const ids = idsOf(readPage(x)?.data ?? [])
    if (!ids || ids.length === 0) return undefined
    if (ids.some((one) => sameId(one, id))) return { found: true, x }
    const [fromFirst, fromLast] = placeAmong(ids, id, [ids[0]!, ids.at(-1)!])
    if (fromFirst === undefined || fromLast === undefined) return undefined
    if (fromFirst > 0 && fromLast < 0) return { found: false, x }
    if (fromFirst < 0) high = page - 1
    else low = page + 1
    if (low > high) break
    page = Math.floor((low + high) / 2)
    x = await read(page)
  }
  return { found: false, x }
}
