import type { Secrets } from '../../core/secret-text.ts'
import { onceForAlike } from './alike.ts'
import { type Block, hasKeyId, onlyAnswers } from './blocks.ts'
import { ABSENT, type Table } from './column.ts'
import { derivedColumns } from './derived.ts'
import { carrierOf, featuresOf, madeFromBody, ofTheCredential, wholeOf } from './features.ts'

/** An echo by chance, in a random token, makes no carrier one of echoes. */
const FEWEST_ECHOES = 3

/** Carriers of something that depends on the credential that was sent, whatever the server knows of it. */
export type Bound = ReadonlySet<string>

/**
 * Two tables. In the first, every class and what owes nothing to the credential sent. In the second, carriers of echoes
 * and of counters: a request without a key_id cannot be answered with one, which tells its sender nothing, so there only
 * classes that sent a key_id are compared.
 */
export function tablesOf(
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
  const carriersOf = onceForAlike(secrets, (x, unecho) => new Set(ofTheCredential(x, unecho)))
  for (const { exchange } of blocks.flatMap(({ answers }) => answers))
    for (const carrier of carriersOf(exchange)) counts.set(carrier, (counts.get(carrier) ?? 0) + 1)
  return new Set([...counts].filter(([, count]) => count >= FEWEST_ECHOES).map(([carrier]) => carrier))
}

function tableOf(blocks: readonly Block[], secrets: Secrets, without: Bound, wanted: readonly string[]): Table {
  const cells = blocks.flatMap(({ answers }) => answers)
  const blockOf = Int32Array.from(blocks.flatMap(({ answers }, i) => answers.map(() => i)))
  const features = onceForAlike(secrets, (x, unecho) => featuresOf(x, unecho, without))
  const rows = cells.map(({ exchange }) => features(exchange))
  const names = new Set(rows.flatMap((row) => [...row.keys()]))
  const columns = [...names].map((name) => ({ name, values: rows.map((row) => row.get(name) ?? ABSENT) }))
  const table = { cells, blockOf, blocks, columns }
  const varied = derivedColumns(table, wanted).filter(({ values }) => values.some((value) => value !== values[0]))
  return { ...table, columns: varied }
}
