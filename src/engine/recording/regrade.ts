import type { Catalog } from '../../core/catalog.ts'
import type { RuleResult, TargetResult } from '../../core/results.ts'
import type { Settings } from '../../core/settings.ts'
import { targetResult } from '../target-result.ts'
import { testTarget } from '../test-target.ts'
import { suppliedBy } from './offline-client.ts'
import type { Recording } from './recording.ts'

/** Settings to override. Default: those of the recorded run. */
export interface Choice {
  readonly rules?: readonly string[]
  readonly strict?: boolean
}

/** Judge a recorded run by the rules of this version without sending anything. */
export async function regrade(recording: Recording, catalog: Catalog, choice: Choice = {}): Promise<TargetResult> {
  const supplied = suppliedBy(recording)
  const settings = settingsFor(recording, choice)
  const test = await testTarget(settings, supplied, { catalog, recording })
  const outcome = await test.finish()
  const { requests, retries, serverErrors } = recording.end ?? outcome.target
  const rules = outcome.rules.map((rule) => withCost(rule, recording))
  const target = { ...outcome.target, requests, retries, serverErrors, leftovers: [] }
  // A truncated recording counts as an interrupted run.
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

/** Take the request count of the recorded run. */
const withCost = (rule: RuleResult, { end }: Recording): RuleResult =>
  end ? { ...rule, requests: end.spent[rule.id] ?? 0 } : rule
