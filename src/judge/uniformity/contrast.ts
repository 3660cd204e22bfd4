import type { Answer } from './blocks.ts'
import { ABSENT } from './column.ts'
import type { Confirmed } from './screen-and-confirm.ts'

/** The value that distinguishes some classes from the others, with counts. */
export interface Contrast {
  /** The distinguishing value; for ranks, `higher` or `lower` than the middle of the block. */
  readonly value: string
  readonly labels: readonly string[]
  /** Responses to these classes: with the value, and in total. */
  readonly hits: number
  readonly of: number
  /** Responses to the other classes: with the value, and in total. */
  readonly otherHits: number
  readonly otherOf: number
  /** A response to another class without the value, and one to these classes with it; from one block if possible. */
  readonly pair: readonly Answer[]
}

/** Difference of the two shares, 1 if the value identifies the classes in every response. */
export const distance = (c: Contrast): number => c.hits / c.of - c.otherHits / c.otherOf

/** The value that separates the classes best; among equals, the one that marks the fewest classes. */
export function contrastOf(confirmed: Confirmed): Contrast {
  const values = valuesOf(confirmed)
  const candidates = [...new Set(values.values())].map((value) => contrastBy(value, values))
  const rank = (c: Contrast) => distance(c) - c.labels.length / 1e4 - (c.value === ABSENT ? 1e-5 : 0)
  return candidates.reduce((best, candidate) => (rank(candidate) > rank(best) ? candidate : best))
}

function valuesOf({ split, table }: Confirmed): Map<Answer, string> {
  const column = table.columns.find(({ name }) => name === split.feature)!
  const valueAt = (cell: number, at: number) => {
    if (split.kind === 'categories') return column.values[cell]!
    return split.codes[at]! > 0 ? 'higher' : split.codes[at]! < 0 ? 'lower' : 'in the middle'
  }
  return new Map([...split.cells].map((cell, at) => [table.cells[cell]!, valueAt(cell, at)]))
}

function contrastBy(value: string, values: ReadonlyMap<Answer, string>): Contrast {
  const byLabel = Map.groupBy(values.keys(), ({ label }) => label)
  const hitsIn = (answers: readonly Answer[]) => answers.filter((answer) => values.get(answer) === value).length
  const shares = [...byLabel].map(([label, answers]) => ({ label, share: hitsIn(answers) / answers.length }))
  const bounds = shares.map(({ share }) => share)
  const middle = (Math.max(...bounds) + Math.min(...bounds)) / 2
  const labels = shares.filter(({ share }) => share > middle).map(({ label }) => label)
  const these = [...values.keys()].filter(({ label }) => labels.includes(label))
  const others = [...values.keys()].filter(({ label }) => !labels.includes(label))
  return {
    value,
    labels,
    hits: hitsIn(these),
    of: Math.max(1, these.length),
    otherHits: hitsIn(others),
    otherOf: Math.max(1, others.length),
    pair: pairOf(
      others.filter((answer) => values.get(answer) !== value),
      these.filter((answer) => values.get(answer) === value),
    ),
  }
}

/** Picks the two responses that were sent closest to each other. */
function pairOf(without: readonly Answer[], withIt: readonly Answer[]): Answer[] {
  const [first] = withIt
  if (!first) return without.slice(0, 1)
  const gap = (answer: Answer) => Math.abs(answer.exchange.n - first.exchange.n)
  const nearest = without.reduce<Answer | undefined>((a, b) => (a && gap(a) <= gap(b) ? a : b), undefined)
  return nearest ? [nearest, first] : [first]
}
