import { Stopped } from '../../core/stopped.ts'
import type { CaseTools } from '../session/case-tools.ts'
import { packed } from './evidence.ts'
import type { TapedEvidence } from './format.ts'
import type { Tape } from './recorder.ts'

type Watching = Pick<CaseTools, 'sent' | 'steps' | 'unanswered' | 'refused' | 'cut' | 'deep'>

/** Runs what gathers the evidence of a case, and has the tape take down what came of it. */
export async function watched<E>(
  gather: () => Promise<E>,
  tools: Watching,
  always: boolean,
  slot: string,
  tape: Tape,
): Promise<E> {
  const note = (more: () => Pick<TapedEvidence, 'value' | 'thrown' | 'cut'>) => {
    // What only exchanges tell is told by them.
    if (always || tools.steps().length > 0) tape.evidence({ ...about(tools, slot), ...more() })
  }
  try {
    const evidence = await gather()
    note(() => written(evidence))
    return evidence
  } catch (error) {
    const cut = error instanceof Stopped && ({ cut: true } as const)
    note(() => ({ thrown: error instanceof Error ? error.message : String(error), ...cut }))
    throw error
  }
}

function about(
  { sent, steps, unanswered, refused, cut, deep }: Watching,
  slot: string,
): Omit<TapedEvidence, 'value' | 'thrown'> {
  const [silence, refusal] = [unanswered(), refused()]
  return {
    slot,
    steps: steps(),
    sent: sent.map(({ n }) => n),
    ...(silence !== undefined && { unanswered: silence }),
    ...(refusal !== undefined && { refused: refusal }),
    ...(cut() && { cut: true as const }),
    ...(deep() && { deep: true as const }),
  }
}

/** That something cannot be recorded is no trouble of the run. */
function written(evidence: unknown): Pick<TapedEvidence, 'value' | 'thrown'> {
  try {
    return { value: packed(evidence) }
  } catch (error) {
    return { thrown: `the recording does not hold what the rule saw: ${(error as Error).message}` }
  }
}
