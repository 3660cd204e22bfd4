import fc from 'fast-check'
import type { Exchange } from '../../../src/core/exchange.ts'
import type { Json } from '../../../src/core/json.ts'
import { isObject } from '../../../src/core/json-values.ts'
import type { Finding, Tools } from '../../../src/core/rule.ts'
import { PER_PAGE_MAX, users } from '../api.ts'
import { readPage } from './page.ts'

/**
 * A value of `updated_since`: a timestamp; or whole seconds from the edge, a moment in the middle of the list's update times
 * (0 and below are before the edge, 1 and above after it); or the second of the edge in which a record was updated; or the start of a day, in the
 * month of the edge or this many months later; or a time that at most this part of the records passes, if there is one.
 */
export type Moment =
  | { readonly updated_since: string }
  | { readonly seconds_from_edge: number }
  | { readonly second: 'of the edge' }
  | { readonly months_from_edge: number; readonly day: number }
  | { readonly most: number }

/** Seconds since 1970 between which at least one record was updated, and others were updated before or after. */
export interface Edge {
  readonly before: number
  readonly after: number
}

/** The seconds as an ISO 8601 timestamp, in the form that every reader knows. */
export const timestamp = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')

export async function momentOf(moment: Moment, tools: Tools): Promise<string> {
  if ('updated_since' in moment) return moment.updated_since
  const { before, after } = await edge(tools)
  if ('second' in moment) return timestamp(before + 1)
  if ('most' in moment) return timestamp(await fewSince(tools, after, moment.most))
  if ('day' in moment) {
    const edge = new Date(after * 1000)
    return timestamp(Date.UTC(edge.getUTCFullYear(), edge.getUTCMonth() + moment.months_from_edge, moment.day) / 1000)
  }
  const seconds = moment.seconds_from_edge
  const time = seconds > 0 ? after + seconds - 1 : before + seconds
  // Only a.users.since-future filters by future times: as far before the edge instead.
  return timestamp(time * 1000 < Date.now() ? time : before - Math.abs(seconds))
}

const STEPS = 8

const DAY = 86_400

/** Bisects the time between the edge and the end of today, so that a run with the same seed bisects the same; two records show an order. */
async function fewSince(tools: Tools, edge: number, most: number): Promise<number> {
  const whole = readPage(await tools.once(users(tools.target, { page: 1, per_page: PER_PAGE_MAX })))?.total ?? 0n
  let [from, to] = [edge, Math.ceil(Date.now() / 1000 / DAY) * DAY]
  let best = edge
  for (let step = 0; step < STEPS && to - from > 1; step++) {
    const middle = await count(tools, Math.floor((from + to) / 2))
    if (middle.total >= 2n) best = middle.seconds
    if (middle.total >= 4n && Number(middle.total) < most * Number(whole)) break
    if (Number(middle.total) >= most * Number(whole)) from = middle.seconds
    else to = middle.seconds
  }
  return best
}

/** Between two times in seconds since 1970. */
export const anyTimestamp = (min: number, max: number): fc.Arbitrary<string> =>
  fc.integer({ min, max }).map(timestamp, (text) => Date.parse(String(text)) / 1000)

/** Seconds on any scale: from moments to years away from the edge. */
const anySeconds = fc.oneof(
  ...[1, 60, 3600, 86_400, 30 * 86_400, 1000 * 86_400].map((max) => fc.integer({ min: -max, max })),
)

const YEAR_2000 = 946_684_800
const YEAR_2025 = 1_735_689_600
const YEAR_2036 = 2_082_758_400

/** Any moment, most often near the edge, with the other properties of a case. */
export function withMoment<T extends object>(rest: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<Moment & T> {
  const near = fc.record({ ...rest, seconds_from_edge: anySeconds })
  const anywhere = fc.record({ ...rest, updated_since: anyTimestamp(YEAR_2000, YEAR_2025) })
  return fc.oneof({ weight: 3, arbitrary: near }, { weight: 1, arbitrary: anywhere }) as fc.Arbitrary<Moment & T>
}

/** Its requests are sent once a run: every rule gets the same edge. */
async function edge(tools: Tools): Promise<Edge> {
  const guesses = guessesFrom(await tools.once(users(tools.target, { page: 1, per_page: PER_PAGE_MAX })))
  for (const guess of guesses) {
    const [before, after] = [await count(tools, guess.before), await count(tools, guess.after)]
    if (before.total !== after.total || before.held !== after.held) return guess
  }
  return (await halved(tools)) ?? guesses[0] ?? { before: YEAR_2000, after: YEAR_2036 }
}

/** By the response they are computed from, for each case. */
const guessed = new WeakMap<Exchange, readonly Edge[]>()

function guessesFrom(x: Exchange): readonly Edge[] {
  const known = guessed.get(x)
  if (known) return known
  const guesses = hints(readPage(x)?.data ?? [])
  guessed.set(x, guesses)
  return guesses
}

/**
 * No field of a user is documented beyond the id; if some hold times, they are a good guess at when users were updated. Three records
 * lie between: one that is updated while they are counted hides no more than one.
 */
function hints(records: readonly Json[]): Edge[] {
  const columns = new Map<string, number[]>()
  for (const [name, value] of records.flatMap(fieldsOf)) {
    const seconds = secondsOf(value)
    if (seconds > YEAR_2000 && seconds < YEAR_2036) columns.set(name, [...(columns.get(name) ?? []), seconds])
  }
  const likely = [...columns].sort(([one], [other]) => Number(UPDATED.test(other)) - Number(UPDATED.test(one)))
  return likely.slice(0, 2).map(([, times]) => {
    const middle = times.sort((a, b) => a - b).slice(Math.max(0, (times.length >> 1) - 1), (times.length >> 1) + 2)
    return { before: middle[0]! - 1, after: middle.at(-1)! + 1 }
  })
}

/** Names of fields that likely hold the update time of a record. */
export const UPDATED = /updat|modif|chang/i

/** Fields of a record, and of objects in it. */
const fieldsOf = (record: Json): [string, Json][] =>
  isObject(record)
    ? Object.entries(record).flatMap(([name, value]) => [[name, value], ...fieldsOf(value)] as const)
    : []

function secondsOf(value: Json): number {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return Math.floor(Date.parse(value) / 1000)
  if (typeof value !== 'number') return Number.NaN
  return Math.floor(value > YEAR_2036 ? value / 1000 : value)
}

/** Bisects the time between 2000 and 2036: each step halves the difference between the counts at its ends. */
async function halved(tools: Tools): Promise<Edge | undefined> {
  let [from, to] = [await count(tools, YEAR_2000), await count(tools, YEAR_2036)]
  // A total that never changes may be that of the whole list.
  const by = from.total === to.total ? 'held' : 'total'
  if (from[by] === to[by]) return undefined
  const half = (from[by] + to[by]) / 2n
  const falls = from[by] > to[by]
  for (let steps = tools.depth === 'quick' ? 6 : 26; steps > 0 && to.seconds - from.seconds > 60; steps--) {
    const middle = await count(tools, Math.floor((from.seconds + to.seconds) / 2))
    if (middle[by] > half === falls) from = middle
    else to = middle
  }
  return { before: from.seconds, after: to.seconds }
}

/** Few enough that many filtered lists fill the page, and no boundary that a fault may single out. */
const COUNTED = 20

/** The query that counts the records of a filter: one for all rules, so that quick depth shares its responses. */
export const counting = (updated_since: string) => ({ page: 1, per_page: COUNTED, updated_since })

/** Records of a filter: the total, and the number on the first page. */
async function count(tools: Tools, seconds: number) {
  const { data = [], total = 0n } = readPage(await tools.once(users(tools.target, counting(timestamp(seconds))))) ?? {}
  return { seconds, total, held: BigInt(data.length) }
}

/** The response to an invalid updated_since is not shown, so refusing a timestamp with 4xx is only a warning. */
export function refusalIsWarning(finding: Finding | undefined, ...xs: readonly Exchange[]): Finding | undefined {
  return finding?.kind === 'violation' && xs.some(isRefused) ? { ...finding, warning: true } : finding
}

/** A page of a filtered list. */
export interface Asked {
  readonly x: Exchange
  readonly updated_since: string
  /** The extreme timestamp that was refused before, with the status. */
  readonly refused?: { readonly updated_since: string; readonly status: number }
}

/** The first page since an extreme timestamp, or since one that every server can represent if the first is refused. */
export async function askedOrRefused(
  tools: Tools,
  { updated_since, per_page }: { readonly updated_since: string; readonly per_page?: number | undefined },
  instead: string,
): Promise<Asked> {
  const page = { updated_since, ...(per_page !== undefined && { per_page }) }
  const x = await tools.get(users(tools.target, page))
  if (!isRefused(x)) return { x, updated_since }
  const refused = { updated_since, status: x.response!.status }
  return {
    x: await tools.get(users(tools.target, { ...page, updated_since: instead })),
    updated_since: instead,
    refused,
  }
}

export const isRefused = ({ response }: Exchange): boolean =>
  response !== undefined && response.status >= 400 && response.status < 500

/** Says which timestamps were refused. */
export function refusals(evidence: readonly Pick<Asked, 'refused'>[]): string | undefined {
  const found = evidence.flatMap(({ refused }) => refused ?? [])
  if (found.length === 0) return undefined
  const [{ updated_since, status }] = found as [(typeof found)[0]]
  return `${found.length} of ${evidence.length} timestamps were refused, for example ${updated_since} with ${status}`
}
