import { isProblem } from '../is-problem.ts'
import { exactNumber } from '../json.ts'
import { type Resource, Stop } from '../pipeline.ts'
import type { Site } from '../site.ts'
import type { Call } from '../types.ts'
import { readQuery } from './query.ts'

/** GET /users (A 4). */
export const users: Resource = {
  query: readQuery,
  lookup: () => undefined,
  body: (call, site) => {
    const { behaviour: b, store } = site
    const company = b.aCompanyRead(call.key!, call)
    const size = call.size!
    const counted = store.users.count(company, updatedSince(b.aSinceCounted(call.since, call), call, site))
    const page = b.aPastEnd(call.page!, Math.ceil(counted / size), call)
    if (isProblem(page)) return new Stop(b.aProblemError([page], call))
    const matches = updatedSince(b.aSince(call.since, call), call, site)
    const orderBy = b.aOrderBy(call)
    const found = b.aSlice(
      (offset, limit) => store.users.read(company, orderBy, offset, limit, matches),
      { offset: b.aOffset(page, size, call), limit: b.aLimit(size, call), total: counted },
      call,
    )
    const total = b.aTotal(counted, found, call)
    return b.aEnvelope(
      found.map((user) => b.aUserJson(user, b.aUserId(user.id), call)),
      {
        page: plain(b.aEchoPage(page, call)),
        per_page: b.aEchoPerPage(size, call),
        total,
        total_pages: b.aTotalPages(total, size, call),
      },
      call,
    )
  },
}

const plain = (page: unknown) => (typeof page === 'bigint' ? exactNumber(page) : page)

function updatedSince(since: number | undefined, call: Call, { behaviour: b }: Site) {
  return since === undefined
    ? undefined
    : (user: Parameters<typeof b.aUpdatedSince>[0]) => b.aUpdatedSince(user, since, call)
}
