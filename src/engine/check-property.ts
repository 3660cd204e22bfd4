import fc, { type Arbitrary } from 'fast-check'
import type { Cases, Depth, Finding, Violation } from '../core/rule.ts'
import type { Target } from '../core/target.ts'

export interface PropertyOptions<C> {
  readonly cases: Cases<C>
  readonly target: Target
  readonly depth: Depth
  readonly seed: number
  /** Maximum number of concurrent cases. */
  readonly limit: number
  /** True when no further case may start. */
  readonly stopped: () => boolean
  /** The result of an earlier round. */
  readonly before?: Round
  /** Try one case only, `byHand` if there is one, else the first. A failure is neither repeated nor shrunk. */
  readonly onlyFirst?: boolean
  /** `index`: position of the case among all; undefined for a shrunk case. */
  readonly check: (c: C, index?: number) => Promise<CaseFinding | undefined>
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
  readonly why?: string
}

export interface FailingCase<C> {
  readonly case: C
  readonly violation: Violation
  /** `first:2` for a boundary case, `any:7` for a generated one, followed by fast-check's shrink path. */
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

/** List the cases of a rule at a depth in order: boundary cases, then the values that fast-check generates for the seed. */
export function casesOf<C>({
  cases,
  target,
  depth,
  seed,
}: Pick<PropertyOptions<C>, 'cases' | 'target' | 'depth' | 'seed'>): {
  first: C[]
  any: C[]
} {
  const count = cases.count[DEPTHS.indexOf(depth)]!
  const first = (typeof cases.first === 'function' ? cases.first(target) : cases.first).slice(0, count)
  const arbitrary = arbitraryOf(cases, target)
  return { first, any: arbitrary ? sample(arbitrary, seed, count - first.length) : [] }
}

/** The tuple yields exactly the values that `fc.check` generates for the seed: a property wraps its arbitraries in one. */
function sample<C>(arbitrary: Arbitrary<C>, seed: number, numRuns: number): C[] {
  return fc.sample(fc.tuple(arbitrary), { seed, numRuns }).map(([c]) => c)
}

function arbitraryOf<C>(cases: Cases<C>, target: Target): Arbitrary<C> | undefined {
  return typeof cases.any === 'function' ? cases.any(target) : cases.any
}

/** Try cases concurrently until one violates the rule, then shrink it. A warning does not stop the search for an error. */
export async function checkCases<C>(trying: PropertyOptions<C>): Promise<Outcome<C>> {
  const { first, any } = casesOf(trying)
  const every = [...first, ...any]
  const all = trying.onlyFirst ? every.slice(0, 1).map((c) => trying.cases.byHand ?? c) : every
  const indexes = indexesOf(all.length, trying.before)
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
  await Promise.all(Array.from({ length: Math.min(trying.limit, indexes.length) }, work))

  const unclear = findings.filter((finding) => finding?.kind === 'unclear')
  const why = unclear[0]?.kind === 'unclear' ? unclear[0].why : undefined
  const counts = { tried, left: indexes.length - tried, planned: all.length }
  const outcome = { ...counts, unclear: unclear.length, ...(why && { why }) }
  const worst = firstError === NONE ? firstWarning : firstError
  if (worst === NONE) return outcome
  const failing = { case: all[worst]!, violation: findings[worst] as Violation }
  if (trying.onlyFirst) return { ...outcome, broken: { ...failing, path: 'first:0' } }
  return { ...outcome, broken: await shrink(trying, failing, worst, first.length) }
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
): Promise<FailingCase<C>> {
  const generated = index >= boundaries
  const path = generated ? `any:${index - boundaries}` : `first:${index}`
  const arbitrary = arbitraryOf(trying.cases, trying.target)
  // Without an arbitrary, a boundary case cannot shrink and is only repeated once.
  const source = arbitrary ?? fc.constant(failing.case)
  let calls = 0
  let smallest = failing
  let last: CaseFinding | undefined
  const property = fc.asyncProperty(source, async (c) => {
    if (calls++ > MOST_SHRINKS || trying.stopped()) return true
    last = await trying.check(c)
    if (last?.kind !== 'violation' || (last.warning && !failing.violation.warning)) return true
    smallest = { case: c, violation: last }
    return false
  })
  const start = generated ? { path: String(index - boundaries) } : { examples: [[failing.case] as [C]] }
  const details = await fc.check(property, { seed: trying.seed, numRuns: 1, ...start })
  if (!details.failed) return { ...failing, path, ...(await failureRate(trying, failing.case, last)) }
  const steps = details.counterexamplePath?.split(':').slice(1).join(':')
  const found = { ...smallest, path: steps ? `${path}:${steps}` : path }
  // Without an arbitrary, the check above has just repeated the case.
  if (!arbitrary || trying.stopped()) return found
  const again = await trying.check(structuredClone(smallest.case))
  return again?.kind === 'violation' ? found : { ...found, ...(await failureRate(trying, smallest.case, again)) }
}

/** Measure how often a flaky case fails. `again`: the finding of its first repetition. Inconclusive repetitions do not count. */
async function failureRate<C>(
  trying: PropertyOptions<C>,
  c: C,
  again: CaseFinding | undefined,
): Promise<Pick<FailingCase<C>, 'flaky'>> {
  const findings = [again]
  while (findings.length + 1 < REPEATS && !trying.stopped()) findings.push(await trying.check(structuredClone(c)))
  const failed = 1 + findings.filter((finding) => finding?.kind === 'violation').length
  const passed = findings.filter((finding) => finding === undefined).length
  return passed > 0 && !trying.stopped() ? { flaky: `${failed} of ${failed + passed}` } : {}
}
