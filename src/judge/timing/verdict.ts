import { capitalize } from '../../core/capitalize.ts'
import { count } from '../../core/count.ts'
import type { Exchange } from '../../core/exchange.ts'
import type { Measurement } from '../../core/results.ts'
import { type Finding, headlined, unclear, type Violation, violation } from '../../core/rule.ts'
import { type Difference, differencesOf } from './compare-classes.ts'
import { difference, differenceInShort, nothingFound } from './describe-timing.ts'
import { detectable } from './detectable.ts'
import { isNotable, LARGE } from './is-decided.ts'
import type { Measured } from './measure.ts'
import { measurementOf } from './measurement.ts'
import { pairsOf } from './samples.ts'

const EXPECTED = 'the same response time for every kind of bad credential'

export interface TimingEvidence {
  readonly measured: Measured
  /** A second measurement on another connection, if the first showed a large difference. */
  readonly again?: Measured
  /** The endpoint, if all requests are to one. */
  readonly endpoint?: string
  /** One exchange of each class. */
  readonly exchanges: readonly { readonly label: string; readonly exchange: Exchange }[]
}

interface Outcome {
  readonly finding: Finding | undefined
  readonly measurement: Measurement | undefined
}

const known = new WeakMap<TimingEvidence, Outcome>()

/** Judges the evidence; cached, since finding and measurement are requested separately. */
export function outcomeOf(evidence: TimingEvidence): Outcome {
  const outcome = known.get(evidence) ?? judge(evidence)
  known.set(evidence, outcome)
  return outcome
}

/** Whether a compared pair differs by at least a millisecond. */
export const isLarge = ({ samples }: Measured): boolean => largeOnes(samples).length > 0

const largeOnes = (samples: Measured['samples']): Difference[] =>
  differencesOf(samples).filter(({ role, lower }) => role === 'compared' && lower >= LARGE)

function judge(evidence: TimingEvidence): Outcome {
  const { samples, stopped, others, decided } = evidence.measured
  if (stopped !== undefined) return { finding: unclear(stopped), measurement: undefined }
  if (!pairsOf(samples).some(({ role }) => role === 'compared'))
    return { finding: unclear('fewer than two classes got a 401'), measurement: undefined }
  const differences = decided ? [decided] : differencesOf(samples)
  const smallest = detectable(samples)
  const found = findingOf(evidence, differences, smallest)
  const left = others.length > 0 ? ` Not compared, because the status is not 401: ${others.join(', ')}.` : ''
  const small = found === undefined && differences[0]
  const noted = small ? ` Too small to be judged: ${difference(small)}.` : ''
  const result = { summary: summaryOf(found, smallest) + noted + left, detectable: smallest }
  return { finding: found, measurement: measurementOf(samples, differences, result) }
}

function findingOf(evidence: TimingEvidence, differences: readonly Difference[], smallest: number) {
  const placebo = differences.find(({ role }) => role === 'placebo')
  if (placebo)
    return unclear(
      `unknown key_ids differ among themselves, so the difference does not depend on the state of a key: ${difference(placebo)}`,
    )
  const [worst, ...more] = differences.filter(isNotable)
  if (worst) return leak(worst, more, evidence)
  if (smallest <= LARGE) return undefined
  return unclear(
    `${nothingFound(smallest)} That is too coarse: it must be 1 ms or less. Test from nearer the server, or with \`--depth exhaustive\`, which measures longer.`,
  )
}

/** Other comparisons that are named. */
const MOST_NAMED = 3

function leak(
  first: Difference,
  others: readonly Difference[],
  { measured, again, endpoint, exchanges }: TimingEvidence,
): Violation {
  // Several pairs may differ alike: which of them is the clearest is chance.
  const confirmed = again && again.stopped === undefined ? inBoth(measured.samples, again.samples) : undefined
  const worst = confirmed ?? first
  const repeated = measured.decided !== undefined || confirmed !== undefined
  const more = [first, ...others].filter((one) => !isSamePair(one, worst))
  const named = more.slice(0, MOST_NAMED).map(differenceInShort).join('; ')
  const shown = [...worst.labels].reverse().flatMap((label) => exchanges.filter((one) => one.label === label))
  const found = headlined(
    `Response times${endpoint === undefined ? '' : ` of GET ${endpoint}`} reveal what is wrong with a key: ${differenceInShort(worst)}`,
    violation(
      EXPECTED,
      `${difference(worst)}${more.length === 0 ? '' : `; ${count(more.length, 'more comparison')} ${more.length === 1 ? 'differs' : 'differ'}: ${named}`}`,
      ...shown.map(({ exchange }) => exchange),
    ),
  )
  return { ...found, ...((worst.lower < LARGE || !repeated) && { onlyWarning: true, note: SMALL }) }
}

const isSamePair = (one: Difference, other: Difference): boolean =>
  one.part === other.part && String(one.labels) === String(other.labels)

/** What a reader has to decide. */
const SMALL =
  'it is below a millisecond, or was not measured twice: a client must measure many requests to see it. One more row lookup for some keys is a usual cause'

/** The first pair that differs by at least a millisecond in both measurements. */
const inBoth = (one: Measured['samples'], other: Measured['samples']): Difference | undefined =>
  largeOnes(one).find((pair) => largeOnes(other).some((again) => isSamePair(pair, again)))

function summaryOf(found: Finding | undefined, smallest: number): string {
  if (found?.kind === 'violation') return `${capitalize(found.actual)}.`
  return found?.kind === 'unclear' ? found.why : nothingFound(smallest)
}
