import { canonical, type Json, writeJson } from '../../core/json.ts'
import { isObject } from '../../core/json-values.ts'

/** An observation as a sentence speaks of it: `200 (data 100 records)`. */
export function inWords(value: Json): string {
  if (typeof value === 'string') return value
  if (!isObject(value)) return writeJson(value)
  const { status, ...rest } = value
  const more = Object.entries(rest).map(([name, part]) => `${name} ${inWords(part)}`)
  if (status === undefined) return more.join(', ') || 'nothing'
  return more.length === 0 ? `${inWords(status)}` : `${inWords(status)} (${more.join(', ')})`
}

/** One thing that was looked at, `per_page=101`, and what each of several observations says of it. No name: the whole. */
export interface Aspect {
  readonly name?: string
  readonly said: readonly string[]
}

/** What observations of one rule do not agree on. */
export function differingAspects(values: readonly Json[]): Aspect[] {
  return aspectsOf(values).filter(({ said }) => new Set(said).size > 1)
}

function aspectsOf(values: readonly Json[]): Aspect[] {
  const apart = values.filter((value) => isObject(value) && !('status' in value)) as Readonly<Record<string, Json>>[]
  if (apart.length < values.length) return [{ said: told(values) }]
  const names = [...new Set(apart.flatMap(Object.keys))]
  return names.map((name) => ({ name, said: told(apart.map((value) => value[name])) }))
}

/** What of an observation changed, one line each: `per_page=101: 400 (code x), now 200 (data 100 records)`. */
export const driftLines = (before: Json, after: Json): string[] =>
  differingAspects([before, after]).map(
    ({ name, said }) => `${name === undefined ? '' : `${name}: `}${said.join(', now ')}`,
  )

/** As JSON where words would make one of what is two: 200 and "200". */
function told(values: readonly (Json | undefined)[]): string[] {
  const [words, exact] = [inWords, canonical].map((tell) =>
    values.map((value) => (value === undefined ? 'not there' : tell(value))),
  )
  return new Set(words).size < new Set(exact).size ? exact! : words!
}
