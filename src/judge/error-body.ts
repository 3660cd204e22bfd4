import type { Exchange } from '../core/exchange.ts'
import type { Json } from '../core/json.ts'
import { at, describe, isInteger, isObject } from '../core/json-values.ts'
import { type Violation, violation } from '../core/rule.ts'

/** The error of a 401 in both references. */
const CODE = 'unauthorized'
const MESSAGE = 'Invalid or missing API key'
const JUDGED = /^error(\.(code|message|status))?$/

/** Checks the error shape of section 7 of both references: `code` and `message` are strings, `status` is the HTTP status. */
export function errorBody(x: Exchange): Violation | undefined {
  const { json, status, duplicates, bytes, fault } = x.response!
  if (fault !== undefined) {
    const body = bytes === 0 ? 'an empty body' : `a body that is ${fault}`
    return violation('a JSON object with error.code, error.message and error.status', `${status} with ${body}`, x)
  }
  if (!isObject(at(json, 'error'))) return violation('error to be an object', actualOf(json, 'error'), x)
  for (const name of ['code', 'message']) {
    const path = `error.${name}`
    if (typeof at(json, path) !== 'string') return violation(`${path} to be a string`, actualOf(json, path), x)
  }
  const errorStatus = at(json, 'error.status')
  if (!isInteger(errorStatus) || BigInt(errorStatus) !== BigInt(status))
    return violation(`error.status ${status}, an integer and the HTTP status`, actualOf(json, 'error.status'), x)
  const duplicate = duplicates.find((path) => JUDGED.test(path))
  if (duplicate === undefined) return undefined
  return violation(`one property ${duplicate}`, 'a duplicate property, which parsers read differently', x)
}

/** Checks the body that every 401 shares. */
export function unauthorizedBody(x: Exchange): Violation | undefined {
  const shape = errorBody(x)
  if (shape) return shape
  for (const [name, wanted] of Object.entries({ code: CODE, message: MESSAGE })) {
    const [json, path] = [x.response!.json, `error.${name}`]
    if (at(json, path) !== wanted) return violation(`${path} ${JSON.stringify(wanted)}`, actualOf(json, path), x)
  }
  return undefined
}

/** `error.status is the string "401"`, `there is no error.code`. */
function actualOf(json: Json | undefined, path: string): string {
  const value = at(json, path)
  return value === undefined ? `there is no ${path}` : `${path} is ${describe(value)}`
}
