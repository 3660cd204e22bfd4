import type { Measurement } from '../../core/results.ts'
import type { Depth, Finding, Tools, Trial } from '../../core/rule.ts'
import type { Target } from '../../core/target.ts'
import { BLOCKS, measure, type Round, WARM_UP } from './measure.ts'
import { isLarge, outcomeOf, type TimingEvidence } from './verdict.ts'

export interface TimingCase {
  readonly blocks: number | 'by depth'
}

/** About one request for each class and placebo */
const EACH_BLOCK = 9.6

export interface TimingOptions {
  /**
   * Blocks that take turns. The requests of one differ in the credential alone and have the same length in bytes; forms,
   * endpoints and the key_ids of a class change from one to the next. Labels: `missing`, `malformed`, `unknown`,
   * `unknown placebo` (another key_id that was never issued), and any others.
   */
  readonly rounds: (target: Target, depth: Depth) => readonly Round[]
}

type Part = Pick<Trial<TimingCase, TimingEvidence>, 'cases' | 'send' | 'judge' | 'measurement'>

/** The part of a rule that tries whether the time of an answer tells which credential failure it was: to be spread into `trial({ ... })`. */
export function timingTrial({ rounds }: TimingOptions): Part {
  return {
    cases: {
      first: [{ blocks: 'by depth' }],
      count: [1, 1, 1],
      cost: (depth) => (BLOCKS[depth] + WARM_UP) * EACH_BLOCK,
      inWords: () => 'every kind of bad credential, by turns',
    },
    send: (c, tools) => send(c, rounds(tools.target, tools.depth), tools),
    judge: (evidence): Finding | undefined => outcomeOf(evidence).finding,
    measurement: (evidence): Measurement | undefined => outcomeOf(evidence).measurement,
  }
}

async function send({ blocks }: TimingCase, rounds: readonly Round[], tools: Tools): Promise<TimingEvidence> {
  const most = blocks === 'by depth' ? BLOCKS[tools.depth] : blocks
  const [{ requests }] = rounds as [Round]
  const answers = await tools.series(requests.map(({ req }) => req))
  const exchanges = answers.map((exchange, i) => ({ label: requests[i]!.label, exchange }))
  const watch = tools.stopwatch()
  try {
    const once = () => measure(rounds, most, watch, () => tools.random())
    const measured = await once()
    return { measured, exchanges, ...(isLarge(measured) && { again: await once() }) }
  } finally {
    await watch.close()
  }
}
