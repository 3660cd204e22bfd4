import type { Exchange } from '../client/exchange.ts'
import { type Violation, violation } from '../rule.ts'
import { inShort } from './answer.ts'
import { at, describe, isInteger, isObject } from './json.ts'

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
  if (!isObject(at(json, 'error'))) return violation('error to be an object', describe(at(json, 'error')), x)
  for (const name of ['code', 'message']) {
    const value = at(json, `error.${name}`)
    if (typeof value !== 'string') return violation(`error.${name} to be a string`, describe(value), x)
  }
  const told = at(json, 'error.status')
  if (!isInteger(told) || BigInt(told) !== BigInt(status))
    return violation(`error.status ${status}, an integer and the HTTP status`, describe(told), x)
  const twice = duplicates.find((path) => TWICE.test(path))
  return twice === undefined ? undefined : violation(`one member ${twice}`, 'two of that name: readers disagree', x)
}

/** The one body of every 401. */
export function unauthorizedBody(x: Exchange): Violation | undefined {
  const shape = errorBody(x)
  if (shape) return shape
  for (const [name, wanted] of Object.entries({ code: CODE, message: MESSAGE })) {
    const value = at(x.response!.json, `error.${name}`)
    if (value !== wanted) return violation(`error.${name} ${JSON.stringify(wanted)}`, describe(value), x)
  }
  return undefined
}

/** The status of every credential failure. Its body is judged by the rule of the 401's body. */
export const unauthorized = (x: Exchange): Violation | undefined =>
  x.response!.status === 401 ? undefined : violation(`401 ${keyOf(x)}`, inShort(x), x)

const keyOf = ({ req: { credential } }: Exchange): string => {
  if (credential.class === 'missing') return 'without a key'
  const by = { bearer: 'by Bearer with', 'x-api-key': 'by X-Api-Key with', none: 'with', other: 'with' }[
    credential.form
  ]
  return `${by} ${credential.note ?? `the ${credential.class} key`}`
}
