import { basename } from 'node:path'
import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import type { z } from 'zod'
import { type Attestation, AttestationShape } from '../core/attestation.ts'
import { matchesPatterns } from '../core/catalog.ts'
import type { Clause, Ledger } from '../core/clause-ledger.ts'
import { type ExpectedFailure, ExpectedFailureShape } from '../core/expected-failure.ts'
import { readTextFile } from '../core/read-text-file.ts'
import type { Variant } from '../core/rule.ts'
import type { AttestSetting } from '../core/settings.ts'
import { didYouMean, UsageError } from '../core/usage-error.ts'

/** A YAML or JSON file that holds a list of entries. */
interface EntryFile<Entry> {
  /** The option or setting that names the file. */
  readonly option: string
  /** Suffix of the error about a file that cannot be read. */
  readonly hint?: string
  /** Noun phrase: `rule and reason`. */
  readonly fields: string
  readonly shape: z.ZodObject<z.ZodRawShape> & z.ZodType<Entry>
  /** Why a valid entry cannot be used. */
  readonly refuse: (entry: Entry) => string | undefined
}

/** Reads the entries with their places, `expect.yaml:3`. Throws a UsageError with one line per invalid entry. */
function readEntries<Entry extends object>(path: string, file: EntryFile<Entry>): (Entry & { at: string })[] {
  const { option, hint } = file
  const name = basename(path)
  const form = `must be a list of entries, each with ${file.fields}`
  const lines = new LineCounter()
  const text = readTextFile(path, { before: `${option}: `, ...(hint && { hint }) })
  const document = parseDocument(text, { lineCounter: lines })
  const at = (offset: number) => `${name}:${lines.linePos(offset).line}`
  const [error] = document.errors
  if (error) {
    const isTab = /^[ -]*\t/.test(text.slice(text.lastIndexOf('\n', error.pos[0] - 1) + 1))
    const problem = isTab ? 'indent with spaces, not with tabs' : error.message.split(/ at line \d|:?\n/)[0]
    throw new UsageError(`${option}: ${at(error.pos[0])}: not valid YAML: ${problem}`)
  }
  const { contents } = document
  // An empty file has no entries, like one with all entries commented out.
  if (contents === null || (isScalar(contents) && contents.value === null)) return []
  if (!isSeq(contents)) throw new UsageError(`${option}: ${name}: ${form}`)
  const entries: (Entry & { at: string })[] = []
  const problems: string[] = []
  for (const item of contents.items as Node[]) {
    const place = at(item.range?.[0] ?? 0)
    const read = entryOf(item, file, form)
    if ('entry' in read) entries.push({ ...read.entry, at: place })
    else problems.push(...read.problems.map((text) => `${option}: ${place}: ${text}`))
  }
  if (problems.length > 0) throw new UsageError(...problems)
  return entries
}

type ReadEntry<Entry> = { readonly entry: Entry } | { readonly problems: readonly string[] }

function entryOf<Entry>(item: Node, { shape, refuse }: EntryFile<Entry>, form: string): ReadEntry<Entry> {
  if (!isMap(item)) return { problems: [form] }
  const given = item.toJSON() as Record<string, unknown>
  const fields = Object.keys(shape.shape)
  const unknown = Object.keys(given).filter((name) => !fields.includes(name))
  if (unknown.length > 0) return { problems: unknown.map((name) => `unknown field ${name}${didYouMean(name, fields)}`) }
  const parsed = shape.safeParse(given)
  if (!parsed.success) return { problems: parsed.error.issues.map(({ message }) => message) }
  const why = refuse(parsed.data)
  return why === undefined ? { entry: parsed.data } : { problems: [why] }
}

/**
 * Reads an `--expect` file in YAML or JSON. Throws a UsageError with one line per entry that is invalid, expired or about no rule.
 * `today`: `2026-11-21`, in UTC. `ids`: of all rules.
 */
export const readExpectations = (path: string, today: string, ids: readonly string[]): ExpectedFailure[] =>
  readEntries<Omit<ExpectedFailure, 'at'>>(path, {
    option: '--expect',
    hint: '; --write-expect FILE makes one',
    fields: 'rule and reason, such as - { rule: a.users.total, reason: TICKET-1 }',
    shape: ExpectedFailureShape,
    refuse({ rule, until }) {
      if (!ids.some((id) => matchesPatterns(id, [rule])))
        return `no rule has the id ${rule}${didYouMean(rule, ids) || '; delete the entry'}`
      return until === undefined || until >= today
        ? undefined
        : `${rule} was accepted until ${until}, which has passed: fix it, or agree on a later day`
    },
  })

type References = Readonly<Record<Variant, Ledger>>

/**
 * Reads the statements of the operator in YAML or JSON. Throws a UsageError with one line per entry that is invalid, expired, or
 * about a clause that is unknown, given twice or not attestable. `today`: `2026-11-22`, in UTC.
 */
export function readAttestations({ from, file }: AttestSetting, today: string, references: References): Attestation[] {
  const clauses = new Map<string, Clause>(
    Object.entries(references).flatMap(([variant, ledger]) =>
      Object.entries(ledger).map(([id, clause]) => [`${variant}.${id}`, clause] as const),
    ),
  )
  const seen = new Set<string>()
  const refuse = ({ clause, on, until }: Attestation): string | undefined => {
    const known = clauses.get(clause)
    if (!known) return `no clause has the id ${clause}${didYouMean(clause, [...clauses.keys()])}`
    if (!known.attestable) return `${clause} cannot be attested: ${known.untestable ?? 'rules of the suite cover it'}`
    if (seen.has(clause)) return `${clause} is attested twice`
    seen.add(clause)
    if (on > today) return `${clause}: on is in the future: ${on}`
    return until !== undefined && until < today ? `${clause} was attested until ${until}, which has passed` : undefined
  }
  const fields = 'clause, by, on and statement'
  return readEntries<Attestation>(file, { option: from, fields, shape: AttestationShape, refuse }).map(
    ({ at: _at, ...attestation }) => attestation,
  )
}
