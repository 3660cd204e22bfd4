import fc from 'fast-check'
import type { Json } from '../../src/client/json.ts'
import { isObject } from '../../src/judge/json.ts'
import type { Tools } from '../../src/rule.ts'
import { PER_PAGE_MAX, users } from './api.ts'
import { readPage } from './page.ts'

/**
 * A time to list the records updated since: a timestamp, or whole seconds from an edge, a moment in the middle of the update
 * times of this list. 0 and below lie before the edge, 1 and above after it.
 */
export type Moment = { readonly updated_since: string } | { readonly seconds_from_edge: number }

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
  const seconds = moment.seconds_from_edge
  const time = seconds > 0 ? after + seconds - 1 : before + seconds
  // A time to come is for a.users.since-future alone: as far before the edge instead.
  return timestamp(time * 1000 < Date.now() ? time : before - Math.abs(seconds))
}

/** Between two times in seconds since 1970. */
export const anyTimestamp = (min: number, max: number): fc.Arbitrary<string> =>
  fc.integer({ min, max }).map(timestamp, (text) => Date.parse(String(text)) / 1000)

/** Seconds on any scale: from moments to years away from the edge. */
const anySeconds = fc.oneof(
  ...[1, 60, 3600, 86_400, 30 * 86_400, 1000 * 86_400].map((max) => fc.integer({ min: -max, max })),
)

const YEAR_2000 = 946_684_800
const YEAR_2024 = 1_704_067_200
const YEAR_2036 = 2_082_758_400

/** Any moment, most often near the edge, with whatever else a case has. */
export function withMoment<T extends object>(rest: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<Moment & T> {
  const near = fc.record({ ...rest, seconds_from_edge: anySeconds })
  const anywhere = fc.record({ ...rest, updated_since: anyTimestamp(YEAR_2000, YEAR_2024) })
  return fc.oneof({ weight: 3, arbitrary: near }, { weight: 1, arbitrary: anywhere }) as fc.Arbitrary<Moment & T>
}

/** All requests for it are sent once a run: every rule that asks finds the same edge. */
async function edge(tools: Tools): Promise<Edge> {
  const page = readPage(await tools.once(users(tools.target, { page: 1, per_page: PER_PAGE_MAX })))
  for (const hint of hints(page?.data ?? [])) {
    const found = { before: hint - 1, after: hint + 1 }
    if ((await count(tools, found.before)) > (await count(tools, found.after))) return found
  }
  return halved(tools, page?.total ?? 0n)
}

/** No field of a user is documented beyond the id; if some hold times, they are a good guess at when users were updated. */
function hints(records: readonly Json[]): number[] {
  const columns = new Map<string, number[]>()
  for (const record of records.filter(isObject))
    for (const [name, value] of Object.entries(record)) {
      const seconds =
        typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) / 1000 : Number.NaN
      if (seconds > YEAR_2000 && seconds < YEAR_2036)
        columns.set(name, [...(columns.get(name) ?? []), Math.floor(seconds)])
    }
  const likely = [...columns].sort(([one], [other]) => Number(UPDATED.test(other)) - Number(UPDATED.test(one)))
  return likely.slice(0, 2).map(([, times]) => times.sort((a, b) => a - b)[times.length >> 1]!)
}

const UPDATED = /updat|modif|chang/i

/** Halves the time between 2000 and 2036 until the place is found at which half of the list is older. */
async function halved(tools: Tools, total: bigint): Promise<Edge> {
  const steps = tools.depth === 'quick' ? 6 : 26
  let found = { before: YEAR_2000, after: YEAR_2036 }
  for (let step = 0; step < steps && found.after - found.before > 60 && total > 1n; step++) {
    const middle = Math.floor((found.before + found.after) / 2)
    const older = (await count(tools, middle)) * 2n <= total
    found = older ? { ...found, after: middle } : { ...found, before: middle }
  }
  return found
}

async function count(tools: Tools, seconds: number): Promise<bigint> {
  const x = await tools.once(users(tools.target, { page: 1, per_page: 1, updated_since: timestamp(seconds) }))
  return readPage(x)?.total ?? 0n
}
