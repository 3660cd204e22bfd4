import { type Exchange, isSuccess } from '../core/exchange.ts'
import { at } from '../core/json-values.ts'

/** The part of a failure that says that a success has an error in its body, what it means for a client, and why. */
export const HIDDEN_ERROR = {
  hidesError: true,
  meaning: 'A client that checks the HTTP status takes the error for a success.',
  causes: ['the error handler, or a gateway in front of the API, does not set the HTTP status of the error'],
} as const

/** Whether a key that may not read this gets the error as a success: its refusal is judged, and not the form of a page. */
export const isHiddenRefusal = (x: Exchange): boolean => hidesError(x) && x.req.credential.class !== 'active'

/** Whether a success has the documented error in its body, and no records. */
export const hidesError = (x: Exchange): boolean =>
  isSuccess(x) &&
  typeof at(x.response?.json, 'error.code') === 'string' &&
  at(x.response?.json, 'data') === undefined &&
  at(x.response?.json, 'items') === undefined
