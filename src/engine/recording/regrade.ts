import type { Catalog } from '../../core/catalog.ts'
import type { RuleResult, TargetResult } from '../../core/results.ts'
import type { Settings } from '../../core/settings.ts'
import { targetResult } from '../target-result.ts'
import { testTarget } from '../test-target.ts'
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
  const test = await testTarget(settings, supplied, { catalog, recording })
  const outcome = await test.finish()
  const { requests, retries, serverErrors } = recording.end ?? outcome.target
  const rules = outcome.rules.map((rule) => withCost(rule, recording))
  const target = { ...outcome.target, requests, retries, serverErrors, leftovers: [] }
  // Of a recording that was cut off, as of a run that was interrupted, what is missing decides.
  const interrupted = recording.end?.interrupted ?? true
  return targetResult(supplied, { target, rules }, { interrupted, crashed: false }, settings)
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
