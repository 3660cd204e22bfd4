import type { Answer, Block } from './blocks.ts'
/** What stands in a column where an answer lacks the feature. */
export const ABSENT = '\uE001'

/** One feature of all answers, in the order of the table's cells. */
export interface Column {
  readonly name: string
  readonly values: readonly string[]
}

/** Answers whose labels are exchangeable within their block, and all that can be said of them. */
export interface Table {
  readonly cells: readonly Answer[]
  /** The block that each cell belongs to, by its index in `blocks`. */
  readonly blockOf: Int32Array
  readonly blocks: readonly Block[]
  readonly columns: readonly Column[]
}
