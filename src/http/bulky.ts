import { deserialize, serialize } from 'node:v8'
import type { Response } from '../core/exchange.ts'
import { type Json, readJson } from '../core/json.ts'
import { textOf as decoded } from './pieces.ts'
import type { Shelf } from './shelf.ts'

/** Bytes of a head, or of a body, from which on it is bulky. */
const BULKY = 16 * 1024
/** How many times the memory of its text JSON may take. */
const READ = 8
/** What a header costs besides its characters. */
const HEADER = 100

/**
 * An answer may be needed until the end of the run, and what is read of it takes many times the memory of its bytes: of one that is
 * bulky only the bytes are kept.
 */
export function bulky(response: Response, shelf: Shelf): Response {
  const { status, bytes } = response
  const head = headOf(response, shelf)
  const text = textOf(response, shelf)
  const json = jsonOf(response, text, shelf)
  if (!head && !text && !json) return response
  const { reason, headers, duplicates, fault } = response
  const [bareText, bareJson] = [text ? undefined : response.text, json ? undefined : response.json]
  const bareHead = head ? undefined : { reason, headers, duplicates, fault }
  return {
    status,
    bytes,
    get reason() {
      return (bareHead ?? head!()).reason
    },
    get headers() {
      return (bareHead ?? head!()).headers
    },
    get duplicates() {
      return (bareHead ?? head!()).duplicates
    },
    get fault() {
      return (bareHead ?? head!()).fault
    },
    get text() {
      return text ? text() : bareText
    },
    get json() {
      return json ? json() : bareJson
    },
  }
}

type Head = Pick<Response, 'reason' | 'headers' | 'duplicates' | 'fault'>

function headOf({ reason, headers, duplicates, fault }: Response, shelf: Shelf): (() => Head) | undefined {
  const head: Head = { reason, headers, duplicates, fault }
  let weight = reason.length + (fault?.length ?? 0)
  for (const path of duplicates) weight += path.length
  for (const [name, value] of headers) weight += HEADER + name.length + value.length
  return weight < BULKY ? undefined : shelf.keep(serialize(head), deserialize, head)
}

function textOf({ text, bytes }: Response, shelf: Shelf): (() => string) | undefined {
  return text === undefined || bytes < BULKY ? undefined : shelf.keep(Buffer.from(text), decoded, text)
}

/** `text`: what it is read of. */
function jsonOf({ json, bytes }: Response, text: (() => string) | undefined, shelf: Shelf): (() => Json) | undefined {
  return json === undefined || !text ? undefined : shelf.again(bytes * READ, () => readJson(text()), json)
}
