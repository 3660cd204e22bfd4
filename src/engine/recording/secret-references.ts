import type { Exchange, Response } from '../../core/exchange.ts'
import { canonical, type Json, parseJson } from '../../core/json.ts'
import type { CookieMask } from './cookies.ts'
import type { TapedExchange, TapedResponse } from './format.ts'

/** Characters of one body: more are left out. The client itself takes no body of more bytes. */
const MOST_BODY = 16 * 1024 * 1024

/** An exchange as a recording holds it: secrets by reference, cookies disguised. */
export function taped({ response, ...x }: Exchange, slot: string, cookies: CookieMask): TapedExchange {
  const { req, headers } = x
  const credential = { ...req.credential, headers: cookies.sent(req.credential.headers) }
  return {
    slot,
    ...x,
    req: { ...req, credential, ...(req.headers && { headers: cookies.sent(req.headers) }) },
    headers: cookies.sent(headers),
    ...(response && { response: tapedResponse(response, cookies) }),
  }
}

function tapedResponse({ json, duplicates, text, ...rest }: Response, cookies: CookieMask): TapedResponse {
  const cut = text !== undefined && text.length > MOST_BODY
  return {
    ...rest,
    headers: cookies.set(rest.headers),
    ...(duplicates.length > 0 && { duplicates }),
    ...(text !== undefined && !cut && { text }),
    ...(json !== undefined && !isToldBy(text, json) && { json }),
    ...(cut && { cut }),
  }
}

/** Text without a secret gives what was parsed from it; of text that one was taken out of it is seen to. */
function isToldBy(text: string | undefined, json: Json): boolean {
  if (text === undefined) return false
  if (!text.includes('****')) return true
  const again = parseJson(text).json
  return again !== undefined && canonical(again) === canonical(json)
}

/** The exchange again; undefined where the body that it must be judged by was left out. */
export function untaped({ slot: _, response, ...x }: TapedExchange): Exchange | undefined {
  if (!response) return x
  if (response.cut) return undefined
  const { json, duplicates = [], ...rest } = response
  const told = json ?? (rest.text === undefined || rest.fault !== undefined ? undefined : parseJson(rest.text).json)
  return { ...x, response: { ...rest, duplicates, ...(told !== undefined && { json: told }) } }
}
