import type { Catalog } from '../../core/catalog.ts'
import { clausesTried } from '../../core/clauses-tested.ts'
import type { RuleResult, TargetResult } from '../../core/results.ts'
import type { Settings } from '../../core/settings.ts'
import { startSession } from '../session/session.ts'
import { targetResult } from '../target-result.ts'
import { suppliedBy } from './offline.ts'
import type { Recording } from './recording.ts'

/** What may be other than in the run that was recorded; what is left out is as it was. */
export interface Choice {
  readonly rules?: readonly string[]
  readonly strict?: boolean
}

/** Judges a recorded run by the rules of this version. Nothing is sent. */
export async function regrade(recording: Recording, catalog: Catalog, choice: Choice = {}): Promise<TargetResult> {
  const supplied = suppliedBy(recording)
  const settings = settingsFor(recording, choice)
  const session = startSession(settings, supplied, catalog, undefined, undefined, { recording })
  const results = await Promise.all(catalog.rules.map(({ id }) => session.result(id)))
  await session.close()
  const { requests, retries, serverErrors } = recording.end ?? session.progress()
  const rules = results.map((rule) => withCost(rule, recording))
  const [stopped, cut] = [session.stopped(), session.cut()]
  const told = { requests, retries, serverErrors, stopped, cut, clauses: clausesTried(catalog, rules), leftovers: [] }
  // Of a recording that was cut off, as of a run that was interrupted, what is missing decides.
  const interrupted = recording.end?.interrupted ?? true
  return targetResult(supplied, { target: told, rules }, { interrupted, crashed: false }, settings)
}

function settingsFor({ header }: Recording, { rules, strict }: Choice): Settings {
  return {
    ...header.settings,
    ...(rules && rules.length > 0 && { rules }),
    ...(strict && { strict }),
    targets: [],
    timeout: 1,
    requireComplete: false,
    out: '',
    reporters: [],
    record: 'failures',
  }
}

/** What a rule cost is what it cost when it was sent. */
const withCost = (rule: RuleResult, { end }: Recording): RuleResult =>
  end ? { ...rule, requests: end.spent[rule.id] ?? 0 } : rule
