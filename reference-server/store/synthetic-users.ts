import type { User } from '../types.ts'
import { newUser } from './new-user.ts'
import type { Matches, UserList } from './users.ts'

const YEAR_US = 365 * 86_400e6
const START_US = Date.UTC(2024, 0, 1) * 1000

/**
 * A list of any length for one company, computed from the position. Update times ascend with the ids, so that a binary search finds
 * the users updated since a time. The users of other companies come from `stored`.
 */
export function syntheticUsers(company: number, length: number, stored: UserList): UserList {
  const later: User[] = []
  const size = () => length + later.length
  const at = (i: number) =>
    later[i - length] ?? newUser(idAt(i), company, START_US + Math.floor((i / length) * YEAR_US))
  const firstMatch = (matches?: Matches) => {
    let [low, high] = [0, matches ? size() : 0]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      if (matches?.(at(middle))) high = middle
      else low = middle + 1
    }
    return low
  }
  const read = (offset: bigint, limit: number, matches?: Matches) => {
    const start = firstMatch(matches) + (offset > 0n ? Number(offset) : 0)
    return Array.from({ length: Math.max(0, Math.min(limit, size() - start)) }, (_, i) => at(start + i))
  }
  return {
    count: (of, matches) => (of === company ? size() - firstMatch(matches) : stored.count(of, matches)),
    read: (of, orderBy, offset, limit, matches) =>
      of === company ? read(offset, limit, matches) : stored.read(of, orderBy, offset, limit, matches),
    lastId: () => later.at(-1)?.id ?? idAt(length - 1),
    create: (user) => (user.companyId === company ? void later.push(user) : stored.create(user)),
    touch: () => false,
    find: (of, wanted) => {
      if (of !== company) return stored.find(of, wanted)
      for (let i = size() - 1; i >= 0; i--) if (wanted(at(i))) return at(i)
      return undefined
    },
  }
}

/** Gaps alternate between one and two. */
const idAt = (i: number) => (i < 0 ? 0 : 7 + i + Math.floor(i / 2))
