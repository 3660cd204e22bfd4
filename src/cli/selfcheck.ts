import { join } from 'node:path'
import { loadCatalog } from '../core/catalog.ts'
import { inCheckout, PROOF, root } from '../core/package.ts'
import type { Depth } from '../core/rule.ts'
import { chosen } from '../core/rule-patterns.ts'
import { UsageError } from '../core/usage-error.ts'
import { writeWhole } from '../core/write-atomically.ts'
import type { Job } from '../proof/selfcheck/job.ts'
import { isAsSaid, type Outcome } from '../proof/selfcheck/judge-entry.ts'
import { type Entry, matrixOf } from '../proof/selfcheck/matrix.ts'
import { movedIn } from '../proof/selfcheck/moved.ts'
import { runJobs } from '../proof/selfcheck/pool.ts'
import { lineOf, printMatrices } from '../proof/selfcheck/print.ts'
import { proofOf } from '../proof/selfcheck/proof.ts'
import { type Args, refuseMore } from './args.ts'
import type { Command } from './command.ts'

const DEPTHS: readonly string[] = ['quick', 'standard', 'exhaustive']

export const selfcheck: Command = {
  name: 'selfcheck',
  usage: '[OPTIONS]',
  summary: 'runs the suite against the reference server with each fault and each freedom in turn',
  options: {
    rule: { multiple: true, value: 'PATTERN', help: 'only faults and freedoms of these rules (repeatable)' },
    only: { value: 'faults|freedoms', help: 'only one of the two matrices' },
    depth: { value: 'quick|standard|exhaustive', help: 'how many cases each rule tries (default: standard)' },
    seed: { multiple: true, value: 'N', help: 'seed (repeatable: everything once for each; default: 1)' },
    alone: { help: 'of each fault only its own rule: quicker, tells nothing of the other rules' },
    json: { help: 'print JSON' },
    save: { help: `keep the sums as the proof that stands in every report (${PROOF}); needs both matrices, whole` },
  },
  notes: [
    'A fault is caught when its own rule turns red by a violation; a freedom is legal, and must turn nothing red. With several seeds, what was observed on a freedom must be the same each time. Quick depth may miss a fault where its rule says why (`rules ID`).',
  ],
  examples: [
    ['selfcheck --rule a.users.total-pages', 'one rule, by its faults and freedoms'],
    ['selfcheck --only faults --alone', 'every fault, its own rule only: the quickest'],
    ['selfcheck --seed 1 --seed 2 --seed 3 --save', 'in a checkout: makes the proof that reports tell'],
  ],
  exits: [
    [0, 'every fault was caught, no freedom turned anything red, no observation moved'],
    [1, 'one was not'],
    [2, 'the command line cannot be used'],
  ],
  run: check,
}

async function check(args: Args): Promise<number> {
  refuseMore(args, 0)
  if (args.values.save) refuseToSave(args)
  const jobs = await jobsFor(args)
  const begun = performance.now()
  const outcomes = await runJobs(jobs, progress(jobs.length))
  const ms = performance.now() - begun
  if (args.values.save) writeWhole(join(root, PROOF), `${JSON.stringify(proofOf(outcomes), null, 2)}\n`)
  process.stdout.write(args.values.json ? asJson(outcomes) : printMatrices(outcomes, ms))
  return outcomes.every(isAsSaid) && movedIn(outcomes).length === 0 ? 0 : 1
}

/** What is kept tells of standard depth, and of all that there is. */
function refuseToSave({ values }: Args): void {
  const partial = ['rule', 'only', 'depth'].find((name) => values[name] !== undefined)
  if (partial) throw new UsageError(`--save keeps what the whole matrices came to: leave out --${partial}`)
  if (!inCheckout) throw new UsageError('--save writes into the checkout, and this is an installed package')
}

async function jobsFor({ values }: Args): Promise<Job[]> {
  const depth = oneOf('--depth', values.depth ?? 'standard', DEPTHS) as Depth
  const kinds =
    values.only === undefined ? ['faults', 'freedoms'] : [oneOf('--only', values.only, ['faults', 'freedoms'])]
  const seeds = ((values.seed ?? ['1']) as string[]).map(integer)
  const patterns = (values.rule ?? []) as string[]
  const rules = (await Promise.all([loadCatalog('a'), loadCatalog('b')])).flatMap((catalog) => catalog.rules)
  const mine = rules.filter(({ id }) => chosen(id, patterns))
  const entries: Entry[] = kinds.flatMap((kind) => matrixOf(mine, kind === 'faults' ? 'fault' : 'freedom'))
  if (entries.length === 0) throw new UsageError('--rule: no fault or freedom stands in a rule of that id')
  return entries.flatMap((entry) => seeds.map((seed) => ({ entry, depth, seed, alone: alone(entry, values) })))
}

/** A freedom must turn nothing red, so it is always tried on all rules. */
const alone = (entry: Entry, values: Args['values']): boolean => values.alone === true && entry.kind === 'fault'

function oneOf(option: string, value: unknown, known: readonly string[]): string {
  if (known.includes(value as string)) return value as string
  throw new UsageError(`${option} takes one of ${known.join(', ')}, not ${JSON.stringify(value)}`)
}

function integer(text: string): number {
  if (/^-?\d{1,9}$/.test(text)) return Number(text)
  throw new UsageError(`--seed takes an integer, not ${JSON.stringify(text)}`)
}

/** In a log, where lines stay, a line comes only so often. */
const LOGGED = 50

function progress(total: number): (outcome: Outcome) => void {
  let done = 0
  let bad = 0
  return (outcome) => {
    done++
    const { isTTY } = process.stderr
    if (isTTY) process.stderr.write('\r\x1b[2K')
    if (!isAsSaid(outcome)) {
      bad++
      // Now, as the run can be ended before the sums.
      process.stderr.write(`${lineOf(outcome)}\n`)
    }
    const line = `${done} of ${total}, ${bad} bad`
    if (isTTY) process.stderr.write(done === total ? '' : line)
    else if (done % LOGGED === 0) process.stderr.write(`${line}\n`)
  }
}

function asJson(outcomes: readonly Outcome[]): string {
  return `${JSON.stringify({ proof: proofOf(outcomes), moved: movedIn(outcomes), outcomes }, null, 2)}\n`
}
