import { count } from '../../../src/core/count.ts'
import type { Exchange } from '../../../src/core/exchange.ts'
import { canonical } from '../../../src/core/json.ts'
import { type Finding, headlined, type Tools, trial, unclear, violation } from '../../../src/core/rule.ts'
import type { Target } from '../../../src/core/target.ts'
import { call, type Query, ROWS_SIZE_DEFAULT } from '../api.ts'
import { inWords } from '../support/page.ts'
import { readRows } from '../support/rows-page.ts'

type Other = 'second dataset' | "second project's dataset"

interface Case {
  readonly other: Other
  readonly query: Query
  /** Both datasets in turns: over one connection, or concurrently. */
  readonly turns?: 'one connection' | 'concurrent'
}

interface Evidence {
  /** The first page of each dataset that was found, this one first. */
  readonly bases: readonly Exchange[]
  /** The two datasets by one query. */
  readonly pairs: readonly (readonly [one: Exchange, other: Exchange])[]
  /** Where a pair has the same rows: some of them from each dataset, by a query that the other one does not get. */
  readonly alone?: readonly Exchange[]
}

const idsOf = (other: Other, { related }: Target) =>
  other === 'second dataset'
    ? { dataset: related!.secondDataset! }
    : { project: related!.secondProject!, dataset: related!.itsDataset! }

const isThere = (other: Other, target: Target): boolean => Object.values(idsOf(other, target)).every(Boolean)

async function send(c: Case, tools: Tools): Promise<Evidence> {
  const { bases, pairs } = await readPairs(c, tools)
  const same = pairs.find(isSame)
  if (!same) return { bases, pairs }
  const { target, get } = tools
  const ask = (part: number, id = {}) => get(call(target, 'rows', partOf(same[1], part), id))
  return { bases, pairs, alone: [await ask(20), await ask(25, idsOf(c.other, target))] }
}

/** A query for some rows of this page, at a size that no other has. */
function partOf(x: Exchange, part: number): Query {
  const { page, size } = readRows(x)!
  return page <= 1n
    ? { page: 1, size: Number(size) - part }
    : { page: (Number(page) - 1) * (Number(size) / part) + 1, size: part }
}

async function readPairs({ other, query, turns }: Case, tools: Tools): Promise<Evidence> {
  const { target } = tools
  const others = (['second dataset', "second project's dataset"] as const).filter((one) => isThere(one, target))
  const ids = [{}, ...others.map((one) => idsOf(one, target))]
  const bases = await Promise.all(ids.map((each) => tools.once(call(target, 'rows', {}, each))))
  const one = call(target, 'rows', query)
  const another = call(target, 'rows', query, idsOf(other, target))
  if (!turns) return { bases, pairs: [[await tools.once(one), await tools.sparingly(another)]] }
  const four = [one, another, one, another]
  const [a, b, c, d] = await (turns === 'concurrent' ? Promise.all(four.map(tools.get)) : tools.inSequence(four))
  return { bases, pairs: [[a!, b!] as const, [c!, d!] as const] }
}

/** Columns and rows of a page; undefined if it has too little to identify a dataset. */
function contentOf(x: Exchange): string | undefined {
  const page = readRows(x)
  const text = page?.items.length ? JSON.stringify([page.columns, ...page.items.map(canonical).sort()]) : ''
  return text.length < TELLING ? undefined : text
}
const TELLING = 100

function isSame([one, other]: Evidence['pairs'][number]): boolean {
  const content = contentOf(one)
  return content !== undefined && content === contentOf(other)
}

/** Whether the dataset itself has columns and rows of the page: then it shares them with another one, as a copy may. */
function hasRowsOf(alone: Exchange, x: Exchange): boolean {
  const [own, page] = [readRows(alone), readRows(x)!]
  if (!own || own.items.length === 0 || own.columns.join('\n') !== page.columns.join('\n')) return false
  const rows = new Set(page.items.map(canonical))
  return own.items.every((row) => rows.has(canonical(row)))
}

export default trial<Case, Evidence>({
  level: 'implied',
  severity: 'error',
  title: 'The rows are those of the dataset in the path',
  clauses: ['4.rows', '1.reads'],
  derivation: 'The path names the project and the dataset, so the rows are those of that dataset and of no other.',
  tried:
    'Columns and rows of another dataset of the project and of one of another project, which preflight finds, compared with those of the dataset under test: by the same query, in turns over one connection and concurrently. Datasets may be copies of each other: three or more equal ones are a warning, and equal rows conform where each dataset also returns them alone.',
  meaning: 'A client stores the rows of one dataset as those of another.',
  causes: [
    'a cache responds by the query without the dataset',
    'the id of the dataset is not used: the first one of the project is read',
    'the saved query is kept in a variable that requests share',
  ],
  needs: ['key', 'project', 'dataset', 'second-dataset'],
  since: 3,
  after: ['b.rows.envelope'],
  faults: {
    'first-dataset-always': { bRowsSql: () => `${FIRST} LIMIT ? OFFSET ?` },
    'cached-by-query': { bRowsEnvelope: (page, call) => call.once(`rows ${call.search}`, () => page) },
    'cached-by-query-with-a-size': {
      bRowsEnvelope: (page, call) =>
        call.search.includes('size') ? call.once(`rows ${call.search}`, () => page) : page,
    },
    'cached-by-query-beyond-page-1': {
      bRowsEnvelope: (page, call) => (call.page! > 1n ? call.once(`rows ${call.search}`, () => page) : page),
    },
    'page-of-the-request-before': {
      bRowsEnvelope(page, call) {
        const slot = `rows ${call.search}`
        const before = call.memory.get(slot) as { at: number; page: typeof page } | undefined
        call.memory.set(slot, { at: call.n, page })
        return before?.at === call.n - 1 ? before.page : page
      },
    },
  },
  quickMisses: {
    'cached-by-query-with-a-size': 'quick depth sends one query',
    'cached-by-query-beyond-page-1': 'quick depth sends one query',
    'page-of-the-request-before': 'quick depth alternates no requests',
    'first-dataset-always': 'quick depth looks at one more dataset, which may be a copy',
    'cached-by-query': 'quick depth looks at one more dataset, which may be a copy',
  },
  freedoms: {
    'two-copies': { bRowsSql: (sql, call) => `${call.dataset!.id === 2 ? FIRST : sql} LIMIT ? OFFSET ?` },
    'a-copy-in-another-project': {
      bRowsSql: (sql, call) => `${call.project!.id === 2 ? FIRST : sql} LIMIT ? OFFSET ?`,
    },
    'same-rows-beyond-the-first': {
      bRowsSql: (sql, call) =>
        `${call.dataset!.id === 2 ? `SELECT reading_id, CASE WHEN place = 1 THEN 'other' ELSE label END AS label, amount, noted_at FROM (SELECT *, row_number() OVER () AS place FROM (${FIRST}))` : sql} LIMIT ? OFFSET ?`,
    },
    'one-dataset': { seedDatasets: () => 1 },
    'as-many-rows-each': { seedRows: () => 3 },
  },
  cases: {
    first: (target) => CASES.filter(({ other }) => isThere(other, target)),
    count: [1, 6, 6],
  },
  send,
  judge({ bases, pairs, alone }): Finding | undefined {
    const [own, ...others] = bases.map(contentOf)
    const copies = others.filter((other) => own !== undefined && own === other).length
    for (const [one, other] of pairs) {
      if (!isSame([one, other])) continue
      if (copies > 0 && copies < Math.max(2, others.length))
        return copies === others.length ? unclear('the two datasets that were found have the same rows') : undefined
      const rows = count(readRows(other)!.items.length, 'row')
      if (copies > 0)
        return {
          ...headlined(
            `${inWords(other)} returned the same ${rows} as ${inWords(one)}, and so did each dataset that was found: one dataset is read for all, or all are copies`,
            violation('rows of the dataset in the path', `the same ${rows} for ${bases.length} datasets`, one, other),
          ),
          warning: true,
        }
      // Datasets that are edited or grow may become equal, and later pages may be equal while the first ones differ.
      if (alone?.every((x) => hasRowsOf(x, other))) return undefined
      return {
        ...headlined(
          `${inWords(other)} returned the ${rows} of another dataset: those of ${inWords(one)}`,
          violation('rows of the dataset in the path', `the ${rows} of another dataset`, one, other),
        ),
        // Later pages of two datasets may be the same while the first ones differ.
        warning: readRows(other)!.page > 1n,
      }
    }
    return undefined
  },
})

const CASES: readonly Case[] = [
  { other: 'second dataset', query: {} },
  { other: "second project's dataset", query: {} },
  { other: 'second dataset', query: { page: 1, size: ROWS_SIZE_DEFAULT } },
  { other: 'second dataset', query: { page: 2 } },
  { other: 'second dataset', query: { page: 1, size: 200 }, turns: 'one connection' },
  { other: 'second dataset', query: {}, turns: 'concurrent' },
]

const FIRST =
  'SELECT id AS reading_id, label, amount, noted_at FROM readings WHERE series = (SELECT series FROM datasets WHERE id = 1) ORDER BY id'
