import type { TargetResult } from '../report/results.ts'
import type { TargetSettings } from '../settings.ts'
import type { Collector } from './collect.ts'
import { countsOf, verdictOf } from './verdict.ts'

const NO_CLAUSES = { total: 0, tried: 0, untestable: [] }

/** The result on one target, from what its suite told; one without a verdict when the suite told nothing. */
export function targetResult(settings: TargetSettings, collector: Collector, interrupted: boolean): TargetResult {
  const { variant, baseUrl } = settings
  const { target, rules } = collector.told(variant) ?? { target: undefined, rules: [] }
  const stopped = target
    ? target.stopped
    : interrupted
      ? 'interrupted before any rule was tried'
      : 'the suite failed before any rule was tried'
  const counts = countsOf(rules)
  return {
    variant,
    baseUrl,
    verdict: verdictOf({ counts, stopped }, interrupted),
    ...(stopped !== undefined && { stopped }),
    requests: target?.requests ?? 0,
    retries: target?.retries ?? 0,
    counts,
    clauses: target?.clauses ?? NO_CLAUSES,
    rules,
  }
}
