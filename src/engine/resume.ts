import { REVISION } from '../core/catalog.ts'
import { suite } from '../core/package.ts'
import type { Report, RuleResult, Status } from '../core/results.ts'
import type { Rule } from '../core/rule.ts'
import type { Resume, Settings } from '../core/settings.ts'
import { UsageError } from '../core/usage-error.ts'
import type { Round } from './check-cases.ts'

/**
 * What a run keeps of the report that it continues. Throws a UsageError if the two would not have sent the same requests.
 */
export function resumeFrom({ suite: wrote, run, targets }: Report, settings: Settings): Resume {
  const same: readonly (readonly [what: string, then: unknown, now: unknown])[] = [
    ['version of the suite', wrote.version, suite.version],
    ['--depth', run.depth, settings.depth],
    ['--seed', run.seed, settings.seed],
    ['--catalogue', run.catalogue ?? 1, settings.catalogue ?? REVISION],
    ['--strict', run.strict, settings.strict],
    ...settings.targets.map(({ variant, baseUrl }) => {
      const then = targets.find((target) => target.variant === variant)?.baseUrl
      return [`base URL of variant ${variant.toUpperCase()}`, then, baseUrl] as const
    }),
  ]
  const differs = same.find(([, then, now]) => then !== now)
  if (differs) {
    const [what, then, now] = differs
    throw new UsageError(
      `--resume: the ${what} was ${JSON.stringify(then) ?? 'not tested'}, and is now ${JSON.stringify(now)}`,
    )
  }
  return { startedAt: run.startedAt, rules: targets.flatMap(({ rules }) => rules) }
}

const DECIDED: readonly Status[] = ['passed', 'failed', 'warned', 'observed']

/** The decided result of a rule with all its cases, marked with the time of its run. */
export function keptResult({ resume }: Settings, { id, kind }: Pick<Rule, 'id' | 'kind'>): RuleResult | undefined {
  const result = resume?.rules.find((rule) => rule.id === id)
  if (!resume || !result || result.plannedCases !== undefined || !DECIDED.includes(result.status)) return undefined
  // Of an invariant whose own requests were cut, only the reason says so.
  if (kind === 'invariant' && result.reason !== undefined) return undefined
  const { follows, explains, explained, blocks, ...failure } = result.failure ?? {}
  const earlier = result.earlier ?? { startedAt: resume.startedAt, cases: result.cases }
  return { ...result, earlier, ...(result.failure && { failure: failure as RuleResult['failure'] }) }
}

/** A run that is cut as well knows no less than the one before. */
export function notLess(result: RuleResult, { resume }: Settings): RuleResult {
  const before = resume?.rules.find(({ id }) => id === result.id)
  if (!resume || before?.status !== 'passed' || result.status !== 'inconclusive') return result
  const { passedCases = before.passedCases, earlier = { startedAt: resume.startedAt, cases: before.cases } } = result
  return { ...before, earlier, ...(passedCases && { passedCases }) }
}

/**
 * The cases that a cut rule need not repeat. Its first case is repeated: with it the baseline request that vouches for the others.
 */
export function resumedRound({ resume }: Settings, { id }: Pick<Rule, 'id'>): Round | undefined {
  const result = resume?.rules.find((rule) => rule.id === id)
  if (!result?.passedCases) return undefined
  const cases = result.passedCases.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, k) => from + k))
  const passed = new Set(cases.slice(1))
  return { count: 0, passed, through: passed }
}

/** Sorted numbers as ranges, both ends included. */
export function rangesOf(numbers: Iterable<number>): [from: number, to: number][] {
  const ranges: [number, number][] = []
  for (const n of [...numbers].sort((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last?.[1] === n - 1) last[1] = n
    else ranges.push([n, n])
  }
  return ranges
}
