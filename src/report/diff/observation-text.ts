import { canonical, type Json, writeJson } from '../../core/json.ts'
import { isObject } from '../../core/json-values.ts'

/** An observation as text: `200 (data 100 records)`. */
function observationText(value: Json): string {
  if (typeof value === 'string') return value
  if (!isObject(value)) return writeJson(value)
  const { status, ...rest } = value
  const more = Object.entries(rest).map(([name, part]) => `${name} ${observationText(part)}`)
  if (status === undefined) return more.join(', ') || 'nothing'
  return more.length === 0 ? observationText(status) : `${observationText(status)} (${more.join(', ')})`
}

/** One aspect of an observation, `per_page=101`, in each of several observations. Without a name: the whole observation. */
export interface Aspect {
  readonly name?: string
  readonly texts: readonly string[]
}

/** The aspects in which observations of one rule differ. */
export function differingAspects(values: readonly Json[]): Aspect[] {
  return aspectsOf(values).filter(({ texts }) => new Set(texts).size > 1)
}

function aspectsOf(values: readonly Json[]): Aspect[] {
  const objects = values.filter((value) => isObject(value) && !('status' in value)) as Readonly<Record<string, Json>>[]
  if (objects.length < values.length) return [{ texts: textsOf(values) }]
  const names = [...new Set(objects.flatMap(Object.keys))]
  return names.map((name) => ({ name, texts: textsOf(objects.map((value) => value[name])) }))
}

/** JSON where plain text would make different values look alike: 200 and "200". */
function textsOf(values: readonly (Json | undefined)[]): string[] {
  const [plain, exact] = [observationText, canonical].map((text) =>
    values.map((value) => (value === undefined ? 'not there' : text(value))),
  )
  return new Set(plain).size < new Set(exact).size ? exact! : plain!
}
