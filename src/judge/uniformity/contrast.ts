import type { Answer } from './blocks.ts'
import { ABSENT } from './blocks.ts'
import { featureOf } from './derived-columns.ts'
import type { Confirmed } from './screen-and-confirm.ts'

/** The value that distinguishes some classes from the others, with counts. */
export interface Contrast {
  /** The distinguishing value; for ranks, `higher` or `lower` than the middle of the block. */
  readonly value: string
  /** These classes have another value, and most others have it. */
  readonly isNot?: true
  readonly labels: readonly string[]
  /** The classes in words. */
  readonly classes: readonly string[]
  /** The other classes in words. */
  readonly others: readonly string[]
  /** What blocks have in common whose responses differ, such as `by Bearer` or `on /company`, and what only blocks without a difference have. */
  readonly places?: {
    readonly differing: readonly string[]
    readonly agreeing: readonly string[]
    /** All blocks of these differ, and no others. */
    readonly isOnly?: true
    /** What else the differing blocks have, of what varies. */
    readonly within?: readonly string[]
  }
  /** Responses to these classes: with the value, and in total. */
  readonly hits: number
  readonly of: number
  /** Responses to the other classes in the same blocks: with the value, and in total. */
  readonly otherHits: number
  readonly otherOf: number
  /** Classes of other blocks, in words, whose responses all lack the value: such as these key_ids with a wrong secret. */
  readonly apart?: readonly string[]
  /** Classes with a third value, such as another reason. */
  readonly further?: readonly { readonly value: string; readonly classes: readonly string[] }[]
  /** Blocks whose responses all agree were left out. */
  readonly isPartial?: true
  /** What the compared blocks have in common, if those whose responses all agree were left out. */
  readonly where?: string
  /** A response to another class without the value, and one to these classes with it; from one block if possible. */
  readonly pair: readonly Answer[]
}

/** Difference of the two shares, 1 if the value identifies the classes in every response. */
export const distance = (c: Contrast): number => c.hits / c.of - c.otherHits / c.otherOf

/** A response with the value of the feature and the index of its block. */
interface Valued {
  readonly answer: Answer
  readonly value: string
  readonly block: number
}

/** The value that separates the classes best, of few classes if possible. */
export function contrastOf(confirmed: Confirmed): Contrast {
  const all = valuesOf(confirmed)
  const cells = varying(all)
  const isPartial = cells.length < all.length
  const candidates = [...new Set(cells.map(({ value }) => value))].map((value) => ({
    ...contrastBy(value, cells, isNegatable(confirmed)),
    ...(isPartial && { isPartial }),
  }))
  const rank = (c: Contrast) => distance(c) - c.labels.length / 50 - (c.isNot ? 2e-5 : c.value === ABSENT ? 1e-5 : 0)
  const best = candidates.reduce((best, candidate) => (rank(candidate) > rank(best) ? candidate : best))
  const apart = apartFrom(best, all)
  const own = ofEach(
    all.filter(({ answer }) => best.labels.includes(answer.label)),
    confirmed,
  )
  const where = isPartial ? [...ofEach(cells, confirmed).difference(own)].join(' ') : ''
  const places = placesOf(all, best.labels, own, confirmed)
  const further = furtherValues(best, cells, confirmed)
  return {
    ...{ ...best, ...(where !== '' && { where }), ...places },
    ...(apart.length > 0 && { apart }),
    ...(further.length > 0 && { further }),
  }
}

const MOST_FURTHER = 3

/** Values other than that of the contrast and the usual one, with the classes that always have them. */
function furtherValues({ value, isNot }: Contrast, cells: readonly Valued[], confirmed: Confirmed) {
  if (isNot || value === ABSENT || !isNegatable(confirmed)) return []
  const groups = [...Map.groupBy(cells, (cell) => cell.value)].filter(([other]) => other !== value && other !== ABSENT)
  const [, ...rare] = groups.toSorted(([, one], [, other]) => other.length - one.length)
  const isAlways = (words: string, other: string) =>
    cells.every((cell) => cell.answer.words !== words || cell.value === other)
  return rare.slice(0, MOST_FURTHER).flatMap(([other, some]) => {
    const classes = [...new Set(some.map(({ answer }) => answer.words))].filter((words) => isAlways(words, other))
    return classes.length > 0 ? [{ value: other, classes }] : []
  })
}

/** Only classes whose responses are all compared. */
function apartFrom({ classes, others, value, isNot }: Contrast, all: readonly Valued[]): string[] {
  if (isNot) return []
  const byWords = Map.groupBy(all, ({ answer }) => answer.words)
  return [...byWords].flatMap(([words, some]) =>
    [...classes, ...others].includes(words) || some.some(({ value: own, answer }) => own === value || answer.onlyIf401)
      ? []
      : [words],
  )
}

/** Whether "is not" makes sense of a value: it is that of a status, a header or a text. */
function isNegatable({ split }: Confirmed): boolean {
  const { aspect, carrier } = featureOf(split.feature)
  return split.kind === 'categories' && (carrier.kind === 'status' || aspect === 'value')
}

/** The strata that all these cells have, such as `by Bearer`. */
function ofEach(cells: readonly Valued[], { split, table }: Confirmed): Set<string> {
  const strata = [...new Set(cells.map(({ block }) => block))].map((block) => new Set(table.blocks[block]!.strata))
  const common = strata.reduce((all, some) => all.intersection(some), strata[0] ?? new Set())
  return common.difference(new Set([split.part]))
}

/** Without blocks whose responses all agree, as those of HEAD in the body, which show nothing. */
function varying(cells: readonly Valued[]): readonly Valued[] {
  const blocks = [...Map.groupBy(cells, ({ block }) => block).values()]
  const some = blocks.filter(([first, ...others]) => others.some(({ value }) => value !== first!.value)).flat()
  return some.length > 0 ? some : cells
}

function valuesOf({ split, table }: Confirmed): Valued[] {
  const column = table.columns.find(({ name }) => name === split.feature)!
  const valueAt = (cell: number, at: number) => {
    if (split.kind === 'categories') return column.values[cell]!
    return split.codes[at]! > 0 ? 'higher' : split.codes[at]! < 0 ? 'lower' : 'in the middle'
  }
  return Array.from(split.cells, (cell, at) => ({
    answer: table.cells[cell]!,
    value: valueAt(cell, at),
    block: table.blockOf[cell]!,
  }))
}

/**
 * By what blocks have in common: whether the responses of some block differ, of those with one of the classes. `own`: strata of each
 * of those. A response to HEAD has no body that could differ.
 */
function placesOf(
  all: readonly Valued[],
  labels: readonly string[],
  own: ReadonlySet<string>,
  { split, table }: Confirmed,
): Pick<Contrast, 'places'> {
  const isOfBody = ['leaf', 'body'].includes(featureOf(split.feature).carrier.kind)
  const blocks = Map.groupBy(
    all.filter(({ answer }) => !isOfBody || answer.exchange.req.method !== 'HEAD'),
    ({ block }) => block,
  )
  for (const [block, cells] of blocks)
    if (!cells.some(({ answer }) => labels.includes(answer.label))) blocks.delete(block)
  const differing = [...blocks].flatMap(([block, cells]) =>
    new Set(cells.map(({ value }) => value)).size > 1 ? [block] : [],
  )
  const strataOf = (some: Iterable<number>) =>
    new Set([...some].flatMap((block) => [...table.blocks[block]!.strata, ...(table.blocks[block]!.lacks ?? [])]))
  const [shown, whole] = [strataOf(differing), strataOf(blocks.keys())]
  const agreeing = strataOf([...blocks.keys()].filter((block) => !differing.includes(block)))
  const only = [...shown].find(
    (stratum) => !agreeing.has(stratum) && differing.every((block) => table.blocks[block]!.strata.includes(stratum)),
  )
  if (only !== undefined && agreeing.size > 0) {
    const within = [...shown].filter((stratum) => stratum !== only)
    return { places: { differing: [only], agreeing: [], isOnly: true, ...(within.length > 0 && { within }) } }
  }
  const [some, none] = [[...shown.difference(own)], [...whole.difference(shown)]]
  return whole.difference(own).size > 0 && whole.size > 1 ? { places: { differing: some, agreeing: none } } : {}
}

/** Compares within blocks: a class that is missing in some blocks is not blamed for what they lack. */
function contrastBy(
  value: string,
  cells: readonly Valued[],
  negatable: boolean,
): Omit<Contrast, 'where' | 'isPartial' | 'places'> {
  const shareOf = (some: readonly Valued[]) => some.filter((cell) => cell.value === value).length / some.length
  const shares = new Map([...Map.groupBy(cells, ({ block }) => block)].map(([block, some]) => [block, shareOf(some)]))
  const excessOf = (some: readonly Valued[]) =>
    shareOf(some) - some.reduce((sum, { block }) => sum + shares.get(block)!, 0) / some.length
  const excesses = [...Map.groupBy(cells, ({ answer }) => answer.label)].map(([label, some]) => ({
    label,
    excess: excessOf(some),
  }))
  const bounds = excesses.map(({ excess }) => excess)
  const middle = (Math.max(...bounds) + Math.min(...bounds)) / 2
  const withIt = excesses.filter(({ excess }) => excess > middle).map(({ label }) => label)
  // The few that differ are named, not the many that are alike: those are as they should be.
  const isNot = negatable && value !== ABSENT && withIt.length > excesses.length / 2
  const labels = isNot ? excesses.map(({ label }) => label).filter((label) => !withIt.includes(label)) : withIt
  const these = cells.filter(({ answer }) => labels.includes(answer.label))
  const blocks = new Set(these.map(({ block }) => block))
  const others = cells.filter(({ answer, block }) => !labels.includes(answer.label) && blocks.has(block))
  const answersOf = (some: readonly Valued[], hit: boolean) =>
    some.filter((cell) => ((cell.value === value) !== isNot) === hit)
  return {
    value,
    ...(isNot && { isNot }),
    labels,
    classes: [...new Set(these.map(({ answer }) => answer.words))],
    others: [...new Set(others.map(({ answer }) => answer.words))],
    hits: answersOf(these, true).length,
    of: Math.max(1, these.length),
    otherHits: answersOf(others, true).length,
    otherOf: Math.max(1, others.length),
    pair: pairOf(answersOf(others, false), answersOf(these, true)),
  }
}

/** Picks a response with the value and the nearest one without it: of the block with the plainest requests, if one has both. */
function pairOf(without: readonly Valued[], withIt: readonly Valued[]): Answer[] {
  const extras = ({ answer: { exchange } }: Valued) =>
    (exchange.req.headers?.length ?? 0) + (exchange.req.method === undefined ? 0 : 1)
  const blocks = new Set(without.map(({ block }) => block))
  const lone = ({ block }: Valued) => Number(!blocks.has(block))
  const [first] = withIt.toSorted((one, other) => lone(one) - lone(other) || extras(one) - extras(other))
  if (!first) return without.slice(0, 1).map(({ answer }) => answer)
  const beside = without.filter(({ block }) => block === first.block)
  const gap = ({ answer }: Valued) => Math.abs(answer.exchange.n - first.answer.exchange.n)
  const [nearest] = (beside.length > 0 ? beside : without).toSorted((one, other) => gap(one) - gap(other))
  return [...(nearest ? [nearest] : []), first].map(({ answer }) => answer)
}
