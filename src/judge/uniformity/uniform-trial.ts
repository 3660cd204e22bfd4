import type { Depth, Finding, Tools, Trial } from '../../core/rule.ts'
import type { Target } from '../../core/target.ts'
import { type LabelledRequest, usualStrata } from './blocks.ts'
import { type Placebo, USUAL_PLACEBO } from './placebo.ts'
import { newSeed } from './random.ts'
import { screen } from './screen-and-confirm.ts'
import { type BlockMaker, Interrupted, sendBlocks } from './send-blocks.ts'
import { type UniformEvidence, verdict } from './verdict.ts'

export type { UniformEvidence } from './verdict.ts'

/** Number of blocks of the first stage; the second stage sends twice as many. */
export interface UniformCase {
  readonly blocks: number | 'by depth'
}

export const BLOCKS: Readonly<Record<Depth, number>> = { quick: 4, standard: 25, exhaustive: 120 }

/** Average number of requests per block. */
const EACH_BLOCK = 7.5

export interface UniformOptions {
  /**
   * Creates block `i` of the run, from 0. All its requests have the same form, endpoint, path and length in bytes; forms and
   * endpoints rotate over `i`. A class keeps its key for the whole run, and no class shares its key_id with another more often
   * than the others do.
   */
  readonly block: (i: number, random: () => number, target: Target) => readonly LabelledRequest[]
  /** Strata of a block (default: form and endpoint). */
  readonly strata?: (requests: readonly LabelledRequest[]) => readonly string[]
  /** Labels of classes that no server can distinguish. */
  readonly placebo?: Placebo
}

/**
 * The part of a trial that tests whether responses to invalid credentials reveal the kind of failure. Spread it into
 * `trial({ ... })`.
 */
export function uniformTrial(
  options: UniformOptions,
): Pick<Trial<UniformCase, UniformEvidence>, 'cases' | 'send' | 'judge'> {
  const { block, strata = usualStrata, placebo = USUAL_PLACEBO } = options
  return {
    cases: {
      first: [{ blocks: 'by depth' }],
      count: [1, 1, 1],
      cost: (depth) => BLOCKS[depth] * EACH_BLOCK,
      inWords: () => 'every kind of invalid credential, in random order',
    },
    send: (c, tools) => send(c, (i, random) => block(i, random, tools.target), strata, tools),
    judge: (evidence, _, target): Finding | undefined => verdict(evidence, target.secrets, placebo),
  }
}

async function send(
  { blocks }: UniformCase,
  block: BlockMaker,
  strata: (requests: readonly LabelledRequest[]) => readonly string[],
  tools: Tools,
): Promise<UniformEvidence> {
  const count = blocks === 'by depth' ? BLOCKS[tools.depth] : blocks
  const seeds = [newSeed(() => tools.random()), newSeed(() => tools.random())] as const
  const evidence: UniformEvidence = { seeds, first: [], fresh: [] }
  try {
    const first = await sendBlocks({ from: 0, to: count }, block, strata, tools)
    const flagged = screen(first, tools.target.secrets, seeds[0]).length > 0
    const fresh = flagged ? await sendBlocks({ from: count, to: 3 * count }, block, strata, tools) : []
    return { seeds, first, fresh }
  } catch (error) {
    if (error instanceof Interrupted) return { ...evidence, stopped: error.message }
    throw error
  }
}
