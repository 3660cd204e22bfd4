import { type Exchange, headerValues, isTransient, type Problem, type Response } from '../core/exchange.ts'
import { at, describe } from '../core/json-values.ts'

/** Summarizes a response: `401 with error.code the string "unauthorized"`, `502 with a body of 812 bytes (not JSON)`. */
export function responseSummary({ response, problem }: Exchange): string {
  if (!response) return `no response (${problem!.message})`
  return `${response.status} with ${bodyInShort(response)}${retryAfterOf(response)}`
}

/** The Retry-After header of a transient response, truncated to 40 characters. */
function retryAfterOf(response: Response): string {
  const [value] = isTransient(response.status) ? headerValues(response, 'retry-after') : []
  return value === undefined ? '' : ` and Retry-After ${JSON.stringify(value.slice(0, 40))}`
}

function bodyInShort({ json, fault, bytes }: Response): string {
  if (fault !== undefined) return bytes === 0 ? 'an empty body' : `a body of ${bytes} bytes (${fault})`
  const code = at(json, 'error.code')
  return code === undefined ? describe(json) : `error.code ${describe(code)}`
}

/** Explains why a deployment cannot be tested: its first response is missing or not valid HTTP. */
export function unreachableReason(baseUrl: string, { kind, message }: Problem): string {
  const isReachable = kind === 'protocol' || kind === 'too-large'
  return `${baseUrl} ${isReachable ? 'returns no readable response' : 'cannot be reached'}: ${message}`
}
