import { setTimeout as sleep } from 'node:timers/promises'
import type { Json } from '../../../src/core/json.ts'
import { requestLine } from '../../../src/core/request-text.ts'
import {
  differing,
  type Finding,
  headlined,
  moved,
  type Tools,
  type Violation,
  violation,
} from '../../../src/core/rule.ts'
import { between as apart, ofRecords } from '../../../src/judge/difference.ts'
import { type Id, idOf, sameId, showId } from '../../../src/judge/ids.ts'
import type { Query } from '../api.ts'
import { type How, isFinding, pagesOf, type Read, type Reading, read, readAfter } from './read-page.ts'

/**
 * The responses to two queries that should agree. If they disagree, the queries are sent again alternately and in sequence, so that
 * each response is between two of the other query, which show whether the list changed meanwhile.
 */
export type ComparedPages = readonly Reading[]

/** What two pages disagree in, by a rule's own measure. */
export type Difference = (one: Read, other: Read) => Violation | undefined

interface Options {
  /** How the first query is first read; `once` shares its response with all rules. */
  readonly first?: How
  /** Sent ahead of each `other`, which must not depend on it. */
  readonly ahead?: Query | undefined
}

/** Requests both concurrently, so that a load balancer passes them to two of its servers. */
export async function comparePages(
  tools: Tools,
  query: Query,
  other: Query,
  differ: Difference,
  { first = 'sparingly', ahead }: Options = {},
): Promise<ComparedPages> {
  const readOther = (how?: How): Promise<Reading> => (ahead ? readAfter(tools, ahead, other) : read(tools, other, how))
  const pair = await Promise.all([read(tools, query, first), readOther('sparingly')])
  const pages = pagesOf(...pair)
  if (!isFinding(pages) && !differ(pages[0]!, pages[1]!)) return pair
  let turns: Reading[] = []
  for (let times = 0; times < MOST_TIMES && !settle(turns, differ); times++) {
    // A load balancer may have passed all turns to one server: a further request at the same time changes whose turn it is.
    const readNext = async (next: Query) => {
      const further = times > 0 && tools.random() < 0.5 ? [read(tools, query)] : []
      const [reading] = await Promise.all([next === other ? readOther() : read(tools, next), ...further])
      return reading!
    }
    turns = []
    for (const next of [query, other, query]) turns.push(await readNext(next))
    if (settle(turns, differ)?.kind === 'violation' && totalsDiffer(turns)) await awaitReplication()
    turns.push(await readNext(other), await readNext(query))
  }
  return turns
}

const MOST_TIMES = 4

/** Waits until a record has reached all replicas; before that, responses alternate between two lists. */
export const awaitReplication = (): Promise<void> => sleep(500)

/** Whether the list may have grown: with equal totals, its records are where they were. */
export function totalsDiffer(readings: readonly Reading[]): boolean {
  const pages = pagesOf(...readings)
  return !isFinding(pages) && pages.some(({ total }) => total !== pages[0]!.total)
}

/** A difference counts if the list did not change: one query had equal responses before and after the other. */
export function settle(readings: ComparedPages, differ: Difference): Finding | undefined {
  const pages = pagesOf(...readings)
  if (isFinding(pages)) return pages
  if (pages.length === 2) return differ(pages[0]!, pages[1]!)
  const found = pages.slice(2).map((after, i) => between(pages[i]!, pages[i + 1]!, after, differ))
  const at = found.findIndex((one) => one?.kind === 'violation')
  if (at < 0) return found.find((one) => one !== undefined)
  // If users are added and removed, a total may repeat although the list changed twice: then the other query shows it.
  return onlyTotals(pages[at]!, pages[at + 1]!, differ) && !isStill(pages)
    ? moved('the list changed while two responses were compared')
    : found[at]
}

/** Each of the two alternating queries got one total throughout. */
const isStill = (pages: readonly Read[]): boolean =>
  pages.every(({ total }, i) => i < 2 || total === pages[i - 2]!.total)

function between(one: Read, two: Read, again: Read, differ: Difference): Finding | undefined {
  const found = differ(one, two)
  if (!found || !differ(again, two)) return undefined
  if (grew(one, two, again) && onlyTotals(one, two, differ)) return undefined
  return differ(one, again) ? moved('the list changed while two responses were compared') : found
}

/** They differ in nothing but their totals: with the one or the other of these for both, all is well. */
const onlyTotals = (one: Read, two: Read, differ: Difference): boolean =>
  [one, two].some(({ total }) => !differ({ ...one, total }, { ...two, total }))

/** Records were only appended: the total grew from one response to the next. */
const grew = (one: Read, two: Read, again: Read): boolean => one.total <= two.total && two.total <= again.total

export const sameTotal: Difference = (one, other) => {
  if (one.total === other.total) return undefined
  const found = headlined(
    `pagination.total differs for the same list: ${requestLine(one.x.req)} returned ${one.total}, ${requestLine(other.x.req)} returned ${other.total}`,
    violation(
      `pagination.total ${one.total}, as for ${nameOf(one)}`,
      `pagination.total ${other.total}`,
      one.x,
      other.x,
    ),
  )
  return differing(found, apart('pagination.total', sides(one, other), [`${one.total}`, `${other.total}`]))
}

/** At each position that both pages cover they hold the same record. */
export const sameRecords: Difference = (one, other) => {
  const [from, upTo] = [max(one.start, other.start), min(end(one), end(other))]
  for (let at = from; at < upTo; at++) {
    const [id, also] = [idAt(one, at), idAt(other, at)]
    if (id === undefined || also === undefined || sameId(id, also)) continue
    const found = headlined(
      `${requestLine(other.x.req)} returned id ${showId(also)} at position ${at + 1n} of the list, where ${requestLine(one.x.req)} returned id ${showId(id)}`,
      violation(
        `id ${showId(id)} at position ${at + 1n}, as with ${nameOf(one)}`,
        `id ${showId(also)}`,
        one.x,
        other.x,
      ),
    )
    const [here, there] = [one, other].map(({ data, start }) => [data[Number(at - start)]!]) as [Json[], Json[]]
    const isOfFirstPages = at === 0n && one.start === 0n && other.start === 0n
    return {
      ...differing(found, ofRecords(here, there, sides(one, other), { from: Number(at) })),
      ...(isOfFirstPages && { causes: OF_FIRST_PAGES }),
    }
  }
  return lacking(one, other, max(from, upTo)) ?? lacking(other, one, max(from, upTo))
}

const OF_FIRST_PAGES = [
  'pages are counted from 0, so that page=1 is the second page; the first is that of page=0, of a request without page, or of none',
  'records are sorted by something that several of them share, or by nothing',
]

/** A position that one page should hold as the other does. */
function lacking(one: Read, other: Read, at: bigint): Violation | undefined {
  const due = at >= one.start && at < one.start + one.asked.perPage && at < one.total
  if (!due || at < end(one) || at < other.start || at >= end(other)) return undefined
  return headlined(
    `${requestLine(one.x.req)} lacks position ${at + 1n} of the list, which ${requestLine(other.x.req)} returned`,
    violation(`a record at position ${at + 1n}, as with ${nameOf(other)}`, 'none', one.x, other.x),
  )
}

/** The query as it was sent. */
const nameOf = ({ x }: Read): string =>
  (x.req.query ?? []).map(([name, value]) => `${name}=${value}`).join('&') || 'no parameters'

/** Names of the two responses where they are shown side by side. */
const sides = (one: Read, other: Read): [string, string] => [nameOf(one), nameOf(other)]

/** Totals and records. */
export const sameList: Difference = (one, other) => sameTotal(one, other) ?? sameRecords(one, other)

const end = ({ start, data }: Read): bigint => start + BigInt(data.length)
const idAt = ({ start, data }: Read, position: bigint): Id | undefined => idOf(data[Number(position - start)])
const max = (a: bigint, b: bigint): bigint => (a > b ? a : b)
const min = (a: bigint, b: bigint): bigint => (a < b ? a : b)
