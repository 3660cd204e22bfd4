import type { Exchange, Req } from '../../../src/core/exchange.ts'
import type { Tools } from '../../../src/core/rule.ts'
import type { ControlId } from '../../../src/index.d.ts'
import { sampleExchange } from '../../../src/testing/sample-exchange.ts'

export interface WorldUser {
  readonly id: number
  updatedAt: number
}

interface Choice {
  readonly users?: number
  /** Milliseconds by which the clocks of updates and of responses are ahead of ours. */
  readonly ahead?: number
  readonly dateAhead?: number
  /** Whether responses have a Date. */
  readonly dated?: boolean
  readonly keep?: (user: WorldUser, since: number, now: number) => boolean
  /** Responses in place of the page. */
  readonly instead?: (query: Readonly<Record<string, string>>) => { status?: number; json?: unknown } | undefined
}

const BEGIN = Date.UTC(2026, 0, 15, 12)
const DAY = 86_400_000
/** Milliseconds that a request and an act at the console take. */
const ANSWER = 4
const ACT = 10

export type World = ReturnType<typeof createFakeServer>

/** A deployment without a socket and without waiting: each request moves its clock. */
export function createFakeServer({
  users: count = 3,
  ahead = 0,
  dateAhead = ahead,
  dated = true,
  keep = (user, since) => user.updatedAt >= since,
  instead = () => undefined,
}: Choice = {}) {
  let now = BEGIN + 250
  const users: WorldUser[] = Array.from({ length: count }, (_, i) => ({ id: i + 1, updatedAt: BEGIN - DAY + i }))
  const asked: Record<string, string>[] = []
  const touched: ControlId[] = []
  const slept: number[] = []

  const get = async (req: Req): Promise<Exchange> => {
    const query = Object.fromEntries(req.query ?? []) as Record<string, string>
    asked.push(query)
    const sentAt = now
    now += ANSWER
    const [page, size] = [Number(query.page ?? 1), Number(query.per_page ?? 25)]
    const since = query.updated_since === undefined ? undefined : Date.parse(query.updated_since)
    const list = since === undefined ? users : users.filter((user) => keep(user, since, now + ahead))
    const data = list.slice((page - 1) * size, page * size).map(({ id }) => ({ id }))
    const pagination = { page, per_page: size, total: list.length, total_pages: Math.ceil(list.length / size) }
    const x = sampleExchange('/users', query, instead(query) ?? { json: { data, pagination } })
    const date: [string, string] = ['Date', new Date(now + dateAhead).toUTCString()]
    return { ...x, sentAt, ms: ANSWER, response: { ...x.response!, headers: dated ? [date] : [] } }
  }
  const act = <T>(done: () => T): T & { step: { calledAt: number; returnedAt: number } } => {
    const calledAt = now
    now += ACT
    return { ...done(), step: { calledAt, returnedAt: now } }
  }
  const createUser = async () =>
    act(() => {
      const user = { id: users.length + 1, updatedAt: now + ahead }
      users.push(user)
      return { id: user.id }
    })
  const touchUser = async (id: ControlId) =>
    act(() => {
      touched.push(id)
      const user = users.find((one) => one.id === id)!
      user.updatedAt = now + ahead
      return { updatedAt: new Date(user.updatedAt).toISOString() }
    })
  const target = { keys: { active: { env: 'K', prefix: 'p', keyId: 'k' } }, sizes: {} }
  const control = { a: { createUser, touchUser }, has: (name: string) => name in { createUser, touchUser } }
  return {
    users,
    asked,
    touched,
    slept,
    now: () => now,
    sleep: async (ms: number) => {
      slept.push(ms)
      now += ms
    },
    tools: { get, once: get, sparingly: get, promptly: get, target, control } as unknown as Tools,
  }
}
