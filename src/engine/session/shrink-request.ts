import type { Req } from '../../core/exchange.ts'

/** Requests spent on making one smaller are few: each of them is sent to somebody's server. */
const MOST_TRIES = 40

type Query = NonNullable<Req['query']>

/**
 * The smallest request of those tried for which `isBroken` still holds: without what it holds besides, with smaller numbers.
 * Each of them asks for what the reference documents if the first one does: a page before one that is there is there, too.
 */
export async function smallestRequest(req: Req, isBroken: (req: Req) => Promise<boolean>): Promise<Req> {
  let smallest = req
  let tries = 0
  const breaks = async (smaller: Req): Promise<boolean> => {
    if (tries++ >= MOST_TRIES || !(await isBroken(smaller))) return false
    smallest = smaller
    return true
  }
  if (req.headers?.length) await breaks(without(req, 'headers'))
  await dropParameters(() => smallest, breaks)
  for (const [place] of (smallest.query ?? []).entries()) await lessenNumber(() => smallest, place, breaks)
  // What needed a large number beside it may not need to be there at all.
  await dropParameters(() => smallest, breaks)
  return smallest
}

type Breaks = (req: Req) => Promise<boolean>

async function dropParameters(smallest: () => Req, breaks: Breaks): Promise<void> {
  for (let place = (smallest().query?.length ?? 0) - 1; place >= 0; place--) {
    const { query = [] } = smallest()
    if (mayBeLeftOut(query, place)) await breaks(withQuery(smallest(), query.toSpliced(place, 1)))
  }
}

/** A default page size may be larger than what was asked for: a later page may then lie beyond the last. */
function mayBeLeftOut(query: Query, place: number): boolean {
  const [name] = query[place]!
  const isPaged = query.some(([other, value]) => other === 'page' && (numberIn(value) ?? 0n) > 1n)
  return name === 'page' || !isPaged || numberIn(query[place]![1]) === undefined
}

/** The least value of a number that is still broken, found by halves. */
async function lessenNumber(smallest: () => Req, place: number, breaks: Breaks): Promise<void> {
  const { query = [] } = smallest()
  const value = numberIn(query[place]![1])
  if (value === undefined || value <= 1n) return
  const at = (n: bigint) => withQuery(smallest(), query.with(place, [query[place]![0], String(n)]))
  let [holds, broken] = [1n, value]
  if (await breaks(at(1n))) return
  while (broken - holds > 1n) {
    const middle = (holds + broken) / 2n
    if (await breaks(at(middle))) broken = middle
    else holds = middle
  }
}

const numberIn = (value: Query[number][1]): bigint | undefined =>
  typeof value === 'string' && /^\d{1,19}$/.test(value) ? BigInt(value) : undefined

const withQuery = (req: Req, query: Query): Req => (query.length > 0 ? { ...req, query } : without(req, 'query'))

function without<Name extends keyof Req>(req: Req, name: Name): Req {
  const { [name]: _, ...rest } = req
  return rest as Req
}
