import type { Exchange } from '../../core/exchange.ts'
import type { Measurement } from '../../core/results.ts'
import { type Finding, unclear, type Violation, violation } from '../../core/rule.ts'
import { type Difference, differencesOf } from './compare.ts'
import { detectable } from './detectable.ts'
import type { Measured } from './measure.ts'
import { measurementOf } from './measurement.ts'
import { pairsOf } from './samples.ts'
import { difference, nothingFound } from './words.ts'

/** A pass says that no more than this can be hidden; from here on a difference fails under --strict. Microseconds. */
const LARGE = 1000
const EXPECTED = 'no class of bad credentials that takes longer than another'

export interface TimingEvidence {
  readonly measured: Measured
  /** The same on another connection, where the first showed a large difference. */
  readonly again?: Measured
  /** One answer to each class. */
  readonly exchanges: readonly { readonly label: string; readonly exchange: Exchange }[]
}

interface Outcome {
  readonly finding: Finding | undefined
  readonly measurement: Measurement | undefined
}

const known = new WeakMap<TimingEvidence, Outcome>()

/** Judged once, and asked for twice. */
export function outcomeOf(evidence: TimingEvidence): Outcome {
  const outcome = known.get(evidence) ?? judge(evidence)
  known.set(evidence, outcome)
  return outcome
}

/** Certainly a millisecond or more. */
export const isLarge = ({ samples }: Measured): boolean => largeOnes(samples).length > 0

const largeOnes = (samples: Measured['samples']): Difference[] =>
  differencesOf(samples).filter(({ role, lower }) => role === 'compared' && lower >= LARGE)

function judge(evidence: TimingEvidence): Outcome {
  const { samples, stopped, others } = evidence.measured
  if (stopped !== undefined) return { finding: unclear(stopped), measurement: undefined }
  if (!pairsOf(samples).some(({ role }) => role === 'compared'))
    return { finding: unclear('fewer than two classes were answered 401'), measurement: undefined }
  const differences = differencesOf(samples)
  const smallest = detectable(samples)
  const found = findingOf(evidence, differences, smallest)
  const left = others.length > 0 ? ` Not compared, for another status than 401: ${others.join(', ')}.` : ''
  const told = { summary: summaryOf(found, smallest) + left, detectable: smallest }
  return { finding: found, measurement: measurementOf(samples, differences, told) }
}

function findingOf(evidence: TimingEvidence, differences: readonly Difference[], smallest: number) {
  const placebo = differences.find(({ role }) => role === 'placebo')
  if (placebo)
    return unclear(`unknown key_ids differ among themselves, so it is not what became of a key: ${difference(placebo)}`)
  const [worst, ...more] = differences
  if (worst) return leak(worst, more.length, evidence)
  if (smallest <= LARGE) return undefined
  return unclear(`${nothingFound(smallest)} That is too coarse: it must be 1 ms or less.`)
}

function leak(worst: Difference, others: number, { again, exchanges }: TimingEvidence): Violation {
  const isSame = ({ labels, part }: Difference) => part === worst.part && String(labels) === String(worst.labels)
  const repeated = again !== undefined && again.stopped === undefined && largeOnes(again.samples).some(isSame)
  const more = others === 0 ? '' : `; ${others} more comparison${others === 1 ? ' differs' : 's differ'}`
  const shown = [...worst.labels].reverse().flatMap((label) => exchanges.filter((one) => one.label === label))
  const found = violation(EXPECTED, difference(worst) + more, ...shown.map(({ exchange }) => exchange))
  return { ...found, ...((worst.lower < LARGE || !repeated) && { onlyWarning: true }) }
}

function summaryOf(found: Finding | undefined, smallest: number): string {
  if (found?.kind === 'violation') return `${found.actual[0]!.toUpperCase()}${found.actual.slice(1)}.`
  return found?.kind === 'unclear' ? found.why : nothingFound(smallest)
}
