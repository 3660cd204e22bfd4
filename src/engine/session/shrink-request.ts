import type { Req } from '../../core/exchange.ts'

/** Low, because every attempt sends a request to a real deployment. */
const MAX_TRIES = 40

type Query = NonNullable<Req['query']>

/**
 * Shrink a request while `isBroken` holds: drop headers and parameters, reduce numbers. If the original is a documented request, so is
 * every attempt: a page before an existing page exists.
 */
export async function shrinkRequest(req: Req, isBroken: (req: Req) => Promise<boolean>): Promise<Req> {
  let smallest = req
  let tries = 0
  const stillFails = async (smaller: Req): Promise<boolean> => {
    if (tries++ >= MAX_TRIES || !(await isBroken(smaller))) return false
    smallest = smaller
    return true
  }
  if (req.headers?.length) await stillFails(without(req, 'headers'))
  await dropParameters(() => smallest, stillFails)
  for (const [index] of (smallest.query ?? []).entries()) await reduceNumber(() => smallest, index, stillFails)
  // A parameter that mattered next to a large number may now be droppable.
  await dropParameters(() => smallest, stillFails)
  return smallest
}

type StillFails = (req: Req) => Promise<boolean>

async function dropParameters(smallest: () => Req, stillFails: StillFails): Promise<void> {
  for (let index = (smallest().query?.length ?? 0) - 1; index >= 0; index--) {
    const { query = [] } = smallest()
    if (canDrop(query, index)) await stillFails(withQuery(smallest(), query.toSpliced(index, 1)))
  }
}

/** A number cannot be dropped from a later page: with a larger default page size, that page may not exist. */
function canDrop(query: Query, index: number): boolean {
  const [name] = query[index]!
  const isPaged = query.some(([other, value]) => other === 'page' && (numberIn(value) ?? 0n) > 1n)
  return name === 'page' || !isPaged || numberIn(query[index]![1]) === undefined
}

/** Find the smallest failing value of a number by binary search. */
async function reduceNumber(smallest: () => Req, index: number, stillFails: StillFails): Promise<void> {
  const { query = [] } = smallest()
  const value = numberIn(query[index]![1])
  if (value === undefined || value <= 1n) return
  const at = (n: bigint) => withQuery(smallest(), query.with(index, [query[index]![0], String(n)]))
  let [passing, failing] = [1n, value]
  if (await stillFails(at(1n))) return
  while (failing - passing > 1n) {
    const middle = (passing + failing) / 2n
    if (await stillFails(at(middle))) failing = middle
    else passing = middle
  }
}

const numberIn = (value: Query[number][1]): bigint | undefined =>
  typeof value === 'string' && /^\d{1,19}$/.test(value) ? BigInt(value) : undefined

const withQuery = (req: Req, query: Query): Req => (query.length > 0 ? { ...req, query } : without(req, 'query'))

function without<Name extends keyof Req>(req: Req, name: Name): Req {
  const { [name]: _, ...rest } = req
  return rest as Req
}
