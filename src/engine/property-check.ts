import fc, { type Arbitrary } from 'fast-check'
import type { Cases, Depth, Finding, Violation } from '../core/rule.ts'
import type { Target } from '../core/target.ts'

export interface Trying<C> {
  readonly cases: Cases<C>
  readonly target: Target
  readonly depth: Depth
  readonly seed: number
  /** Cases under way at once. */
  readonly limit: number
  /** True when no further case may be begun. */
  readonly stopped: () => boolean
  /** What an earlier round came to. */
  readonly before?: Round
  /** Only one case is tried, that for a person or else the first, and not again where it is broken. */
  readonly onlyFirst?: boolean
  /** `index` is the place of the case among all; undefined for one that shrinking made. */
  readonly check: (c: C, index?: number) => Promise<CaseFinding | undefined>
}

export type CaseFinding = Finding | CutShort

/** The run ended during the case. */
export interface CutShort {
  readonly kind: 'cut'
  readonly why: string
}

/** Cases are tried in two rounds where the most telling ones go first. */
export interface Round {
  /** It tried so many, from the first on. */
  readonly count: number
  /** Places of those that passed. */
  readonly passed: ReadonlySet<number>
  /** Places of those that need not be tried again. */
  readonly through: ReadonlySet<number>
  /** What those brought, where something is made of it at the end. */
  readonly evidence?: readonly unknown[]
}

export interface Outcome<C> {
  readonly tried: number
  /** Cases that were not begun or not completed, since the run ended or an earlier one is broken. */
  readonly left: number
  /** Cases in all, those of an earlier round included. */
  readonly planned: number
  readonly broken?: Broken<C>
  /** Cases of which nothing could be concluded, and why the first of them. */
  readonly unclear: number
  readonly why?: string
}

export interface Broken<C> {
  readonly case: C
  readonly violation: Violation
  /** `first:2` for a boundary, `any:7` for a generated case, with fast-check's shrink path after it. */
  readonly path: string
  /** Set when the case did not fail each time it was sent. */
  readonly flaky?: string
}

/** How often a case that did not fail each time is sent in all, so that a reader knows how often it fails. */
const REPEATS = 5
/** Requests spent on making a counterexample smaller are few: each of them is sent to somebody's server. */
const MOST_SHRINKS = 40
/** The place of the first broken case where there is none. */
const NONE = Number.POSITIVE_INFINITY
const DEPTHS: readonly Depth[] = ['quick', 'standard', 'exhaustive']

/** The cases of a rule at a depth, in their order: boundaries first, then the values that fast-check gives for the seed. */
export function casesOf<C>({ cases, target, depth, seed }: Pick<Trying<C>, 'cases' | 'target' | 'depth' | 'seed'>): {
  first: C[]
  any: C[]
} {
  const count = cases.count[DEPTHS.indexOf(depth)]!
  const first = (typeof cases.first === 'function' ? cases.first(target) : cases.first).slice(0, count)
  const arbitrary = arbitraryOf(cases, target)
  return { first, any: arbitrary ? sample(arbitrary, seed, count - first.length) : [] }
}

/** Exactly the values that `fc.check` would run for the seed: a property wraps its arbitraries in a tuple. */
function sample<C>(arbitrary: Arbitrary<C>, seed: number, numRuns: number): C[] {
  return fc.sample(fc.tuple(arbitrary), { seed, numRuns }).map(([c]) => c)
}

function arbitraryOf<C>(cases: Cases<C>, target: Target): Arbitrary<C> | undefined {
  return typeof cases.any === 'function' ? cases.any(target) : cases.any
}

/** Tries cases side by side until one violates the rule, and shrinks it. A mere warning does not keep an error from being found. */
export async function tryCases<C>(trying: Trying<C>): Promise<Outcome<C>> {
  const { first, any } = casesOf(trying)
  const every = [...first, ...any]
  const all = trying.onlyFirst ? every.slice(0, 1).map((one) => trying.cases.byHand ?? one) : every
  const places = placesOf(all.length, trying.before)
  const findings: (CaseFinding | undefined)[] = []
  let next = 0
  let broken = NONE
  let mild = NONE
  let tried = 0
  const work = async () => {
    while (next < places.length && broken === NONE && !trying.stopped()) {
      const k = places[next++]!
      const finding = await trying.check(all[k]!, k)
      findings[k] = finding
      if (finding?.kind !== 'cut') tried++
      if (finding?.kind !== 'violation') continue
      if (finding.warning) mild = Math.min(mild, k)
      else broken = Math.min(broken, k)
    }
  }
  await Promise.all(Array.from({ length: Math.min(trying.limit, places.length) }, work))

  const unclear = findings.filter((finding) => finding?.kind === 'unclear')
  const why = unclear[0]?.kind === 'unclear' ? unclear[0].why : undefined
  const counts = { tried, left: places.length - tried, planned: all.length }
  const outcome = { ...counts, unclear: unclear.length, ...(why && { why }) }
  const worst = broken === NONE ? mild : broken
  if (worst === NONE) return outcome
  const seen = { case: all[worst]!, violation: findings[worst] as Violation }
  if (trying.onlyFirst) return { ...outcome, broken: { ...seen, path: 'first:0' } }
  return { ...outcome, broken: await shrink(trying, seen, worst, first.length) }
}

/** What is new goes ahead of what is tried again. */
function placesOf(length: number, before?: Round): number[] {
  const { count = 0, through = new Set() } = before ?? {}
  const all = Array.from({ length }, (_, k) => k)
  return [...all.slice(count), ...all.slice(0, count)].filter((k) => !through.has(k))
}

/** Sends a broken case again, then smaller ones as long as they are broken too. */
export async function shrink<C>(
  trying: Trying<C>,
  seen: { case: C; violation: Violation },
  index: number,
  boundaries: number,
): Promise<Broken<C>> {
  const generated = index >= boundaries
  const path = generated ? `any:${index - boundaries}` : `first:${index}`
  const arbitrary = arbitraryOf(trying.cases, trying.target)
  // A boundary that no arbitrary can take apart is as small as it gets, and is only sent once more.
  const source = arbitrary ?? fc.constant(seen.case)
  let calls = 0
  let smallest = seen
  let last: CaseFinding | undefined
  const property = fc.asyncProperty(source, async (c) => {
    if (calls++ > MOST_SHRINKS || trying.stopped()) return true
    last = await trying.check(c)
    if (last?.kind !== 'violation' || (last.warning && !seen.violation.warning)) return true
    smallest = { case: c, violation: last }
    return false
  })
  const start = generated ? { path: String(index - boundaries) } : { examples: [[seen.case] as [C]] }
  const details = await fc.check(property, { seed: trying.seed, numRuns: 1, ...start })
  if (!details.failed) return { ...seen, path, ...(await repeated(trying, seen.case, last)) }
  const steps = details.counterexamplePath?.split(':').slice(1).join(':')
  const found = { ...smallest, path: steps ? `${path}:${steps}` : path }
  // Without an arbitrary it has just been sent again.
  if (!arbitrary || trying.stopped()) return found
  const again = await trying.check(structuredClone(smallest.case))
  return again?.kind === 'violation' ? found : { ...found, ...(await repeated(trying, smallest.case, again)) }
}

/** How often a case fails that failed once, and then, when it was sent again, did not. Where nothing can be concluded is not counted. */
async function repeated<C>(trying: Trying<C>, c: C, again: CaseFinding | undefined): Promise<Pick<Broken<C>, 'flaky'>> {
  const findings = [again]
  while (findings.length + 1 < REPEATS && !trying.stopped()) findings.push(await trying.check(structuredClone(c)))
  const failed = 1 + findings.filter((finding) => finding?.kind === 'violation').length
  const passed = findings.filter((finding) => finding === undefined).length
  return passed > 0 && !trying.stopped() ? { flaky: `${failed} of ${failed + passed}` } : {}
}
