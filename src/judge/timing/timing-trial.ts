import type { Measurement } from '../../core/results.ts'
import type { Depth, Finding, Tools, Trial } from '../../core/rule.ts'
import type { Target } from '../../core/target.ts'
import { BLOCKS, measure, type Round, WARM_UP } from './measure.ts'
import { isLarge, outcomeOf, type TimingEvidence } from './verdict.ts'

export interface TimingCase {
  readonly blocks: number | 'by depth'
}

/** Average number of requests per block. */
const EACH_BLOCK = 9.6

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
      first: [{ blocks: 'by depth' }],
      count: [1, 1, 1],
      cost: (depth) => (BLOCKS[depth] + WARM_UP) * EACH_BLOCK,
      inWords: () => 'every kind of invalid credential, in random order',
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
