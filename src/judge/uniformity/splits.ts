import { ABSENT, type Column, partsOf, type Table } from './blocks.ts'
import { aspectOf, featureOf, isOfWholeBody } from './derived-columns.ts'

/** One feature in all blocks or in one stratum, encoded for a test: each cell has a category or a rank within its block. */
export interface Split {
  /** Unique, and equal in both stages. */
  readonly id: string
  readonly feature: string
  /** The stratum; empty for all blocks. */
  readonly part: string
  readonly kind: 'categories' | 'ranks'
  /** Indexes of cells in the table. */
  readonly cells: Int32Array
  /** By position in `cells`: index of the category, or the rank. */
  readonly codes: Float64Array
  /** Number of categories; 0 for ranks. */
  readonly size: number
}

/** Minimum number of values unlike the most common one; fewer cannot be significant. */
const FEWEST_UNLIKE = 3
/** Aspects not tested within a stratum: few responses make them noise, and each extra test weakens the others. */
const FINE = /^(character|number) \d+$/
const NUMERIC = /^(length|bytes|number \d+)$/
/** Aspects by readability: of features that separate the responses equally, the first is kept. */
const PLAIN = [
  'presence',
  'value',
  'type',
  'number of times',
  'letter case',
  'common order',
  'order',
  'length',
  'bytes',
  'fault',
  'outline',
]

/** All splits worth testing; the choice does not depend on the labels. */
export function splitsOf(table: Table): Split[] {
  const found: Split[] = []
  const ordered = [...table.columns].sort((a, b) => plainness(a.name) - plainness(b.name))
  for (const part of ['', ...partsOf(table.blocks)]) {
    const cells = cellsOf(table, part)
    for (const column of ordered) {
      if (part === '' || !FINE.test(aspectOf(column.name))) found.push(...splitsOfColumn(column, part, cells, table))
    }
  }
  return merged(found)
}

/** The splits with these ids, without those whose feature is missing. */
export function splitsById(table: Table, ids: readonly string[]): Split[] {
  const columns = new Map(table.columns.map((column) => [column.name, column]))
  return ids.flatMap((id) => {
    const { feature, part, kind } = JSON.parse(id) as Split
    const column = columns.get(feature)
    const cells = cellsOf(table, part)
    if (!column || cells.length === 0) return []
    return kind === 'ranks' ? [ranked(column, part, cells, table)] : [categorized(column, part, cells)]
  })
}

function splitsOfColumn(column: Column, part: string, cells: Int32Array, table: Table): Split[] {
  const split = categorized(column, part, cells)
  if (variesNowhere(split, table)) return []
  const found: Split[] = []
  if (split.size <= cells.length / 3 && unlikeTheCommonest(split) >= FEWEST_UNLIKE) found.push(split)
  if (part !== '') return found
  if (split.size > 2 && NUMERIC.test(aspectOf(column.name))) found.push(ranked(column, part, cells, table))
  return found
}

function cellsOf({ blockOf, blocks }: Table, part: string): Int32Array {
  const all = Int32Array.from(blockOf.keys())
  return part === '' ? all : all.filter((cell) => blocks[blockOf[cell]!]!.strata.includes(part))
}

function categorized({ name, values }: Column, part: string, cells: Int32Array): Split {
  const codes = new Map<string, number>()
  const coded = Float64Array.from(cells, (cell) => {
    const value = values[cell]!
    if (!codes.has(value)) codes.set(value, codes.size)
    return codes.get(value)!
  })
  return {
    id: idOf(name, part, 'categories'),
    feature: name,
    part,
    kind: 'categories',
    cells,
    codes: coded,
    size: codes.size,
  }
}

/** Mid-ranks within the block, from −1 to 1; a missing value has rank 0. */
function ranked({ name, values }: Column, part: string, cells: Int32Array, { blockOf }: Table): Split {
  const byBlock = Map.groupBy(cells.keys(), (at) => blockOf[cells[at]!]!)
  const codes = new Float64Array(cells.length)
  for (const positions of byBlock.values()) {
    const present = positions.filter((at) => values[cells[at]!] !== ABSENT)
    const numbers = present.map((at) => Number(values[cells[at]!]))
    for (const [k, at] of present.entries()) {
      const below = numbers.filter((number) => number < numbers[k]!).length
      const above = numbers.filter((number) => number > numbers[k]!).length
      codes[at] = (below - above) / numbers.length
    }
  }
  return { id: idOf(name, part, 'ranks'), feature: name, part, kind: 'ranks', cells, codes, size: 0 }
}

const idOf = (feature: string, part: string, kind: Split['kind']): string => JSON.stringify({ feature, part, kind })

/** Whether the feature is constant within every block, so that no permutation changes the statistic. */
function variesNowhere({ cells, codes }: Split, { blockOf }: Table): boolean {
  // Stryker disable next-line EqualityOperator: there is no block past the last cell
  for (let at = 1; at < cells.length; at++) {
    if (blockOf[cells[at]!] === blockOf[cells[at - 1]!] && codes[at] !== codes[at - 1]) return false
  }
  return true
}

function unlikeTheCommonest({ codes, size }: Split): number {
  const counts = new Int32Array(size)
  for (const code of codes) counts[code] = counts[code]! + 1
  return codes.length - Math.max(...counts)
}

/** Drops features that separate the responses exactly as an earlier one. */
function merged(splits: readonly Split[]): Split[] {
  const keys = new Set<string>()
  return splits.filter(({ part, kind, codes }) => {
    const key = `${part} ${kind} ${codes.join()}`
    return !keys.has(key) && keys.add(key)
  })
}

/** Rank of a feature by readability, below 100; the plainest is 0. */
export function plainness(name: string): number {
  const { carrier, aspect } = featureOf(name)
  // A connection that is closed has no Keep-Alive either.
  if (carrier.kind === 'status' || carrier.kind === 'connection') return -1
  const at = PLAIN.indexOf(aspect)
  return (isOfWholeBody(carrier) ? 20 : 0) + (at < 0 ? PLAIN.length : at)
}
