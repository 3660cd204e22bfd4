import { z } from 'zod'
import type { Catalog } from '../catalog.ts'
import { type Json, writeJson } from '../client/json.ts'
import { chosen } from '../patterns.ts'
import type { Report, RuleResult, Status } from '../report/results.ts'
import type { Rule, Variant } from '../rule.ts'
import { isTimed, usesControl } from '../session/runner.ts'
import type { TargetSettings } from '../settings.ts'
import type { ReplayCase } from './case.ts'
import { keysIn, RequestForm } from './request.ts'

/** A failure of a report: its case, or why there is none that could be sent. */
export interface Planned {
  readonly variant: Variant
  readonly rule: string
  /** How it ended in the report. */
  readonly was: Status
  readonly case?: ReplayCase
  readonly reason?: string
}

/** How often a case is tried before it counts as fixed; more often where it did not fail each time. */
const TIMES = 3
const FLAKY_TIMES = 12

/** Who edits a report may leave anything in it. */
const FailureForm = z.looseObject({
  counterexample: z.unknown(),
  request: z.unknown().optional(),
  flaky: z.string().optional(),
})

const FAILING: readonly Status[] = ['failed', 'warned', 'expected']

/** What of a report is sent again, and to which of the targets. */
export function planOf(
  { targets }: Pick<Report, 'targets'>,
  patterns: readonly string[],
  supplied: readonly TargetSettings[],
  catalogs: ReadonlyMap<Variant, Catalog>,
): Planned[] {
  return targets.flatMap(({ variant, baseUrl, rules }) => {
    const target = supplied.find((one) => one.variant === variant)
    const elsewhere = target?.baseUrl !== baseUrl
    const failing = rules.filter(({ id, status }) => FAILING.includes(status) && chosen(id, patterns))
    return failing.map((rule) => {
      const told = target
        ? caseOf(rule, catalogs.get(variant)!, target, elsewhere)
        : `the settings name no deployment of variant ${variant.toUpperCase()}`
      const about = { variant, rule: rule.id, was: rule.status }
      return typeof told === 'string' ? { ...about, reason: told } : { ...about, case: told }
    })
  })
}

function caseOf(told: RuleResult, catalog: Catalog, target: TargetSettings, elsewhere: boolean): ReplayCase | string {
  const rule = catalog.rules.find(({ id }) => id === told.id)
  const failure = FailureForm.safeParse(told.failure).data
  if (!rule) return 'this version of the suite has no such rule'
  if (!failure || failure.counterexample === undefined) return 'the report holds no case of it'
  const common = {
    rule: rule.id,
    counterexample: failure.counterexample as Json,
    elsewhere,
    times: timesFor(rule, failure.flaky),
  }
  if (rule.kind === 'trial') return speltOut(common.counterexample) ?? common
  if (rule.kind !== 'invariant') return 'this version of the suite has nothing to send for it'
  if (failure.request === undefined)
    return 'the report does not hold the request that broke it: an older version of the suite wrote it'
  const parsed = RequestForm.safeParse(failure.request)
  if (!parsed.success) return `its request cannot be sent: ${parsed.error.issues[0]?.message}`
  const missing = keysIn(parsed.data).filter((env) => !Object.values(target.keys).some((key) => key.env === env))
  return missing.length > 0 ? missingKeys(missing) : { ...common, request: parsed.data }
}

/** No rule puts a key into a case: a hand that edited the report did. */
function speltOut(counterexample: Json): string | undefined {
  return /"(env|base64)":/.test(writeJson(counterexample))
    ? 'its case refers to a key, which no case of a rule does'
    : undefined
}

function timesFor(rule: Rule, flaky?: string): number {
  if (isTimed(rule)) return 1
  if (flaky === undefined) return TIMES
  return usesControl(rule) ? FLAKY_TIMES / 2 : FLAKY_TIMES
}

function missingKeys(names: readonly string[]): string {
  const created = names.some((name) => name.startsWith('CREATED_KEY_'))
  return created
    ? 'it was sent with a key that was created for the run; run the rule again with --control'
    : `supply ${names.join(' and ')}, by which it was sent`
}
