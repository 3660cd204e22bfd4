import { type Exchange, headerValues, isTransient, type Problem, type Response } from '../core/exchange.ts'
import { at, describe } from '../core/json-values.ts'

/** An answer in a few words: `401 with error.code "unauthorized"`, `200 with 812 bytes that are not JSON`. */
export function inShort({ response, problem }: Exchange): string {
  if (!response) return `no answer (${problem!.message})`
  return `${response.status} with ${bodyInShort(response)}${wishOf(response)}`
}

/** How long it asks to be left alone. */
function wishOf(response: Response): string {
  const [value] = isTransient(response.status) ? headerValues(response, 'retry-after') : []
  return value === undefined ? '' : ` and Retry-After ${JSON.stringify(value.slice(0, 40))}`
}

function bodyInShort({ json, fault, bytes }: Response): string {
  if (fault !== undefined) return bytes === 0 ? 'an empty body' : `a body of ${bytes} bytes (${fault})`
  const code = at(json, 'error.code')
  return code === undefined ? describe(json) : `error.code ${describe(code)}`
}

/** Why nothing can be tried at a deployment whose first answer never came, or cannot be read. */
export function unheard(baseUrl: string, { kind, message }: Problem): string {
  const isThere = kind === 'protocol' || kind === 'too-large'
  return `${baseUrl} ${isThere ? 'gives no answer that can be read' : 'cannot be reached'}: ${message}`
}
