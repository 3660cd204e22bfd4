import type { Exchange, Response } from '../core/exchange.ts'
import type { Json } from '../core/json.ts'
import { at, describe, isArray, isInteger, isObject } from '../core/json-values.ts'
import { explained, type Violation, violation } from '../core/rule.ts'
import { faultyBody, oddCharacter } from './response-summary.ts'

/** The error of a 401 in both references. */
const CODE = 'unauthorized'
const MESSAGE = 'Invalid or missing API key'
/** A likely cause. */
const FOREIGN = 'the framework, or a gateway in front of the API, sends its own error body'
/** A likely cause. */
export const OF_ANOTHER_STATUS =
  'the code that writes this error has error.status hard-coded, or takes that of another error'
const JUDGED = /^error(\.(code|message|status))?$/

/** A violation by one field, not by the whole body. */
const wrongField = (field: string, ...found: Parameters<typeof violation>): Violation => ({
  ...violation(...found),
  clauses: ['7.body', `7.body.${field}`],
})

/** Checks the error shape of section 7 of both references: `code` and `message` are strings, `status` is the HTTP status. */
export function errorBody(x: Exchange): Violation | undefined {
  const { json, status, duplicates, fault, text } = x.response!
  if (fault !== undefined)
    return explained(
      violation(
        'a JSON body with error.code, error.message and error.status',
        `${status} with ${faultyBody(fault, text)}`,
        x,
      ),
      'A client that parses the error as JSON fails.',
      FOREIGN,
      'an exception bypasses the error handler of the API',
    )
  const error = at(json, 'error')
  if (!isObject(error))
    return explained(
      violation(`${status} with an error object`, actualOf(status, json, 'error'), x),
      'A client that reads error.code and error.message finds neither.',
      FOREIGN,
      error !== undefined
        ? 'an error of this kind is written as a text or a list, not as the documented object'
        : isArray(at(json, 'errors'))
          ? 'several errors are sent as a list in errors, not as one error'
          : 'code and message are at the top level, not inside error',
    )
  for (const name of ['code', 'message']) {
    const path = `error.${name}`
    if (typeof at(json, path) !== 'string')
      return explained(
        wrongField(name, `a string ${path}`, actualOf(status, json, path), x),
        name === 'code'
          ? 'A client that branches on error.code does not recognise this error.'
          : at(json, path) === undefined
            ? 'A client that shows error.message has no text to show.'
            : 'A client that expects a text in error.message gets another type.',
        `the handler of this error leaves out ${path}, or fills it with another type`,
        FOREIGN,
      )
  }
  const errorStatus = at(json, 'error.status')
  if (isInteger(errorStatus) && status < 400 && errorStatus >= 400)
    return explained(
      wrongField(
        'status',
        `HTTP status ${errorStatus}, as error.status says`,
        `HTTP status ${status} with an error in the body`,
        x,
      ),
      'A client that checks the HTTP status takes the error for a success.',
      'the error handler writes the body and does not set the HTTP status',
    )
  if (!isInteger(errorStatus) || BigInt(errorStatus) !== BigInt(status))
    return explained(
      wrongField(
        'status',
        `error.status ${status}, the HTTP status as an integer`,
        actualOf(status, json, 'error.status'),
        x,
      ),
      'A client that reads error.status takes this for another error.',
      ...(isInteger(errorStatus)
        ? [OF_ANOTHER_STATUS, 'a gateway replaces the HTTP status of the response']
        : ['error.status is left out, or serialised as a string']),
    )
  const duplicate = duplicates.find((path) => JUDGED.test(path))
  if (duplicate === undefined) return undefined
  const field = duplicate.split('.')[1]
  const twice = `${status} with ${duplicate} twice in the JSON; parsers read the first or the last`
  return field === undefined ? violation(`one ${duplicate}`, twice, x) : wrongField(field, `one ${duplicate}`, twice, x)
}

/** As `errorBody`; an empty code is a warning, since the reference only says that it is a string. */
export function usableErrorBody(x: Exchange): Violation | undefined {
  const found = errorBody(x)
  if (found || at(x.response!.json, 'error.code') !== '') return found
  return {
    ...violation('an error.code that names the error', `${x.response!.status} with an empty error.code`, x),
    warning: true,
  }
}

/** Whether the body is that of a page or empty, as proxies and gateways respond, and not JSON or another text. */
export const isPage = ({ text, fault }: Response): boolean =>
  fault !== undefined && text !== undefined && /^\s*(<|$)/.test(text)

const OR_A_PROXY = 'a proxy or gateway in front of the API may have sent it'

/** A warning instead of the violation, which says that it may not concern the API. */
export const perhapsOfAProxy = (found: Violation, headline: string): Violation => ({
  ...found,
  actual: `${found.actual} (${OR_A_PROXY})`,
  headline,
  warning: true,
})

/** Checks the body of a 429, which is retried and not judged otherwise. A page is that of a proxy. */
export function limitedBody(x: Exchange): Violation | undefined {
  const { limited } = x
  if (!limited || isPage(limited)) return undefined
  const found = errorBody({ ...x, response: limited })
  return found && perhapsOfAProxy(found, 'A 429 has another body than the documented errors')
}

/** Checks the body that every 401 shares. `shared`: the clause that says so. */
export function unauthorizedBody(x: Exchange, shared: string): Violation | undefined {
  const shape = errorBody(x)
  if (shape) return shape
  for (const [name, wanted] of Object.entries({ code: CODE, message: MESSAGE })) {
    const [{ json, status }, path] = [x.response!, `error.${name}`]
    if (at(json, path) !== wanted)
      return explained(
        {
          ...violation(`${path} ${JSON.stringify(wanted)}`, actualOf(status, json, path), x),
          clauses: [shared, name === 'code' ? '7.401' : '7.401.message'],
        },
        name === 'code'
          ? 'A client that branches on error.code does not recognise a bad key.'
          : 'The message may reveal to anyone who sends a key what is wrong with it.',
        `this kind of bad key has its own error.${name}`,
        'the authentication library, or a gateway in front of the API, sends its own 401',
      )
  }
  return undefined
}

/** `401 with error.status the string "401"`, `401 without error.code`. */
function actualOf(status: number, json: Json | undefined, path: string): string {
  const value = at(json, path)
  return `${status} ${value === undefined ? `without ${path === 'error' ? 'an error object' : path}` : `with ${path} ${describe(value)}${oddCharacter(value)}`}`
}
