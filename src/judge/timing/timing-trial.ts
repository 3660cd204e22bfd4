import type { Measurement } from '../../core/results.ts'
import type { Depth, Finding, Tools, Trial } from '../../core/rule.ts'
import type { Target } from '../../core/target.ts'
import { createBudget, type Instruments, LIMITS, measure, type Round } from './measure.ts'
import { screen } from './screen.ts'
import { isLarge, outcomeOf, type TimingEvidence } from './verdict.ts'

export interface TimingCase {
  readonly classes: 'all'
}

export interface TimingOptions {
  /**
   * Blocks to send in rotation. The requests of a block differ only in the credential and have the same length in bytes; forms,
   * endpoints and the key_ids of a class change between blocks. Labels: `missing`, `malformed`, `unknown`, `unknown placebo`
   * (another unissued key_id), and any others.
   */
  readonly rounds: (target: Target, depth: Depth) => readonly Round[]
}

type Part = Pick<Trial<TimingCase, TimingEvidence>, 'cases' | 'send' | 'judge' | 'measurement'>

/** The part of a trial that tests whether response times reveal the kind of credential failure. Spread it into `trial({ ... })`. */
export function timingTrial({ rounds }: TimingOptions): Part {
  return {
    cases: {
      first: [{ classes: 'all' }],
      count: [1, 1, 1],
      cost: (depth) => LIMITS[depth].requests,
      inWords: () => 'every kind of invalid credential, in random order',
    },
    send: (_c, tools) => send(rounds(tools.target, tools.depth), tools),
    judge: (evidence): Finding | undefined => outcomeOf(evidence).finding,
    measurement: (evidence): Measurement | undefined => outcomeOf(evidence).measurement,
  }
}

async function send(rounds: readonly Round[], tools: Tools): Promise<TimingEvidence> {
  const [{ requests }] = rounds as [Round]
  const responses = await tools.series(requests.map(({ req }) => req))
  const paths = new Set(rounds.flatMap(({ requests }) => requests.map(({ req }) => req.path)))
  const place = paths.size === 1 ? { endpoint: [...paths][0]! } : {}
  const exchanges = responses.map((exchange, i) => ({ label: requests[i]!.label, exchange }))
  const instruments: Instruments = {
    openStopwatch: () => tools.stopwatch(),
    budget: createBudget(tools.depth),
    random: () => tools.random(),
  }
  const measured = (await screen(rounds, instruments)) ?? (await measure(rounds, instruments))
  if (measured.decided || !isLarge(measured)) return { measured, ...place, exchanges }
  return { measured, ...place, exchanges, again: await measure(rounds, instruments) }
}
