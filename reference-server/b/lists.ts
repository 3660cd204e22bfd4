import { exactNumber } from '../json.ts'
import type { Resource } from '../pipeline.ts'
import type { Site } from '../site.ts'
import type { Call, ListName } from '../types.ts'
import { findProject } from './lookup.ts'
import { readListQuery } from './query.ts'

/** GET /projects, and a project's datasets and nodes (B 4). */
export const listOf = (list: ListName): Resource => ({
  query: readListQuery,
  lookup: list === 'projects' ? () => undefined : findProject,
  body: (call, site) => listPage(list, call, site),
})

function listPage(list: ListName, call: Call, site: Site): unknown {
  const { behaviour: b, store } = site
  const parent = list === 'projects' ? b.bCompanyRead(call.key!, call) : b.bProjectRead(call.project!, call)
  const size = call.size!
  const counted = store.items.count(list, parent)
  const read = b.bPastEnd(call.page!, Math.ceil(counted / size), call)
  const orderBy = b.bOrderBy(call)
  const found = b.bSlice(
    (offset, limit) => store.items.read(list, parent, orderBy, offset, limit),
    { offset: b.bOffset(read, size, call), limit: b.bLimit(size, call), total: counted },
    call,
  )
  const total = b.bTotal(counted, found, call)
  const items = found.map((item) => b.bItemJson(item, b.bItemId(list, item.id), call))
  const page = b.bEchoPage(call.page!, call)
  return b.bEnvelope(
    {
      items,
      total,
      page: typeof page === 'bigint' ? exactNumber(page) : page,
      size: b.bEchoSize(size, call),
      pages: b.bPages(total, size, call),
    },
    call,
  )
}
