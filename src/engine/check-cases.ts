import fc, { type Arbitrary } from 'fast-check'
import type { Cases, Depth, Finding, Unclear, Violation } from '../core/rule.ts'
import type { Target } from '../core/target.ts'
import type { Shard } from './shard.ts'

export interface PropertyOptions<C> {
  readonly cases: Cases<C>
  readonly target: Target
  readonly depth: Depth
  readonly seed: number
  /** Maximum number of concurrent cases. */
  readonly limit: number
  /** True when no further case may start. */
  readonly stopped: () => boolean
  /** Try only the cases of this part. */
  readonly part?: Shard
  /** The result of an earlier round. */
  readonly before?: Round
  /** Try one case only, `byHand` if there is one, else the first. A failure is neither repeated nor shrunk. */
  readonly onlyFirst?: boolean
  /** `index`: position of the case among all; undefined for a repeated or shrunk case, which has that of its `origin`. */
  readonly check: (c: C, index?: number, origin?: number) => Promise<CaseFinding | undefined>
}

export type CaseFinding = Finding | CutShort

/** The run ended during the case. */
export interface CutShort {
  readonly kind: 'cut'
  readonly why: string
}

/** Result of one round. A run has two rounds when the quick cases go first. */
export interface Round {
  /** Number of cases, counted from the first. */
  readonly count: number
  /** Indexes of the cases that passed. */
  readonly passed: ReadonlySet<number>
  /** Indexes of the cases that the next round skips. */
  readonly through: ReadonlySet<number>
  /** Evidence of the skipped cases, for rules that derive a note from it. */
  readonly evidence?: readonly unknown[]
}

export interface Outcome<C> {
  readonly tried: number
  /** Cases that did not start or complete, because the run ended or another case violated the rule. */
  readonly left: number
  /** All cases, including those of an earlier round. */
  readonly planned: number
  readonly broken?: FailingCase<C>
  /** Number of inconclusive cases; `why`: the reason of the first. */
  readonly unclear: number
  /** Number of those whose data kept changing. */
  readonly unsettled: number
  /** Number of those whose baseline request was refused. */
  readonly refused: number
  readonly why?: string
}

export interface FailingCase<C> {
  readonly case: C
  readonly violation: Violation
  /** Position of the unshrunk case among all. */
  readonly index: number
  /** `first:2` for a boundary case, `any:7` for a generated one, `range:1` for a range; followed by fast-check's shrink path. */
  readonly path: string
  /** Failure rate ("2 of 5"), when the case did not fail every time. */
  readonly flaky?: string
}

/** Total number of times a flaky case is sent to estimate its failure rate. */
const REPEATS = 5
/** Low, because every shrink attempt sends requests to a real deployment. */
const MOST_SHRINKS = 40
/** Index when no case violated the rule. */
const NONE = Number.POSITIVE_INFINITY
const DEPTHS: readonly Depth[] = ['quick', 'standard', 'exhaustive']

/** List the cases of a rule at a depth in order: boundary cases, the values that fast-check generates for the seed, ranges. */
export function casesOf<C>({
  cases,
  target,
  depth,
  seed,
}: Pick<PropertyOptions<C>, 'cases' | 'target' | 'depth' | 'seed'>): {
  first: C[]
  any: C[]
  ranges: readonly C[]
} {
  const count = cases.count[DEPTHS.indexOf(depth)]!
  const first = (typeof cases.first === 'function' ? cases.first(target) : cases.first).slice(0, count)
  const arbitrary = arbitraryOf(cases, target)
  const any = arbitrary ? sample(arbitrary, seed, count - first.length) : []
  return { first, any, ranges: (depth === 'exhaustive' && cases.ranges?.(target)) || [] }
}

/** Whether the case at an index belongs to the part: they take turns. */
export const isOwn = (k: number, part?: Shard): boolean => !part || k % part.of === part.index - 1

/** The tuple yields exactly the values that `fc.check` generates for the seed: a property wraps its arbitraries in one. */
function sample<C>(arbitrary: Arbitrary<C>, seed: number, numRuns: number): C[] {
  return fc.sample(fc.tuple(arbitrary), { seed, numRuns }).map(([c]) => c)
}

function arbitraryOf<C>(cases: Cases<C>, target: Target): Arbitrary<C> | undefined {
  return typeof cases.any === 'function' ? cases.any(target) : cases.any
}

/** Try cases concurrently until one violates the rule, then shrink it. A warning does not stop the search for an error. */
export async function checkCases<C>(trying: PropertyOptions<C>): Promise<Outcome<C>> {
  const { first, any, ranges } = casesOf(trying)
  const every = [...first, ...any, ...ranges]
  const all = trying.onlyFirst ? every.slice(0, 1).map((c) => trying.cases.byHand ?? c) : every
  const indexes = indexesOf(all.length, trying.before).filter((k) => isOwn(k, trying.part))
  const findings: (CaseFinding | undefined)[] = []
  let next = 0
  let firstError = NONE
  let firstWarning = NONE
  let tried = 0
  const work = async () => {
    while (next < indexes.length && firstError === NONE && !trying.stopped()) {
      const k = indexes[next++]!
      const finding = await trying.check(all[k]!, k)
      findings[k] = finding
      if (finding?.kind !== 'cut') tried++
      if (finding?.kind !== 'violation') continue
      if (finding.warning) firstWarning = Math.min(firstWarning, k)
      else firstError = Math.min(firstError, k)
    }
  }
  const limit = trying.cases.oneAtATime ? 1 : trying.limit
  await Promise.all(Array.from({ length: Math.min(limit, indexes.length) }, work))

  const unclear = findings.filter((finding): finding is Unclear => finding?.kind === 'unclear')
  const why = unclear[0]?.why
  const counts = { tried, left: indexes.length - tried, planned: all.length }
  const unsettled = unclear.filter(({ moved }) => moved).length
  const refused = unclear.filter((finding) => finding.refused).length
  const outcome = { ...counts, unclear: unclear.length, unsettled, refused, ...(why && { why }) }
  const worst = firstError === NONE ? firstWarning : firstError
  if (worst === NONE) return outcome
  const failing = { case: all[worst]!, violation: findings[worst] as Violation }
  if (trying.onlyFirst) return { ...outcome, broken: { ...failing, index: 0, path: 'first:0' } }
  return { ...outcome, broken: await shrink(trying, failing, worst, first.length, first.length + any.length) }
}

/** Order the indexes: new cases before those that an earlier round left undecided. */
function indexesOf(length: number, before?: Round): number[] {
  const { count = 0, through = new Set() } = before ?? {}
  const all = Array.from({ length }, (_, k) => k)
  return [...all.slice(count), ...all.slice(0, count)].filter((k) => !through.has(k))
}

/** Repeat a failing case, then try smaller cases as long as they fail too. */
export async function shrink<C>(
  trying: PropertyOptions<C>,
  failing: { case: C; violation: Violation },
  index: number,
  boundaries: number,
  end = NONE,
): Promise<FailingCase<C>> {
  const generated = index >= boundaries && index < end
  const path = generated ? `any:${index - boundaries}` : index < end ? `first:${index}` : `range:${index - end}`
  const arbitrary = arbitraryOf(trying.cases, trying.target)
  // Without an arbitrary, a boundary case cannot shrink and is only repeated once.
  const source = arbitrary ?? fc.constant(failing.case)
  let calls = 0
  let smallest = failing
  let last: CaseFinding | undefined
  const check = (c: C) => trying.check(c, undefined, index)
  const property = fc.asyncProperty(source, async (c) => {
    if (calls++ > MOST_SHRINKS || trying.stopped()) return true
    last = await check(c)
    if (last?.kind !== 'violation' || (last.warning && !failing.violation.warning)) return true
    smallest = { case: c, violation: last }
    return false
  })
  const start = generated ? { path: String(index - boundaries) } : { examples: [[failing.case] as [C]] }
  const details = await fc.check(property, { seed: trying.seed, numRuns: 1, ...start })
  if (!details.failed)
    return { ...failing, index, path, ...(await failureRate({ ...trying, check }, failing.case, last)) }
  const steps = details.counterexamplePath?.split(':').slice(1).join(':')
  const found = { ...smallest, index, path: steps ? `${path}:${steps}` : path }
  // Without an arbitrary, the check above has just repeated the case.
  if (!arbitrary || trying.stopped()) return found
  const again = await check(structuredClone(smallest.case))
  return again?.kind === 'violation'
    ? found
    : { ...found, ...(await failureRate({ ...trying, check }, smallest.case, again)) }
}

/** Measure how often a flaky case fails. `again`: the finding of its first repetition. Inconclusive repetitions do not count. */
async function failureRate<C>(
  trying: Pick<PropertyOptions<C>, 'check' | 'stopped'>,
  c: C,
  again: CaseFinding | undefined,
): Promise<Pick<FailingCase<C>, 'flaky'>> {
  const findings = [again]
  while (findings.length + 1 < REPEATS && !trying.stopped()) findings.push(await trying.check(structuredClone(c)))
  const failed = 1 + findings.filter((finding) => finding?.kind === 'violation').length
  const passed = findings.filter((finding) => finding === undefined).length
  return passed > 0 && !trying.stopped() ? { flaky: `${failed} of ${failed + passed}` } : {}
}
