import type { Answer, Block } from './blocks.ts'

/** Column value of a response without the feature. A private-use character. */
export const ABSENT = '\uE001'

/** The values of one feature, in the order of the table's cells. */
export interface Column {
  readonly name: string
  readonly values: readonly string[]
}

/** Responses whose labels are exchangeable within their block, and their features. */
export interface Table {
  readonly cells: readonly Answer[]
  /** Index in `blocks` of each cell's block. */
  readonly blockOf: Int32Array
  readonly blocks: readonly Block[]
  readonly columns: readonly Column[]
}
