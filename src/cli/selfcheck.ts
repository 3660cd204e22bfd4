import { join } from 'node:path'
import { allRules, matchesPatterns } from '../core/catalog.ts'
import { DEPTHS } from '../core/literal-types.ts'
import { isCheckout, PROOF, root } from '../core/package.ts'
import { UsageError } from '../core/usage-error.ts'
import { writeAtomically } from '../core/write-atomically.ts'
import type { Job } from '../proof/selfcheck/job.ts'
import { type Entry, isAsSaid, matrixOf, movedObservations, type Outcome, proofOf } from '../proof/selfcheck/matrix.ts'
import { lineOf, renderMatrices } from '../proof/selfcheck/render-matrices.ts'
import { runJobs } from '../proof/selfcheck/run-jobs.ts'
import { type Args, type Command, refuseMore } from './command.ts'

export const selfcheck: Command = {
  name: 'selfcheck',
  usage: '[OPTIONS]',
  summary: 'runs the suite against the reference server with each fault and each freedom in turn',
  options: {
    rule: { multiple: true, value: 'PATTERN', help: 'only faults and freedoms of these rules; repeatable' },
    only: { value: 'faults|freedoms', help: 'only one of the two matrices' },
    depth: { value: 'quick|standard|exhaustive', help: 'how many cases each rule tests (default: standard)' },
    seed: { multiple: true, value: 'N', help: 'run everything with this seed; repeatable (default: 1)' },
    alone: { help: 'run only the own rule of each fault: faster, but says nothing about other rules' },
    json: { help: 'print JSON' },
    save: { help: `save the totals as the proof in every report (${PROOF}); needs both complete matrices` },
  },
  notes: [
    'A fault is found when its own rule fails with a violation. A freedom is legal, so no rule may fail. With several seeds, observations on a freedom must not vary. Quick depth may miss a fault if its rule says why (`rules ID`).',
  ],
  examples: [
    ['selfcheck --rule a.users.total-pages', 'one rule, with its faults and freedoms'],
    ['selfcheck --only faults --alone', 'every fault, its own rule only: the fastest'],
    ['selfcheck --seed 1 --seed 2 --seed 3 --save', 'in a checkout: renews the proof in reports'],
  ],
  exits: [
    [0, 'every fault was found, no freedom failed a rule, no observation varied'],
    [1, 'one was not'],
    [2, 'the command line cannot be used'],
  ],
  run: runMatrices,
}

async function runMatrices(args: Args): Promise<number> {
  refuseMore(args, 0)
  if (args.values.save) refuseToSave(args)
  const jobs = await jobsFor(args)
  const start = performance.now()
  const outcomes = await runJobs(jobs, progress(jobs.length))
  const ms = performance.now() - start
  if (args.values.save) writeAtomically(join(root, PROOF), `${JSON.stringify(proofOf(outcomes), null, 2)}\n`)
  process.stdout.write(args.values.json ? asJson(outcomes) : renderMatrices(outcomes, ms))
  return outcomes.every(isAsSaid) && movedObservations(outcomes).length === 0 ? 0 : 1
}

/** The proof is about standard depth and the complete matrices. */
function refuseToSave({ values }: Args): void {
  const partial = ['rule', 'only', 'depth'].find((name) => values[name] !== undefined)
  if (partial) throw new UsageError(`--save needs the complete matrices: leave out --${partial}`)
  if (!isCheckout) throw new UsageError('--save writes into the checkout, and this is an installed package')
}

const KINDS = ['faults', 'freedoms'] as const

async function jobsFor({ values }: Args): Promise<Job[]> {
  const depth = oneOf('--depth', values.depth ?? 'standard', DEPTHS)
  const kinds = values.only === undefined ? KINDS : [oneOf('--only', values.only, KINDS)]
  const seeds = ((values.seed ?? ['1']) as string[]).map(integer)
  const patterns = (values.rule ?? []) as string[]
  const mine = (await allRules()).filter(({ id }) => matchesPatterns(id, patterns))
  const entries: Entry[] = kinds.flatMap((kind) => matrixOf(mine, kind === 'faults' ? 'fault' : 'freedom'))
  if (entries.length === 0) throw new UsageError('--rule: no matching rule has a fault or freedom')
  // A freedom must fail no rule, so it is always tested with all rules.
  const isAlone = ({ kind }: Entry) => values.alone === true && kind === 'fault'
  return entries.flatMap((entry) => seeds.map((seed) => ({ entry, depth, seed, alone: isAlone(entry) })))
}

function oneOf<Name extends string>(option: string, value: unknown, known: readonly Name[]): Name {
  if (known.includes(value as Name)) return value as Name
  throw new UsageError(`${option} takes one of ${known.join(', ')}, not ${JSON.stringify(value)}`)
}

function integer(text: string): number {
  if (/^-?\d{1,9}$/.test(text)) return Number(text)
  throw new UsageError(`--seed takes an integer, not ${JSON.stringify(text)}`)
}

/** Without a terminal, progress is printed once per this many outcomes. */
const LOG_INTERVAL = 50

function progress(total: number): (outcome: Outcome) => void {
  let done = 0
  let bad = 0
  return (outcome) => {
    done++
    const { isTTY } = process.stderr
    if (isTTY) process.stderr.write('\r\x1b[2K')
    if (!isAsSaid(outcome)) {
      bad++
      // Immediately: the run may be interrupted before the totals.
      process.stderr.write(`${lineOf(outcome)}\n`)
    }
    const line = `${done} of ${total}, ${bad} bad`
    if (isTTY) process.stderr.write(done === total ? '' : line)
    else if (done % LOG_INTERVAL === 0) process.stderr.write(`${line}\n`)
  }
}

const asJson = (outcomes: readonly Outcome[]): string =>
  `${JSON.stringify({ proof: proofOf(outcomes), moved: movedObservations(outcomes), outcomes }, null, 2)}\n`
