import { exactNumber } from '../json.ts'
import type { Resource } from '../pipeline.ts'
import { findDataset } from './lookup.ts'
import { readRowsQuery } from './query.ts'

/** GET /projects/{project_id}/datasets/{dataset_id}/rows: the saved query, run live (B 4). */
export const rows: Resource = {
  query: readRowsQuery,
  lookup: findDataset,
  body: (call, { behaviour: b, store }) => {
    const size = call.size!
    const sql = b.bRowsSql(call.dataset!.sql, call)
    const columns = store.rows.columns(sql)
    const fetched = b.bRowsSlice(
      (offset, limit) => store.rows.read(sql, offset, limit),
      { offset: b.bRowsOffset(call.page!, size, call), limit: b.bRowsFetch(size, call) },
      call,
    )
    const page = b.bRowsEchoPage(call.page!, call)
    return b.bRowsEnvelope(
      {
        columns: b.bColumns(columns, call),
        items: b.bRowsKept(fetched, size, call).map((row) => b.bRowObject(columns, row, call)),
        page: typeof page === 'bigint' ? exactNumber(page) : page,
        size: b.bRowsEchoSize(size, call),
        has_more: b.bHasMore(fetched.length, size, call),
      },
      call,
    )
  },
}
