import type { Secrets } from '../../core/secret-text.ts'
import type { Block, Table } from './blocks.ts'
import { type Bound, boundCarriers, featureTables } from './features.ts'
import { holm, type Labelling, plainP, statistics, westfallYoung } from './permutation.ts'
import { type Split, splitsById, splitsOf } from './splits.ts'

/** Lenient, since a flag only costs requests: the second stage alone accuses. */
const SCREEN = { permutations: 9_999, alpha: 0.05 }
const CONFIRM = { permutations: 19_999, alpha: 0.001 }
/** Interim looks. They stop when more permutations would change the outcome with a probability below one in a million. */
const LOOKS = [
  { permutations: 99, plainlyNot: 0.25, plainly: 0 },
  { permutations: 499, plainlyNot: 0.12, plainly: 0 },
  { permutations: 1_999, plainlyNot: 0.08, plainly: 0.01 },
]
/** With more flags, 19,999 permutations could not meet Holm's correction; one confirmed flag is enough. */
const MOST_FLAGS = 8

/** A difference found in the first stage. JSON. */
export interface Flag {
  readonly id: string
  /** Index of the table: 1 compares only classes with a key_id. */
  readonly table: number
  readonly p: number
  readonly score: number
}

/** A difference confirmed on fresh data. */
export interface Confirmed {
  readonly split: Split
  readonly table: Table
  /** Adjusted by Holm's method. */
  readonly p: number
}

/** Cache: both sending and judging need the result of the first stage. */
const screened = new WeakMap<readonly Block[], { readonly seed: number; readonly flags: Flag[] }>()

/** Stage 1: finds candidate differences. Returns immediately if nothing varies. */
export function screen(blocks: readonly Block[], secrets: Secrets, seed: number): Flag[] {
  const cached = screened.get(blocks)
  if (cached?.seed === seed) return cached.flags
  const flags = screenOf(blocks, secrets, seed)
  screened.set(blocks, { seed, flags })
  return flags
}

function screenOf(blocks: readonly Block[], secrets: Secrets, seed: number): Flag[] {
  const tables = featureTables(blocks, secrets, boundCarriers(blocks, secrets))
  const tests = tables.map((table) => ({ table, splits: splitsOf(table) }))
  const varied = tests.filter(({ splits }) => splits.length > 0).length
  const flags = tests.flatMap(({ table, splits }, i) => flagged(table, splits, seed + i, SCREEN.alpha / varied, i))
  return flags.sort((a, b) => b.score - a.score).slice(0, MOST_FLAGS)
}

function flagged(table: Table, splits: readonly Split[], seed: number, alpha: number, index: number): Flag[] {
  if (splits.length === 0) return []
  const { labelling } = labellingOf(table)
  const look = (permutations: number) => westfallYoung(statistics(splits, labelling, permutations, seed))
  for (const { permutations, plainlyNot, plainly } of LOOKS) {
    const result = look(permutations)
    const smallest = Math.min(...result.adjusted)
    if (smallest > plainlyNot) return []
    if (smallest <= plainly) return flagsOf(result)
  }
  return flagsOf(look(SCREEN.permutations))

  function flagsOf({ adjusted, scores }: ReturnType<typeof westfallYoung>): Flag[] {
    const flags = splits.map(({ id }, i) => ({ id, table: index, p: adjusted[i]!, score: scores[i]! }))
    return flags.filter(({ p }) => p <= alpha)
  }
}

/** Stage 2: tests the flags of stage 1 on fresh blocks. */
export function confirm(
  flags: readonly Flag[],
  { first, fresh }: { first: readonly Block[]; fresh: readonly Block[] },
  secrets: Secrets,
  seed: number,
): Confirmed[] {
  const bound = new Set([...boundCarriers(first, secrets), ...boundCarriers(fresh, secrets)])
  const tried = triedAgain(flags, fresh, secrets, bound)
  const ps = tried.map(({ table, splits }, i) =>
    statistics(splits, labellingOf(table).labelling, CONFIRM.permutations, seed + i).map(plainP),
  )
  // A flag whose feature is missing in the fresh blocks counts as a test with p = 1.
  const missing = flags.length - ps.flat().length
  const adjusted = holm([...ps.flat(), ...new Array<number>(missing).fill(1)])
  const all = tried.flatMap(({ table, splits }) => splits.map((split) => ({ table, split })))
  return all.map((one, i) => ({ ...one, p: adjusted[i]! })).filter(({ p }) => p <= CONFIRM.alpha)
}

function triedAgain(flags: readonly Flag[], fresh: readonly Block[], secrets: Secrets, bound: Bound) {
  const wanted = flags.map(({ id }) => (JSON.parse(id) as Split).feature)
  const tables = featureTables(fresh, secrets, bound, wanted)
  const idsIn = (index: number) => flags.filter(({ table }) => table === index).map(({ id }) => id)
  const inFirst = splitsById(tables[0]!, idsIn(0))
  // A feature that proved to be an echo is in the other table.
  const moved = idsIn(0).filter((id) => !inFirst.some((split) => split.id === id))
  const inSecond = tables[1] ? splitsById(tables[1], [...idsIn(1), ...moved]) : []
  return [
    { table: tables[0]!, splits: inFirst },
    ...(tables[1] ? [{ table: tables[1], splits: inSecond }] : []),
  ].filter(({ splits }) => splits.length > 0)
}

function labellingOf({ cells, blockOf }: Pick<Table, 'cells' | 'blockOf'>): {
  labelling: Labelling
  names: string[]
} {
  const names = [...new Set(cells.map(({ label }) => label))].sort()
  const labels = Int32Array.from(cells, ({ label }) => names.indexOf(label))
  const starts = [...cells.keys()].filter((cell) => cell === 0 || blockOf[cell] !== blockOf[cell - 1])
  return { labelling: { labels, count: names.length, starts: Int32Array.from([...starts, cells.length]) }, names }
}

const PERMUTATIONS = 1_999
const ALPHA = 0.01

/**
 * Whether the split also separates the placebos, so that it does not depend on the state of the key. At least two are needed. If
 * responses depend on the key_id itself (sharding), more placebos reduce the risk that only the placebos agree by chance.
 */
export function partsPlacebo(split: Split, table: Table, seed: number): boolean {
  const kept = [...table.cells.keys()].filter((cell) => table.cells[cell]!.isPlacebo)
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
