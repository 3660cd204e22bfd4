import { caseText } from '../../core/case-text.ts'
import type { Req } from '../../core/exchange.ts'
import type { Json } from '../../core/json.ts'
import { isArray, isObject } from '../../core/json-values.ts'
import type { Extent } from '../../core/results.ts'

/** A case that was judged beside the counterexample. */
export interface JudgedCase {
  readonly case: Json
  /** In the terms of the API, if the rule can phrase it. */
  readonly inWords?: string
  /** What was wrong; absent if the case conforms. */
  readonly actual?: string
  /** Number of its last request in the run. */
  readonly n?: number
  /** For an invariant: its request. */
  readonly req?: Req
}

/** Cases of each kind that a report shows. */
const MAX_SHOWN = 4

/** Show how far a failure extends: cases like the counterexample that fail, and those that conform. `actual`: of the counterexample. */
export function findExtent(counterexample: Json, judged: readonly JudgedCase[], actual?: string): Extent | undefined {
  const [failing, conforming] = [
    nearestFirst(
      counterexample,
      judged.filter(({ actual }) => actual !== undefined),
    ),
    conformingIn(counterexample, judged).flat(),
  ].map((some) => [...new Set(some.map((one) => textOf(one, actual)))].slice(0, MAX_SHOWN)) as [string[], string[]]
  return failing.length + conforming.length > 0 ? { failing, conforming } : undefined
}

/** The conforming cases, those like the counterexample apart. */
export function conformingIn(
  counterexample: Json,
  judged: readonly JudgedCase[],
): [like: JudgedCase[], others: JudgedCase[]] {
  const failed = new Set(judged.flatMap(({ case: json, actual }) => (actual === undefined ? [] : [caseText(json)])))
  // The same case may fail from another client.
  const conforming = judged.filter((one) => one.actual === undefined && !failed.has(caseText(one.case)))
  const all = nearestFirst(counterexample, conforming)
  return [all.slice(0, MAX_SHOWN), all.slice(MAX_SHOWN)]
}

const nearestFirst = (counterexample: Json, some: readonly JudgedCase[]): JudgedCase[] =>
  nearest(
    counterexample,
    some.map((one) => one.case),
  ).map((k) => some[k]!)

const MAX_TEXT = 80
/** Characters of a case. */
const MAX_CASE = 160
/** Longer segments of a path, such as UUIDs, are shortened. */
const LONG_SEGMENT = /(?<=\/)([^/?\s]{8})[^/?\s]{9,}/g

/** Shorter texts of what was wrong are shown even if they are the same as of the counterexample. */
const SHORT = 40

/** With what was wrong, unless it is the same long text as of the counterexample. */
function textOf({ case: json, inWords = caseText(json), actual }: JudgedCase, same: string | undefined): string {
  const shorter = inWords.replace(LONG_SEGMENT, '$1…')
  const short = shorter.length > MAX_CASE ? `${shorter.slice(0, MAX_CASE)}…` : shorter
  if (actual === undefined || (actual === same && actual.length > SHORT)) return short
  return `${short}: ${actual.length > MAX_TEXT ? `${actual.slice(0, MAX_TEXT)}…` : actual}`
}

/**
 * Indexes of the cases that differ from a counterexample: first, for each field, the case with the fewest differences that has another
 * value of it, then the others with the fewest differences.
 */
export function nearest(counterexample: Json, cases: readonly Json[]): number[] {
  const own = fieldsOf(counterexample)
  const differing = cases.map((json) => differences(own, fieldsOf(json)))
  // Cases come in any order.
  const texts = cases.map((json) => caseText(json))
  const byWeight = [...cases.keys()]
    .filter((k) => differing[k]!.names.length > 0)
    .sort((one, other) => differing[one]!.weight - differing[other]!.weight || (texts[one]! < texts[other]! ? -1 : 1))
  const names = new Set(byWeight.flatMap((k) => differing[k]!.names))
  const first = [...names].map((name) => byWeight.find((k) => differing[k]!.names.includes(name))!)
  return [...new Set([...first, ...byWeight])]
}

type Fields = ReadonlyMap<string, Json>

/** A field more or less counts twice. */
function differences(one: Fields, other: Fields): { readonly names: readonly string[]; readonly weight: number } {
  const all = [...new Set([...one.keys(), ...other.keys()])]
  const names = all.filter((name) => one.get(name) !== other.get(name))
  return { names, weight: names.length + names.filter((name) => !one.has(name) || !other.has(name)).length }
}

/** The values of a case by their paths. */
function fieldsOf(json: Json, path = ''): Map<string, Json> {
  if (!isObject(json) && !isArray(json)) return new Map([[path, json]])
  return new Map(Object.entries(json).flatMap(([name, value]) => [...fieldsOf(value, `${path}.${name}`)]))
}
