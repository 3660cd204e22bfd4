import type { Table } from './column.ts'
import { labellingOf } from './content.ts'
import { plainP } from './p-values.ts'
import { statistics } from './permutation.ts'
import type { Split } from './splits.ts'

/**
 * Classes that no server can tell apart: key_ids that were never issued. Two at least; where answers may depend on the
 * key_id itself (a backend chosen by it), more of them make it less likely that these agree by chance and others do not.
 */
export type Placebo = (label: string) => boolean

/** `unknown`, `unknown placebo`, `unknown placebo 2`, ... */
export const USUAL_PLACEBO: Placebo = (label) => label.startsWith('unknown')
const PERMUTATIONS = 1_999
const ALPHA = 0.01

/** The split parts the two as well: then it is not what became of the key that it goes by. */
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
