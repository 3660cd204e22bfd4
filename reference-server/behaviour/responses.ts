import { JSON_TYPE, METHODS, NOT_FOUND, SUCCESS } from '../choices.ts'
import { toJson } from '../json.ts'
import type { Call, ErrorSpec, Header } from '../types.ts'

/** Decisions on all responses. */
export interface ResponseDecisions {
  /** Status of a success: any 2xx (not shown). */
  successStatus(call: Call): number
  /** Content type of responses and errors (not shown). */
  contentType(status: number, call: Call): string
  /** A body's text, of successes and of errors (`call.failure` is set for a refusal). */
  json(value: unknown, call: Call): string
  /** The error body (A 7, B 7). */
  errorBody(error: ErrorSpec, call: Call): unknown
  /** An error's own headers, refusals among them. */
  errorHeaders(error: ErrorSpec, call: Call): readonly Header[]
  /** Which of a parameter's values counts; the first (not shown). */
  parameter(name: string, call: Call): string | undefined
  /** Whether a method is served (B 4: all use GET). */
  methodAllowed(method: string, call: Call): boolean
  /** The response to another method (not shown). */
  methodError(call: Call): ErrorSpec
  /** The response to an unknown path or id (not shown). */
  notFound(what: 'path' | 'project' | 'dataset', call: Call): ErrorSpec
  /** The response when the server itself fails. */
  internalError(error: unknown, call: Call): ErrorSpec
}

const NONE: readonly Header[] = []

export const responses: ResponseDecisions = {
  successStatus: () => SUCCESS,
  contentType: () => JSON_TYPE,
  json: toJson,
  errorBody: ({ status, code, message, details }) => ({ error: { code, message, status, details } }),
  errorHeaders: () => NONE,
  parameter: (name, call) => call.query(name)[0],
  methodAllowed: (method) => METHODS.includes(method),
  methodError: () => ({ status: 405, code: 'method_not_allowed', message: 'Only GET is served here' }),
  notFound: (what) => ({ ...NOT_FOUND, message: `No such ${what}` }),
  internalError: () => ({ status: 500, code: 'internal_error', message: 'Something went wrong' }),
}
