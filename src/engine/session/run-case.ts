import { setTimeout as sleep } from 'node:timers/promises'
import type { ControlStep } from '../../core/control-tools.ts'
import type { Exchange } from '../../core/exchange.ts'
import type { Measurement } from '../../core/results.ts'
import { type Trial, type Unclear, unclear, withShortBodies } from '../../core/rule.ts'
import type { Target } from '../../core/target.ts'
import { Stopped } from '../../http/client.ts'
import type { CaseFinding, CutShort } from '../check-cases.ts'
import { ControlFailed, isRefused } from '../control/refused.ts'
import type { CaseTools } from './case-tools.ts'
import { endedBeforeTested, InconclusiveError } from './stop-reasons.ts'

/** Attempts at one case while the target's data keeps changing, and the base of the backoff between them in milliseconds. */
const MAX_ATTEMPTS = 5
const BACKOFF_MS = 30

export interface CaseRun {
  readonly finding: CaseFinding | undefined
  readonly sent: readonly Exchange[]
  readonly steps: readonly ControlStep[]
  readonly measurement?: Measurement
  /** The case depends on the depth of the run. */
  readonly deep: boolean
  /** The evidence, if the judge saw it. */
  readonly evidence?: unknown
}

/** Creates the tools of one attempt. `again`: true for all but the first. */
type ToolsFactory = (again: boolean) => CaseTools

/** Send and judge one case of a trial, and retry while the data changes. Rejects only on a bug in the suite. */
export async function runCase<C, E>(rule: Trial<C, E>, c: C, target: Target, tools: ToolsFactory): Promise<CaseRun> {
  for (let k = 1; ; k++) {
    const caseTools = tools(k > 1)
    const judged = await tryCase(rule, c, target, caseTools).finally(caseTools.release)
    const again = judged.finding?.kind === 'unclear' && judged.finding.moved && k < MAX_ATTEMPTS
    if (!again) return { ...judged, sent: caseTools.sent, steps: caseTools.steps(), deep: caseTools.deep() }
    // Stryker disable next-line ArithmeticOperator: how long, not whether
    await sleep(BACKOFF_MS * 2 ** k)
  }
}

type Judged = Pick<CaseRun, 'finding' | 'measurement' | 'evidence'>

/** Send and judge a case once. */
export async function tryCase<C, E>(rule: Trial<C, E>, c: C, target: Target, tools: CaseTools): Promise<Judged> {
  try {
    const evidence = await tools.evidence(() => rule.send(c, tools))
    const unanswered = tools.unanswered()
    if (unanswered) return { finding: unclearOrCut(unanswered, tools.cut()) }
    const judged = rule.judge(evidence, c, target)
    const finding = judged && withShortBodies(judged)
    if (finding?.kind === 'unclear' && tools.cut()) return { finding: unclearOrCut(finding.why, true) }
    const measurement = rule.measurement?.(evidence)
    const refused = tools.refused()
    if (finding || refused === undefined) return { finding, measurement, evidence }
    return { finding: { ...unclear(refused), refused: true } }
  } catch (error) {
    // The error may come from reading a response that never arrived.
    const why = tools.unanswered() ?? shortReason(error)
    return { finding: unclearOrCut(why, tools.cut() || error instanceof Stopped) }
  }
}

/** An inconclusive finding. `isCut`: because the run ended during the case. */
export const unclearOrCut = (why: string, isCut: boolean): Unclear | CutShort =>
  isCut ? { kind: 'cut', why } : unclear(why)

/** The reason why a case ended early. Rethrows any other error, which is a bug. */
export function shortReason(error: unknown): string {
  if (error instanceof Stopped) return endedBeforeTested(error.message)
  if (error instanceof ControlFailed || error instanceof InconclusiveError || isRefused(error)) return error.message
  throw error
}
