import type { Json } from '../../../src/core/json.ts'
import { isArray, isObject } from '../../../src/core/json-values.ts'

/** The list parameters that a body names as a whole word, anywhere in its keys and texts. */
export function namedIn(json: Json | undefined): string[] {
  const text = wordsOf(json).join(' ')
  return ['page', 'size'].filter((name) => new RegExp(`\\b${name}\\b`).test(text))
}

function wordsOf(json: Json | undefined): string[] {
  if (typeof json === 'string') return [json]
  if (isArray(json)) return json.flatMap(wordsOf)
  return isObject(json) ? Object.entries(json).flatMap(([name, value]) => [name, ...wordsOf(value)]) : []
}
