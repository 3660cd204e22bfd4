import type { Exchange, Response } from '../../core/exchange.ts'
import { canonical, type Json, parseJson } from '../../core/json.ts'
import type { CookieMask } from './cookies.ts'
import type { RecordedExchange, RecordedResponse } from './format.ts'

/** Maximum characters of one body; a longer one is left out. The client accepts no body of more bytes. */
const MAX_BODY_CHARACTERS = 16 * 1024 * 1024

/** Convert an exchange for a recording: secrets by reference, cookie values masked. */
export function withSecretReferences(
  { response, ...x }: Exchange,
  slot: string,
  cookies: CookieMask,
): RecordedExchange {
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

function tapedResponse({ json, duplicates, text, ...rest }: Response, cookies: CookieMask): RecordedResponse {
  const cut = text !== undefined && text.length > MAX_BODY_CHARACTERS
  return {
    ...rest,
    headers: cookies.set(rest.headers),
    ...(duplicates.length > 0 && { duplicates }),
    ...(text !== undefined && !cut && { text }),
    ...(json !== undefined && !isParsedFrom(text, json) && { json }),
    ...(cut && { cut }),
  }
}

/** Whether the text still parses to the JSON. Only redacted text may not. */
function isParsedFrom(text: string | undefined, json: Json): boolean {
  if (text === undefined) return false
  if (!text.includes('****')) return true
  const parsed = parseJson(text).json
  return parsed !== undefined && canonical(parsed) === canonical(json)
}

/** Restore a recorded exchange; undefined if its body was left out. */
export function withSecrets({ slot: _, response, ...x }: RecordedExchange): Exchange | undefined {
  if (!response) return x
  if (response.cut) return undefined
  const { json, duplicates = [], ...rest } = response
  const parsed = json ?? (rest.text === undefined || rest.fault !== undefined ? undefined : parseJson(rest.text).json)
  return { ...x, response: { ...rest, duplicates, ...(parsed !== undefined && { json: parsed }) } }
}
