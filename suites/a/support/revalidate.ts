import { type Exchange, headerValues, type Req } from '../../../src/core/exchange.ts'
import { requestLine } from '../../../src/core/request-text.ts'
import { headlined, type Tools, type Violation, violation } from '../../../src/core/rule.ts'

/** A response, the changed one later, and the 304 to the validators of the first, again after that. */
export type Stale = readonly [before: Exchange, changed: Exchange, notModified: Exchange]

/** Milliseconds: a Last-Modified within the second of its response does not distinguish two versions. */
const WEAK = 1000

/** Requests a page again as a client does that has `known` in its cache. After 304, also without it. */
export async function revalidate(tools: Tools, req: Req, known?: Exchange): Promise<{ x: Exchange; stale?: Stale }> {
  const headers = known && isSameRequest(known.req, req) ? validatorsOf(known) : []
  if (!known || headers.length === 0) return { x: await tools.get(req) }
  const conditional = { ...req, headers, open: true }
  const first = await tools.get(conditional)
  if (first.response?.status !== 304) return { x: { ...first, req } }
  const x = await tools.get(req)
  if (x.response?.text === known.response!.text) return { x }
  const again = await tools.get(conditional)
  return { x, ...(again.response?.status === 304 && { stale: [known, x, again] }) }
}

const isSameRequest = (one: Req, other: Req): boolean =>
  one.path === other.path && JSON.stringify(one.query) === JSON.stringify(other.query)

function validatorsOf({ response }: Exchange): (readonly [string, string])[] {
  const one = (name: string) => (response ? headerValues(response, name)[0] : undefined) ?? ''
  const [tag, modified] = [one('etag'), one('last-modified')]
  if (tag) return [['If-None-Match', tag]]
  return Date.parse(one('date')) - Date.parse(modified) >= WEAK ? [['If-Modified-Since', modified]] : []
}

export const staleViolation = ([before, changed, notModified]: Stale): Violation =>
  headlined(
    `${requestLine(notModified.req)} returned 304, though the page had changed`,
    violation('the page as it is now', '304 to the validators of an earlier response', before, changed, notModified),
  )
