import { createHash } from 'node:crypto'
import { beginningOf } from '../core/beginning-of.ts'
import { type Json, writeJson } from '../core/json.ts'
import type { Body } from './decode-body.ts'
import { TooLarge } from './decode-body.ts'

/** Bytes of a body from which long strings are shortened, and of one that is kept. */
const [LONG_BODY, MAX_KEPT] = [256 * 1024, 8 * 1024 * 1024]
/** Characters of a string that is kept whole, and of the beginning of a longer one. */
const [LONG_STRING, BEGINNING] = [1200, 1000]

/**
 * The body with a digest for the rest of each long string, if the body is long: wide rows are compared, not shown. Equal strings
 * stay equal, others stay different. Throws `TooLarge` if that leaves too much to keep.
 */
export function shortenValues(body: Body): Body {
  if (body.bytes <= LONG_BODY) return body
  const json = body.json === undefined ? undefined : shortened(body.json)
  const isSame = json === undefined || json === body.json
  const short = isSame ? body : { ...body, json, text: writeJson(json) }
  if ((short.text?.length ?? 0) > MAX_KEPT) throw new TooLarge(`the body exceeds ${MAX_KEPT} bytes`)
  return short
}

/** The value itself if it has no long string. */
function shortened(value: Json): Json {
  if (typeof value === 'string') return value.length > LONG_STRING ? digested(value) : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map(shortened)
    return items.every((item, i) => item === value[i]) ? value : items
  }
  const members = Object.entries(value).map(([name, one]) => [name, shortened(one)] as const)
  const isSame = members.every(([name, one]) => one === (value as Record<string, Json>)[name])
  return isSame ? value : Object.fromEntries(members)
}

function digested(text: string): string {
  const digest = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  return `${beginningOf(text, BEGINNING)}… (${text.length} characters, SHA-256 ${digest})`
}
