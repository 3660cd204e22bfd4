import type { Behaviour, Call, User } from '../../../reference-server/behaviour.ts'
import type { Exchange } from '../../../src/core/exchange.ts'
import { inApiKey, whole } from '../../../src/core/key-format.ts'
import { requestLine } from '../../../src/core/request-text.ts'
import { explained, headlined, type Tools, type Violation, violation } from '../../../src/core/rule.ts'
import type { Id } from '../../../src/judge/ids.ts'
import { idOf } from '../../shared/shared-items.ts'
import { PER_PAGE_MAX, users } from '../api.ts'
import { readPage } from './page.ts'

/** A user that was created in the first tenant, and the second tenant's list around that. */
export interface Created {
  readonly id: Id
  readonly before: Exchange
  /** The page that holds the position after the last one before. */
  readonly after: Exchange
}

/** A second user only if the first is visible: two tenants with separate ids may each get a user at the same time. */
export async function createUsers(tools: Tools): Promise<Created[]> {
  const { control, target } = tools
  const read = (page: number) =>
    tools.get({
      ...users(target, { page, per_page: PER_PAGE_MAX }, inApiKey(whole(target.keys['other-tenant']!), 'other-tenant')),
      open: true,
    })
  const created: Created[] = []
  while (created.length < 2 && created.every(isInBoth)) {
    const before = await read(1)
    const { id } = await control.a.createUser()
    const total = Number(readPage(before)?.total ?? 0n)
    created.push({ id, before, after: await read(Math.floor(total / PER_PAGE_MAX) + 1) })
  }
  return created
}

/** Whether the user is among those that the second tenant's list got since. */
function isInBoth({ id, before, after }: Created): boolean {
  const [old, page] = [readPage(before), readPage(after)]
  if (!old || !page || page.page < 1n) return false
  const start = Number((page.page - 1n) * page.perPage)
  return page.data.some((user, i) => start + i >= Number(old.total) && idOf(user) === String(id))
}

export function createdInBoth(created: readonly Created[]): Violation | undefined {
  if (created.length < 2 || !created.every(isInBoth)) return undefined
  const { id, before, after } = created.at(-1)!
  return headlined(
    `The key of another tenant lists user ${id}, which was just created in this tenant: ${requestLine(after.req)}`,
    explained(
      violation('no user of another tenant', `user ${id}`, before, after),
      "One customer reads another customer's users.",
      'a new user is stored without its tenant',
      'tenants share a cached list',
    ),
  )
}

/** Counts the users that the control module creates, for one fault. */
const counted: Behaviour['aNextUserId'] = (last, admin) => {
  const id = admin.conforming.aNextUserId(last, admin)
  admin.memory.set('users created', [...createdIds(admin), id])
  return id
}
const createdIds = ({ memory }: Pick<Call, 'memory'>) => (memory.get('users created') as number[] | undefined) ?? []
const createdUsers = (call: Call): User[] =>
  createdIds(call).map((id) => ({
    id,
    companyId: 1,
    name: `Person ${id}`,
    email: `person.${id}@example.org`,
    createdAt: 0,
    updatedAt: 0,
  }))

/** This many of the first created users are also at the end of the second tenant's list. */
export const listedInAll = (count: number): Partial<Behaviour> => ({
  aTotal: (total, _users, call) => total + (call.key!.companyId === 3 ? createdUsers(call).slice(0, count).length : 0),
  aSlice: (read, { offset, limit, total }, call) => {
    const found = read(offset, limit)
    const isEnd = call.key!.companyId === 3 && Number(offset) + limit >= total
    return isEnd ? [...found, ...createdUsers(call).slice(0, count)].slice(0, limit) : found
  },
  aNextUserId: counted,
})
