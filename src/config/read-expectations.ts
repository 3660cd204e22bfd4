import { basename } from 'node:path'
import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import { didYouMean } from '../core/did-you-mean.ts'
import { type Entry, EntryShape, FIELDS } from '../core/expected-failure.ts'
import { readTextFile } from '../core/read-text-file.ts'
import { UsageError } from '../core/usage-error.ts'

const HINT = '; --write-expect FILE makes one'
const FORM = 'must be a list of entries, each with rule and reason'

/**
 * Reads an `--expect` file in YAML or JSON. Throws a UsageError with one line per invalid or expired entry.
 * `today`: `2026-11-21`, in UTC.
 */
export function readExpectations(path: string, today: string): Entry[] {
  const name = basename(path)
  const lines = new LineCounter()
  const document = parseDocument(readTextFile(path, { before: '--expect: ', hint: HINT }), { lineCounter: lines })
  const at = (offset: number) => `${name}:${lines.linePos(offset).line}`
  const [error] = document.errors
  if (error) throw new UsageError(`--expect: ${at(error.pos[0])}: ${error.message.split('\n')[0]}`)
  const { contents } = document
  // An empty file accepts nothing, like one with all entries commented out.
  if (contents === null || (isScalar(contents) && contents.value === null)) return []
  if (!isSeq(contents)) throw new UsageError(`--expect: ${name}: ${FORM}`)
  const read = contents.items.map((item) => entryOf(item as Node, at((item as Node).range?.[0] ?? 0), today))
  const problems = read.flatMap((one) => ('rule' in one ? [] : one))
  if (problems.length > 0) throw new UsageError(...problems)
  return read.filter((one) => 'rule' in one)
}

/** The entry, or its problems. */
function entryOf(item: Node, at: string, today: string): Entry | readonly string[] {
  const problem = (text: string) => `--expect: ${at}: ${text}`
  if (!isMap(item)) return [problem(FORM)]
  const given = item.toJSON() as Record<string, unknown>
  const unknown = Object.keys(given).filter((name) => !FIELDS.includes(name))
  if (unknown.length > 0) return unknown.map((name) => problem(`unknown field ${name}${didYouMean(name, FIELDS)}`))
  const parsed = EntryShape.safeParse(given)
  if (!parsed.success) return parsed.error.issues.map(({ message }) => problem(message))
  const { rule, until } = parsed.data
  if (until === undefined || until >= today) return { ...parsed.data, at }
  return [problem(`${rule} was accepted until ${until}, which has passed: fix it, or agree on a later day`)]
}
