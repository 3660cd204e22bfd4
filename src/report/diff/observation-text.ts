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
interface Aspect {
  readonly name?: string
  readonly texts: readonly string[]
  /** At least one of the runs did not send the request. */
  readonly unmeasured?: true
}

/** The aspects in which observations of a rule differ. */
export function differingAspects(rule: string, values: readonly Json[]): Aspect[] {
  return aspectsOf(rule, values).filter(({ texts }) => new Set(texts).size > 1)
}

function aspectsOf(rule: string, values: readonly Json[]): Aspect[] {
  const objects = values.filter((value) => isObject(value) && !('status' in value)) as Readonly<Record<string, Json>>[]
  if (objects.length < values.length) return [{ texts: textsOf(values) }]
  const names = [...new Set(objects.flatMap(Object.keys))]
  // An absent field is a change of the deployment; anything else that is absent, a request that was not sent.
  const isField = rule.endsWith('-fields')
  return names.map((name) => {
    const parts = objects.map((value) => value[name])
    return parts.includes(undefined) && !isField
      ? { name, texts: textsOf(parts, 'not measured'), unmeasured: true }
      : { name, texts: textsOf(parts) }
  })
}

/** JSON where plain text would make different values look alike: 200 and "200". */
function textsOf(values: readonly (Json | undefined)[], absent = 'not there'): string[] {
  const [plain, exact] = [observationText, canonical].map((text) =>
    values.map((value) => (value === undefined ? absent : text(value))),
  )
  return new Set(plain).size < new Set(exact).size ? exact! : plain!
}
