import type { Secrets } from '../../core/secret-text.ts'
import { type Block, hasKeyId, onlyAnswers } from './blocks.ts'
import { ABSENT, type Table } from './column.ts'
import { derivedColumns } from './derived-columns.ts'
import { carrierOf, featuresOf, madeFromBody, ofTheCredential, wholeOf } from './features.ts'
import { memoizeIdentical } from './memoize-identical.ts'

/** Minimum number of echoes: a random token may contain an echo by chance. */
const FEWEST_ECHOES = 3

/** Carriers that depend on the sent credential, even if the server does not know the key. */
export type Bound = ReadonlySet<string>

/**
 * The tables to test. The first compares all classes, without the carriers that depend on the sent credential. The second, if
 * there are such carriers (echoes and counters), compares only classes with a key_id: a response without an echo to a request
 * without a key_id is no leak.
 */
export function featureTables(
  blocks: readonly Block[],
  secrets: Secrets,
  bound: Bound,
  wanted: readonly string[] = [],
): Table[] {
  const all = tableOf(blocks, secrets, bound, wanted)
  if (bound.size === 0) return [all]
  const fromEchoes = new Set([...bound].filter(madeFromBody))
  const keyed = tableOf(onlyAnswers(blocks, hasKeyId), secrets, fromEchoes, wanted)
  const affected = new Set([...bound].flatMap((carrier) => [carrier, wholeOf(carrier)]))
  const columns = keyed.columns.filter(({ name }) => affected.has(carrierOf(name)))
  return [all, { ...keyed, columns }]
}

export function boundCarriers(blocks: readonly Block[], secrets: Secrets): Bound {
  const counts = new Map<string, number>()
  const carriersOf = memoizeIdentical(secrets, (x, unecho) => new Set(ofTheCredential(x, unecho)))
  for (const { exchange } of blocks.flatMap(({ answers }) => answers))
    for (const carrier of carriersOf(exchange)) counts.set(carrier, (counts.get(carrier) ?? 0) + 1)
  return new Set([...counts].filter(([, count]) => count >= FEWEST_ECHOES).map(([carrier]) => carrier))
}

function tableOf(blocks: readonly Block[], secrets: Secrets, without: Bound, wanted: readonly string[]): Table {
  const cells = blocks.flatMap(({ answers }) => answers)
  const blockOf = Int32Array.from(blocks.flatMap(({ answers }, i) => answers.map(() => i)))
  const features = memoizeIdentical(secrets, (x, unecho) => featuresOf(x, unecho, without))
  const rows = cells.map(({ exchange }) => features(exchange))
  const names = new Set(rows.flatMap((row) => [...row.keys()]))
  const columns = [...names].map((name) => ({ name, values: rows.map((row) => row.get(name) ?? ABSENT) }))
  const table = { cells, blockOf, blocks, columns }
  const varied = derivedColumns(table, wanted).filter(({ values }) => values.some((value) => value !== values[0]))
  return { ...table, columns: varied }
}
