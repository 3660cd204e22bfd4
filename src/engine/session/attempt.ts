import { setTimeout as sleep } from 'node:timers/promises'
import type { ControlStep } from '../../core/control-tools.ts'
import type { Exchange } from '../../core/exchange.ts'
import type { Measurement } from '../../core/results.ts'
import { type Trial, type Unclear, unclear } from '../../core/rule.ts'
import { withShortBodies } from '../../core/short-body.ts'
import type { Target } from '../../core/target.ts'
import { Stopped } from '../../http/client.ts'
import { ControlFailed, isRefused } from '../control/refused.ts'
import type { CaseFinding, CutShort } from '../property-check.ts'
import type { CaseTools } from './case-tools.ts'
import { untried } from './ended.ts'
import { Untold } from './untold.ts'

/** Tries of one case while the target's data keeps changing under it, and the first pause between them in milliseconds. */
const MOST_ATTEMPTS = 5
const PAUSE = 30

export interface Attempt {
  readonly finding: CaseFinding | undefined
  readonly sent: readonly Exchange[]
  readonly steps: readonly ControlStep[]
  readonly measurement?: Measurement
  /** At another depth it is another case. */
  readonly deep: boolean
  /** What the case sent back, where a judge saw it. */
  readonly evidence?: unknown
}

/** New tools for each attempt; `again` is said of all but the first. */
type Attempting = (again: boolean) => CaseTools

/** One case of a trial: sends and judges, again where the data moved. Rejects only for a bug of the suite. */
export async function attempt<C, E>(rule: Trial<C, E>, c: C, target: Target, tools: Attempting): Promise<Attempt> {
  for (let k = 1; ; k++) {
    const mine = tools(k > 1)
    const judged = await once(rule, c, target, mine).finally(mine.release)
    const again = judged.finding?.kind === 'unclear' && judged.finding.moved && k < MOST_ATTEMPTS
    if (!again) return { ...judged, sent: mine.sent, steps: mine.steps(), deep: mine.deep() }
    // Stryker disable next-line ArithmeticOperator: how long, not whether
    await sleep(PAUSE * 2 ** k)
  }
}

type Judged = Pick<Attempt, 'finding' | 'measurement' | 'evidence'>

async function once<C, E>(rule: Trial<C, E>, c: C, target: Target, tools: CaseTools): Promise<Judged> {
  try {
    const evidence = await tools.evidence(() => rule.send(c, tools))
    const silence = tools.unanswered()
    if (silence) return { finding: doubt(silence, tools.cut()) }
    const judged = rule.judge(evidence, c, target)
    const finding = judged && withShortBodies(judged)
    if (finding?.kind === 'unclear' && tools.cut()) return { finding: doubt(finding.why, true) }
    const measurement = rule.measurement?.(evidence)
    const refused = tools.refused()
    if (finding || refused === undefined) return { finding, measurement, evidence }
    return { finding: unclear(refused) }
  } catch (error) {
    // What is read from a response is missing where none came.
    const why = tools.unanswered() ?? enough(error)
    return { finding: doubt(why, tools.cut() || error instanceof Stopped) }
  }
}

/** Nothing can be concluded from a case; `isCut`: since the run ended meanwhile. */
export const doubt = (why: string, isCut: boolean): Unclear | CutShort => (isCut ? { kind: 'cut', why } : unclear(why))

/** Words for the ways in which a case ends early; any other error is a bug and is thrown on. */
export function enough(error: unknown): string {
  if (error instanceof Stopped) return untried(error.message)
  if (error instanceof ControlFailed || error instanceof Untold || isRefused(error)) return error.message
  throw error
}
