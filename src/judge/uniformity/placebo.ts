import type { Table } from './column.ts'
import { plainP } from './p-values.ts'
import { statistics } from './permutation.ts'
import { labellingOf } from './screen-and-confirm.ts'
import type { Split } from './splits.ts'

/**
 * Whether a label is a placebo: an unissued key_id, which no server can distinguish from another. At least two are needed. If
 * responses depend on the key_id itself (sharding), more placebos reduce the risk that only the placebos agree by chance.
 */
export type Placebo = (label: string) => boolean

/** `unknown`, `unknown placebo`, `unknown placebo 2`, ... */
export const USUAL_PLACEBO: Placebo = (label) => label.startsWith('unknown')
const PERMUTATIONS = 1_999
const ALPHA = 0.01

/** Whether the split also separates the placebos, so that it does not depend on the state of the key. */
export function partsPlacebo(split: Split, table: Table, placebo: Placebo, seed: number): boolean {
  const kept = [...table.cells.keys()].filter((cell) => placebo(table.cells[cell]!.label))
  if (kept.length === 0) return false
  const pair = {
    cells: kept.map((cell) => table.cells[cell]!),
    blockOf: Int32Array.from(kept, (cell) => table.blockOf[cell]!),
  }
  const positions = [...split.cells.keys()].filter((at) => kept.includes(split.cells[at]!))
  const cells = Int32Array.from(positions, (at) => kept.indexOf(split.cells[at]!))
  const codes = Float64Array.from(positions, (at) => split.codes[at]!)
  const [values] = statistics([{ ...split, cells, codes }], labellingOf(pair).labelling, PERMUTATIONS, seed)
  return plainP(values!) <= ALPHA
}
