import { caseText } from '../../core/case-text.ts'
import type { Req } from '../../core/exchange.ts'
import { firstOf } from '../../core/first-of.ts'
import type { Json } from '../../core/json.ts'
import { isArray, isObject } from '../../core/json-values.ts'
import type { Extent } from '../../core/results.ts'
import type { Violation } from '../../core/rule.ts'
import { truncate } from '../../core/truncate.ts'

/** A case that was judged beside the counterexample. */
export interface JudgedCase {
  readonly case: Json
  /** In the terms of the API, if the rule can phrase it. */
  readonly inWords?: string
  /** What was wrong; absent if the case conforms. */
  readonly actual?: string | undefined
  readonly expected?: string | undefined
  /** What its last response was: `401`, `25 records`. */
  readonly seen?: string | undefined
  /** It has no text for people. */
  readonly hidden?: boolean
  /** Number of its last request in the run. */
  readonly n?: number
  /** For an invariant: its request. */
  readonly req?: Req
  /** For a trial: the identities of its requests. */
  readonly sent?: readonly string[]
}

/** Lines of each kind that a report holds, and conforming cases like the counterexample. */
const [MAX_KEPT, MAX_LIKE] = [40, 4]

/** Show how far a failure extends: cases like the counterexample that fail, and those that conform. `violation`: of the counterexample. */
export function findExtent(
  counterexample: Json,
  judged: readonly JudgedCase[],
  violation: Partial<Pick<Violation, 'expected' | 'actual'>> = {},
): Extent | undefined {
  const found = judged.find((one) => caseText(one.case) === caseText(counterexample))
  // The same request may be that of other cases.
  const own = found && textOf(found, violation, (text) => text)
  const all = [
    eachKindFirst(
      nearestFirst(
        counterexample,
        judged.filter(({ actual }) => actual !== undefined),
      ),
    ),
    conformingIn(counterexample, judged)
      .flat()
      // The same request conformed at another time, such as after a record was added: it shows no difference.
      .filter((one) => !one.hidden && !isExcused(one, violation) && !(found && wordsOf(one) === wordsOf(found))),
  ]
  const isByHeader = all.flat().some((one) => BY_BEARER.test(wordsOf(one)))
  const isOfOtherKey = found !== undefined && /, credential: /.test(wordsOf(found))
  const withAll = (text: string) => (isOfOtherKey ? withKey : String)(isByHeader ? withHeader(text) : text)
  const [failing, conforming] = all.map((some, i) =>
    firstOf(
      joinedByWord(
        some.map((one) => textOf(one, violation, withAll)).filter((text) => text !== own),
        MAX_PATHS[i]!,
      ),
      MAX_KEPT,
      (more) => `and ${more} more`,
    ),
  ) as [readonly string[], readonly string[]]
  return failing.length + conforming.length > 0 ? { failing, conforming } : undefined
}

/** It conforms although it got the status that is wrong, which a proxy may have sent, for example: it shows no difference. */
const isExcused = (
  { seen }: JudgedCase,
  { expected = '', actual = '' }: Partial<Pick<Violation, 'expected' | 'actual'>>,
) =>
  seen !== undefined &&
  isOfStatus(expected) &&
  /^\d{3}$/.test(seen) &&
  actual.startsWith(seen) &&
  !expected.includes(seen)

/** The conforming cases, those like the counterexample apart. */
export function conformingIn(
  counterexample: Json,
  judged: readonly JudgedCase[],
): [like: JudgedCase[], others: JudgedCase[]] {
  const failed = new Set(judged.flatMap(({ case: json, actual }) => (actual === undefined ? [] : [caseText(json)])))
  // The same case may fail from another client.
  const conforming = judged.filter((one) => one.actual === undefined && !failed.has(caseText(one.case)))
  const all = nearestFirst(counterexample, conforming)
  return [all.slice(0, MAX_LIKE), all.slice(MAX_LIKE)]
}

const BY_BEARER = /, via Bearer\b/
/** A request with a key, but no header named: `GET /users?page=2, credential: the revoked key`. */
const BY_API_KEY = /^([A-Z]+ \/[^\s,]*?)(?=: |, |$)(?!.*(, via |credential: (missing|the active key in)))/

/** Says that a request without `via` sends its key in X-Api-Key, where others send theirs as Bearer. */
const withHeader = (text: string): string => text.replace(BY_API_KEY, '$1, via X-Api-Key')

const BY_ACTIVE = /^([A-Z]+ \/[^\s,]*?(, via [\w-]+)?)(?=: |, |$)(?!.*credential: )/
/** Says that a request has the active key, where the counterexample has another one. */
const withKey = (text: string): string => text.replace(BY_ACTIVE, '$1, credential: active')

const nearestFirst = (counterexample: Json, some: readonly JudgedCase[]): JudgedCase[] =>
  nearest(
    counterexample,
    some.map((one) => one.case),
  ).map((k) => some[k]!)

/** Of each kind of result the first, then the others: a few lines show all that was seen. */
function eachKindFirst(failing: readonly JudgedCase[]): JudgedCase[] {
  const first = [...Map.groupBy(failing, ({ actual = '' }) => SUMMARY.exec(actual)?.[1] ?? actual).values()].map(
    ([one]) => one!,
  )
  return [...new Set([...first, ...failing])]
}

const MAX_TEXT = 120
/** Characters of a case. */
const MAX_CASE = 300
/** Longer segments of a path, such as UUIDs, are shortened. */
const LONG_SEGMENT = /(?<=[/\\])([\w-]{8})[\w-]{9,}/g

/** The end of a long query, which would take the place of what follows it. */
const LONG_QUERY = /(\?\S{72})\S{9,}/g

const wordsOf = ({ case: json, inWords = caseText(json) }: JudgedCase): string => inWords

/** Shorter texts of what was wrong are shown even if they are the same as of the counterexample. */
const SHORT = 40

/** With what was wrong, unless it is the same long text as of the counterexample; a conforming case with what its response was. */
function textOf(
  one: JudgedCase,
  same: Partial<Pick<Violation, 'expected' | 'actual'>>,
  withAll: (words: string) => string,
): string {
  const { actual, expected, seen } = one
  const short = truncate(withAll(wordsOf(one)).replace(LONG_SEGMENT, '$1…').replace(LONG_QUERY, '$1…'), MAX_CASE)
  if (actual === undefined) return seen === undefined ? short : `${short}: ${seen}`
  const [, code] = SUMMARY.exec(actual) ?? []
  if (
    code !== undefined &&
    isOfStatus(expected) &&
    code === SUMMARY.exec(same.actual ?? '')?.[1] &&
    expected === same.expected
  )
    return `${short}: ${code}`
  const isSame = (text: (of: string) => string) => text(actual) === text(same.actual ?? '')
  if (isSame(actual.length > MAX_TEXT ? withoutNumbers : String) && actual.length > SHORT) return short
  const instead =
    expected === undefined || expected === same.expected || expected.length > MAX_TEXT ? '' : `; expected ${expected}`
  return `${short}: ${truncate(actual, MAX_TEXT)}${instead}`
}

/** Of a text that a line has no place for. */
const withoutNumbers = (text: string): string => text.replace(/\d+/g, '0')

/** Whether this is expected where the status is wrong. */
export const isOfStatus = (expected = ''): boolean =>
  /^(\d{3}|a success|a refusal|a response other|no data)\b/.test(expected)

/** What was returned with the same status matters less than where. */
const SUMMARY = /^(\d{3}) with /

const WORD = /^[a-z][\w-]*$/i
const PATH = /^({base_url})?\//
/** Words that a line lists. */
const MAX_WORDS = 6
/** Of failing and of conforming requests. */
const MAX_PATHS = [4, 3]

/** The distinct texts; those that differ in the same one word become one: `trailing slash, at company / nodes, without a key`. */
function joinedByWord(texts: readonly string[], maxPaths: number): string[] {
  const lines: { readonly words: readonly string[]; at?: number; readonly others: string[] }[] = []
  for (const text of new Set(texts)) {
    const words = text.split(/(: |[ ,]+)/)
    const line = lines.find((line) => {
      const at = onlyDifference(line.words, words)
      const most = PATH.test(words[at ?? 0]!) ? maxPaths : MAX_WORDS
      if (at === undefined || line.others.length >= most - 1 || (line.at ?? at) !== at) return false
      line.at = at
      line.others.push(words[at]!)
      return true
    })
    if (!line) lines.push({ words, others: [] })
  }
  return lines.map(({ words, at, others }) =>
    words.map((word, i) => (i === at ? listed([word, ...others]) : word)).join(''),
  )
}

/** `trailing slash / null`, or `/users?page=2 and ?page=3 and /company`: a path that is the same as before is left out. */
function listed(words: readonly string[]): string {
  if (!PATH.test(words[0]!)) return words.join(' / ')
  const pathOf = (word = '') => word.split('?', 1)[0]!
  const ofOnePath = ([first, ...others]: readonly string[]) => [
    first,
    ...others.map((word) => word.slice(pathOf(first).length) || word),
  ]
  return [...Map.groupBy(words, pathOf).values()].flatMap(ofOnePath).join(' and ')
}

/** The place of the only word in which two texts differ. */
function onlyDifference(one: readonly string[], other: readonly string[]): number | undefined {
  const differing = one.flatMap((word, i) => (word === other[i] ? [] : [i]))
  const [at] = differing
  const isOne = one.length === other.length && differing.length === 1
  const areAll = (form: RegExp) => form.test(one[at!]!) && form.test(other[at!]!)
  return isOne && (areAll(WORD) || areAll(PATH)) ? at : undefined
}

/**
 * Indexes of the cases that differ from a counterexample: first those that differ in one field, one of each field before all others;
 * then, for each field, the case with the fewest differences that has another value of it, then the others.
 */
export function nearest(counterexample: Json, cases: readonly Json[]): number[] {
  const own = fieldsOf(counterexample)
  const differing = cases.map((json) => differences(own, fieldsOf(json)))
  // Cases come in any order.
  const texts = cases.map((json) => caseText(json))
  const byWeight = [...cases.keys()]
    .filter((k) => differing[k]!.names.length > 0)
    .sort(
      (one, other) =>
        differing[one]!.weight - differing[other]!.weight ||
        differing[one]!.distance - differing[other]!.distance ||
        // A supplied key, such as `expired`, before those that are made up.
        texts[one]!.length - texts[other]!.length ||
        (texts[one]! < texts[other]! ? -1 : 1),
    )
  const names = new Set(byWeight.flatMap((k) => differing[k]!.names))
  const first = [...names].map((name) => byWeight.find((k) => differing[k]!.names.includes(name))!)
  const alone = (all: readonly number[]) => all.filter((k) => differing[k]!.names.length === 1)
  return [...new Set([...alone(first), ...alone(byWeight), ...first, ...byWeight])]
}

type Fields = ReadonlyMap<string, Json>

/** What differs, a field more or less twice, and by how much numbers do. */
interface Differences {
  readonly names: readonly string[]
  readonly weight: number
  readonly distance: number
}

function differences(one: Fields, other: Fields): Differences {
  const all = [...new Set([...one.keys(), ...other.keys()])]
  const names = all.filter((name) => one.get(name) !== other.get(name))
  const numbers = names.map((name) => Math.abs(Number(one.get(name)) - Number(other.get(name))))
  const [a = '', b = ''] = names
  // The same value under another name is one difference.
  const isRenamed = names.length === 2 && one.get(a) === other.get(b) && one.get(b) === other.get(a)
  if (isRenamed) return { names: [`${a} and ${b}`], weight: 1, distance: 0 }
  return {
    names,
    weight: names.length + names.filter((name) => !one.has(name) || !other.has(name)).length,
    distance: numbers.reduce((sum, number) => sum + (number || 0), 0),
  }
}

/** The values of a case by their paths. */
function fieldsOf(json: Json, path = ''): Map<string, Json> {
  if (!isObject(json) && !isArray(json)) return new Map([[path, json]])
  return new Map(Object.entries(json).flatMap(([name, value]) => [...fieldsOf(value, `${path}.${name}`)]))
}
