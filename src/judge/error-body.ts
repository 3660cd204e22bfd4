import type { Exchange } from '../core/exchange.ts'
import type { Json } from '../core/json.ts'
import { at, describe, isInteger, isObject } from '../core/json-values.ts'
import { type Violation, violation } from '../core/rule.ts'

/** What both references say of a 401. */
const CODE = 'unauthorized'
const MESSAGE = 'Invalid or missing API key'
const TWICE = /^error(\.(code|message|status))?$/

/** The shape that errors have by part 7 of both references: code and message strings, status the HTTP status. */
export function errorBody(x: Exchange): Violation | undefined {
  const { json, status, duplicates, bytes, fault } = x.response!
  if (fault !== undefined) {
    const body = bytes === 0 ? 'an empty body' : `a body that is ${fault}`
    return violation('a JSON object with error.code, error.message and error.status', `${status} with ${body}`, x)
  }
  if (!isObject(at(json, 'error'))) return violation('error to be an object', isWhat(json, 'error'), x)
  for (const name of ['code', 'message']) {
    const path = `error.${name}`
    if (typeof at(json, path) !== 'string') return violation(`${path} to be a string`, isWhat(json, path), x)
  }
  const told = at(json, 'error.status')
  if (!isInteger(told) || BigInt(told) !== BigInt(status))
    return violation(`error.status ${status}, an integer and the HTTP status`, isWhat(json, 'error.status'), x)
  const twice = duplicates.find((path) => TWICE.test(path))
  return twice === undefined ? undefined : violation(`one member ${twice}`, 'two of that name: readers disagree', x)
}

/** The one body of every 401. */
export function unauthorizedBody(x: Exchange): Violation | undefined {
  const shape = errorBody(x)
  if (shape) return shape
  for (const [name, wanted] of Object.entries({ code: CODE, message: MESSAGE })) {
    const [json, path] = [x.response!.json, `error.${name}`]
    if (at(json, path) !== wanted) return violation(`${path} ${JSON.stringify(wanted)}`, isWhat(json, path), x)
  }
  return undefined
}

/** `error.status is the string "401"`, `there is no error.code`. */
function isWhat(json: Json | undefined, path: string): string {
  const value = at(json, path)
  return value === undefined ? `there is no ${path}` : `${path} is ${describe(value)}`
}
