import type { Depth } from '../../../core/rule.ts'
import { newSeed, seeded } from '../../../judge/uniformity/random.ts'
import { screen } from '../../../judge/uniformity/screen-and-confirm.ts'
import { BLOCKS, secondStage } from '../../../judge/uniformity/uniform-trial.ts'
import { type Change, simulate } from './simulated.ts'
import { LEAKS, ONLY_IN } from './simulated-leaks.ts'
import { NOISE } from './simulated-noise.ts'

const NO_SECRETS = new Map<string, string>()

/** Simulated runs of leak-free servers at each depth, and of each leak. */
const RUNS = { quick: 600, standard: 350, exhaustive: 50 }
const LEAK_RUNS = 10

/** Result of one simulated run. */
interface Outcome {
  readonly flagged: boolean
  readonly verdict: 'passed' | 'failed' | 'unclear'
  readonly text: string
}

/** Simulates one run against a server with these changes. */
export function tryOnce(variant: 'a' | 'b', changes: readonly Change[], depth: Depth, seed: number): Outcome {
  const random = seeded(seed)
  const blocks = simulate(variant, changes, newSeed(random))
  const seeds = [newSeed(random), newSeed(random)] as const
  const first = blocks(BLOCKS[depth], 'screen')
  const flags = screen(first, NO_SECRETS, seeds[0])
  const flagged = flags.length > 0
  // As `verdict`, but without repeating the first stage.
  const fresh = flagged ? blocks(2 * BLOCKS[depth], 'confirm') : []
  const finding = flagged ? secondStage(flags, { seeds, first, fresh }, NO_SECRETS) : undefined
  if (!finding) return { flagged, verdict: 'passed', text: '' }
  if (finding.kind === 'unclear') return { flagged, verdict: 'unclear', text: finding.why }
  return { flagged, verdict: 'failed', text: finding.actual }
}

/** Picks about a third of all kinds of noise by seed. */
function someNoise(seed: number): Change[] {
  const random = seeded(seed)
  return Object.values(NOISE).filter(() => random() < 0.35)
}

interface Row {
  readonly server: string
  readonly depth: Depth
  readonly runs: number
  readonly flagged: number
  readonly failed: number
  readonly unclear: number
}

/** Simulates runs against servers with random noise and, optionally, a leak. */
export function measure(depth: Depth, runs: number, seed: number, leak?: string): Row {
  const outcomes = Array.from({ length: runs }, (_, i) => {
    const variant = (leak && ONLY_IN[leak]) || (i % 2 === 0 ? 'a' : 'b')
    const changes = [...someNoise(seed + i), ...(leak ? [LEAKS[leak]!] : [])]
    return tryOnce(variant, changes, depth, seed + i)
  })
  const count = (wanted: Outcome['verdict']) => outcomes.filter((outcome) => outcome.verdict === wanted).length
  const flagged = outcomes.filter((outcome) => outcome.flagged).length
  return { server: leak ?? 'no leak', depth, runs, flagged, failed: count('failed'), unclear: count('unclear') }
}

/** Prints the false alarms of leak-free servers, then the detection rate of each leak. */
export function calibrateUniformity(): void {
  console.log('server                                depth        runs  flagged  failed  unclear')
  const depths = Object.keys(RUNS) as Depth[]
  for (const depth of depths) console.log(lineOf(measure(depth, RUNS[depth], 1)))
  for (const leak of Object.keys(LEAKS))
    for (const depth of depths) console.log(lineOf(measure(depth, LEAK_RUNS, 1_000_000, leak)))
}

function lineOf({ server, depth, runs, flagged, failed, unclear }: Row): string {
  const numbers = [runs, flagged, failed, unclear].map((number, i) => String(number).padStart([6, 9, 8, 9][i]!))
  return server.padEnd(38) + depth.padEnd(11) + numbers.join('')
}
