import { setTimeout as sleep } from 'node:timers/promises'
import { type Finding, moved, type Tools, unclear } from '../../../src/core/rule.ts'
import type { ControlId } from '../../../src/index.d.ts'
import { type Id, idsOf } from '../../../src/judge/ids.ts'
import { isOurs, type Offset } from '../../../src/judge/server-clock.ts'
import { PER_PAGE_MAX, users } from '../api.ts'
import { holds, isList, listSince, MINUTES, offsetHere, type SinceList } from './filtered-list.ts'
import { isThere } from './find-record.ts'
import { readPage } from './page.ts'
import { touchUser } from './touch-user.ts'

/** What happens to users, and when the client synchronises. */
export type Event =
  | { readonly op: 'create' }
  /** Counted from 0: first those that were created in this history, then others. */
  | { readonly op: 'touch'; readonly user: number }
  /** The start time is that of the last update that had returned, or a lower bound by the Date of responses. */
  | { readonly op: 'sync'; readonly start: 'update' | 'date' }
  | { readonly op: 'wait'; readonly ms: number }

/** A creation or a touch. */
export interface Update {
  readonly what: 'created' | 'touched'
  readonly id: ControlId
  /** As the control module returned; none for a creation. */
  readonly updatedAt?: string
  /** Syncs begun before it. */
  readonly syncs: number
}

export interface Sync {
  /** Where its start time came from: passed as updated_since by the next one. */
  readonly start: 'update' | 'date'
  readonly startedAt: number
  /** What it read; nothing where no sync was before. */
  readonly list?: SinceList
}

/** An update that no sync has seen, and whether the user is in lists read afterwards. */
export interface Lost {
  readonly update: Update
  /** The sync whose start time it came after, and the next one, which should have seen it. */
  readonly before: Sync
  readonly sync: Sync
  /** Whether the clock that its start time came from is that of the suite too. */
  readonly startIsPlain: boolean
  /** Since the same time, read again now, and since two seconds before that. */
  readonly now: SinceList
  readonly earlier: SinceList
}

export interface History {
  readonly syncs: readonly Sync[]
  readonly updates: readonly Update[]
  readonly lost: readonly Lost[]
}

/** Milliseconds until a last sync, where one is missing: what shows late may yet show. */
const LATE = 700
/** Milliseconds: a list filtered from this much earlier distinguishes a coarse resolution from a loss. */
export const EARLIER = 2000
const MOST_LOST = 3
/** Milliseconds: a Date of a gateway and the times of updates may be of two clocks, which may be off by minutes. */
const CLOCKS_APART = 45_000

/** Milliseconds between a sync and the next event: whether `updated_since` excludes the instant itself is not shown. */
const INSTANT = 2

/** Lives through a history as a client that follows the recipe. */
export async function live(tools: Tools, events: readonly Event[]): Promise<History | Finding> {
  const known = await tools.once(users(tools.target))
  const others = idsOf(readPage(await tools.once(users(tools.target, { page: 1, per_page: PER_PAGE_MAX })))?.data ?? [])
  if (!others || others.length === 0) return unclear('there is no user to update')
  const client = new Client(tools, others, await offsetHere(tools, known, others[0]!))
  for (const event of events) {
    const stopped = await client.live(event)
    if (stopped) return stopped
    if (event.op === 'sync') await sleep(INSTANT)
  }
  const stopped = await client.end()
  if (stopped) return stopped
  return client.history()
}

class Client {
  readonly #tools: Tools
  readonly #others: readonly Id[]
  readonly #offset: Offset
  readonly #created: ControlId[] = []
  readonly #updates: Update[] = []
  readonly #syncs: Sync[] = []
  /** The time of the last update that returned, by the clock there. */
  #last: number | undefined
  /** The greatest difference between the time of an update and the clock of the responses. */
  #apart = 0

  constructor(tools: Tools, others: readonly Id[], offset: Offset) {
    this.#tools = tools
    this.#others = others
    this.#offset = offset
  }

  live(event: Event): Promise<Finding | undefined> {
    if (event.op === 'create') return this.#create()
    if (event.op === 'touch') return this.#touch(event.user)
    if (event.op === 'sync') return this.#sync(event.start)
    return sleep(event.ms)
  }

  /** A last sync, and another one where an update is missing. */
  async end(): Promise<Finding | undefined> {
    const start = this.#syncs.at(-1)?.start ?? 'update'
    const stopped = await this.#sync(start)
    if (stopped || this.missed().length === 0) return stopped
    await sleep(LATE)
    return this.#sync(start)
  }

  async #create(): Promise<undefined> {
    const { id } = await this.#tools.control.a.createUser()
    this.#created.push(id)
    this.#updates.push({ what: 'created', id, syncs: this.#syncs.length })
  }

  async #touch(user: number): Promise<undefined> {
    const id = this.#created[user] ?? this.#others[(user * 17 + 5) % this.#others.length]!
    const { updatedAt, step } = await touchUser(this.#tools, id)
    const time = Date.parse(updatedAt)
    this.#last = Math.max(this.#last ?? Number.NEGATIVE_INFINITY, time)
    this.#apart = Math.max(this.#apart, Math.abs(time - step.returnedAt - this.#offset.low))
    this.#updates.push({ what: 'touched', id, updatedAt, syncs: this.#syncs.length })
  }

  async #sync(wanted: Sync['start']): Promise<Finding | undefined> {
    const start = this.#last === undefined ? 'date' : wanted
    const startedAt = start === 'update' ? this.#last! : Math.floor((Date.now() + this.#offset.low) / 1000) * 1000
    const before = this.#syncs.at(-1)
    if (!before) return void this.#syncs.push({ start, startedAt })
    const list = await listSince(this.#tools, before.startedAt)
    if (!isList(list)) return list
    this.#syncs.push({ start, startedAt, list })
    return undefined
  }

  /** Updates since the first sync that no later one has seen. */
  missed(): Update[] {
    const unseen = ({ id, syncs }: Update) => !this.#syncs.slice(syncs).some(({ list }) => list && holds(list, id))
    return this.#updates.filter((update) => update.syncs > 0 && unseen(update))
  }

  /** A user that is listed and stamped after its creation is not lost. */
  async #isInNextSync(id: ControlId): Promise<boolean> {
    const next = await listSince(this.#tools, this.#syncs.at(-1)!.startedAt)
    return isList(next) && holds(next, id)
  }

  async history(): Promise<History | Finding> {
    const lost: Lost[] = []
    // A few are enough: each costs further requests.
    for (const update of this.missed().slice(0, MOST_LOST)) {
      const sync = this.#syncs[update.syncs]!
      const before = this.#syncs[update.syncs - 1]!
      // First of all: a created user may be listed late, between these requests.
      const isListed = await isThere(this.#tools, update.id)
      const now = await listSince(this.#tools, before.startedAt)
      const earlier = await listSince(this.#tools, before.startedAt - EARLIER)
      if (!isList(now)) return now
      if (!isList(earlier)) return earlier
      if (!holds(earlier, update.id) && isListed === false)
        return moved('a user that was created or updated is not in the list')
      if (update.what === 'created' && (await this.#isInNextSync(update.id))) continue
      // Stryker disable next-line EqualityOperator: borders that no clock keeps to the millisecond
      if (before.start === 'date' && this.#apart > CLOCKS_APART && this.#apart < MINUTES)
        return unclear('the Date of responses and the times of updates are minutes apart: the clocks may differ')
      lost.push({ update, before, sync, startIsPlain: before.start === 'update' || isOurs(this.#offset), now, earlier })
    }
    return { syncs: this.#syncs, updates: this.#updates, lost }
  }
}
