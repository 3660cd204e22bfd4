import { B_ROWS_PAGE } from '../choices.ts'
import type { Call, Cell, Problem, Read, Row, Window } from '../types.ts'

export interface RowsPage {
  columns: unknown
  items: unknown[]
  page: unknown
  size: unknown
  has_more: unknown
}

/** Variant B: the rows of a dataset; `call.dataset` says which. */
export interface BRowsDecisions {
  /** Page of rows when left out (4: not fixed). */
  bRowsPageDefault(call: Call): bigint
  /** Size of rows when left out: 100 (4, 8). */
  bRowsSizeDefault(call: Call): bigint
  /** 1 or more (4); below 1 (not shown): refused. */
  bRowsPage(page: bigint, call: Call): bigint | Problem
  /** 1 to 1000 (4); others (not shown): refused. */
  bRowsSize(size: bigint, call: Call): number | Problem
  /** The dataset's query as it is run, with its LIMIT and OFFSET; its own order is kept (4.4). */
  bRowsSql(sql: string, call: Call): string
  /** Rows before the page. */
  bRowsOffset(page: bigint, size: number, call: Call): bigint
  /** Rows that are fetched: one more than the page, to see whether there is one. */
  bRowsFetch(size: number, call: Call): number
  /** The fetched rows, read live (4.5). */
  bRowsSlice(read: Read<Row>, window: Omit<Window, 'total'>, call: Call): Row[]
  /** Of the fetched rows, those on the page. */
  bRowsKept(rows: Row[], size: number, call: Call): Row[]
  /** Whether at least one more row follows the page (2). */
  bHasMore(fetched: number, size: number, call: Call): boolean
  /** Column names, in order (2). */
  bColumns(columns: readonly string[], call: Call): unknown
  /** A row, keyed by column name (2). */
  bRowObject(columns: readonly string[], row: Row, call: Call): unknown
  /** page: the requested one (2). */
  bRowsEchoPage(page: bigint, call: Call): unknown
  /** size: the requested one (2). */
  bRowsEchoSize(size: number, call: Call): unknown
  /** The rows page: no total, no pages (2). */
  bRowsEnvelope(page: RowsPage, call: Call): unknown
}

export const bRows: BRowsDecisions = {
  bRowsPageDefault: () => B_ROWS_PAGE,
  bRowsSizeDefault: () => 100n,
  bRowsPage: (page) => (page < 1n ? { parameter: 'page', problem: 'must be 1 or more' } : page),
  bRowsSize: (size) =>
    size < 1n || size > 1000n ? { parameter: 'size', problem: 'must be between 1 and 1000' } : Number(size),
  bRowsSql: (sql) => `${sql} LIMIT ? OFFSET ?`,
  bRowsOffset: (page, size) => (page - 1n) * BigInt(size),
  bRowsFetch: (size) => size + 1,
  bRowsSlice: (read, { offset, limit }) => read(offset, limit),
  bRowsKept: (rows, size) => rows.slice(0, size),
  bHasMore: (fetched, size) => fetched > size,
  bColumns: (columns) => columns,
  bRowObject: (columns, row) => {
    const object: Record<string, Cell> = {}
    for (let i = 0; i < columns.length; i++) object[columns[i]!] = row[i] ?? null
    return object
  },
  bRowsEchoPage: (page) => page,
  bRowsEchoSize: (size) => size,
  bRowsEnvelope: (page) => page,
}
