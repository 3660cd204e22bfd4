import { accept } from '../expect/apply.ts'
import type { Entry } from '../expect/entry.ts'
import type { TargetResult } from '../report/results.ts'
import type { TargetSettings } from '../settings.ts'
import type { Told } from './told.ts'
import { countsOf, type Ending, verdictOf } from './verdict.ts'

const NO_CLAUSES = { total: 0, tried: 0, untestable: [] }

/** The result on one target, from what its suite told; one without a verdict when the suite told nothing. */
export function targetResult(
  settings: TargetSettings,
  told: Told | undefined,
  ending: Ending,
  accepted: readonly Entry[] = [],
): TargetResult {
  const { variant, baseUrl } = settings
  const { target } = told ?? {}
  const rules = accept(told?.rules ?? [], accepted)
  const stopped = target ? target.stopped : nothingTold(ending)
  const counts = countsOf(rules)
  const cut = target?.cut
  return {
    variant,
    baseUrl,
    verdict: verdictOf({ counts, stopped, cut }, ending),
    ...(stopped !== undefined && { stopped }),
    ...(cut && stopped === undefined && { cut }),
    requests: target?.requests ?? 0,
    retries: target?.retries ?? 0,
    ...(target?.slowed && { slowed: target.slowed }),
    counts,
    clauses: target?.clauses ?? NO_CLAUSES,
    ...(target?.leftovers?.length && { leftovers: target.leftovers }),
    rules,
  }
}

function nothingTold({ interrupted }: Ending): string {
  return `${interrupted ? 'the run was interrupted' : 'the suite failed'} before any rule was tried`
}
