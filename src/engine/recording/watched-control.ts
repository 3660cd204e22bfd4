import { Stopped } from '../../core/stopped.ts'
import type { CaseTools } from '../session/case-tools.ts'
import type { RecordedEvidence } from './format.ts'
import { packEvidence } from './pack-evidence.ts'
import type { Recorder } from './recorder.ts'

type Watching = Pick<CaseTools, 'sent' | 'steps' | 'unanswered' | 'refused' | 'cut' | 'deep'>

/** Gather the evidence of a case and record the outcome. `always`: also record a case without control calls. */
export async function watchedControl<E>(
  gather: () => Promise<E>,
  tools: Watching,
  always: boolean,
  slot: string,
  tape: Recorder,
): Promise<E> {
  const record = (more: () => Pick<RecordedEvidence, 'value' | 'thrown' | 'cut'>) => {
    // A case without control calls can be judged from its exchanges.
    if (always || tools.steps().length > 0) tape.evidence({ ...stateOf(tools, slot), ...more() })
  }
  try {
    const evidence = await gather()
    record(() => encoded(evidence))
    return evidence
  } catch (error) {
    const cut = error instanceof Stopped && ({ cut: true } as const)
    record(() => ({ thrown: error instanceof Error ? error.message : String(error), ...cut }))
    throw error
  }
}

function stateOf(
  { sent, steps, unanswered, refused, cut, deep }: Watching,
  slot: string,
): Omit<RecordedEvidence, 'value' | 'thrown'> {
  const [unjudged, refusal] = [unanswered(), refused()]
  return {
    slot,
    steps: steps(),
    sent: sent.map(({ n }) => n),
    ...(unjudged !== undefined && { unanswered: unjudged }),
    ...(refusal !== undefined && { refused: refusal }),
    ...(cut() && { cut: true as const }),
    ...(deep() && { deep: true as const }),
  }
}

/** Evidence that cannot be encoded must not fail the run. */
function encoded(evidence: unknown): Pick<RecordedEvidence, 'value' | 'thrown'> {
  try {
    return { value: packEvidence(evidence) }
  } catch (error) {
    return { thrown: `the recording lacks the evidence of the rule: ${(error as Error).message}` }
  }
}
