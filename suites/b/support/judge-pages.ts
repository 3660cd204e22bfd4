import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import { canonical, type Json } from '../../../src/core/json.ts'
import { type Finding, headlined, unclear, type Violation, violation } from '../../../src/core/rule.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { inWords, type Page, readPage } from './page.ts'
import { idOf } from './response-fingerprint.ts'
import { type RowsPage, readRows } from './rows-page.ts'

/** Judges two list pages. A rejected request in range is a violation; a response that is no page is left to the envelope rule. */
export const onPages =
  (judge: (yardstick: Page, probe: Page, x: Exchange, y: Exchange) => Finding | undefined) =>
  (x: Exchange, y: Exchange): Finding | undefined => {
    if (!isSuccess(y)) return refused(y)
    const [one, other] = [readPage(x), readPage(y)]
    return one && other
      ? judge(one, other, x, y)
      : unclear('a response has no list page, which b.lists.envelope judges')
  }

/** The same for two pages of rows; that a page beyond the last is a success is only implied, and for b.rows.past-end to say. */
export const onRows =
  (judge: (yardstick: RowsPage, probe: RowsPage, x: Exchange, y: Exchange) => Finding | undefined) =>
  (x: Exchange, y: Exchange): Finding | undefined => {
    if (!isSuccess(x) && !isSuccess(y)) return undefined
    if (!isSuccess(y)) return refused(y)
    const [one, other] = [readRows(x), readRows(y)]
    return one && other ? judge(one, other, x, y) : unclear('a response has no rows page, which b.rows.envelope judges')
  }

export const refused = (x: Exchange): Violation => violation('200', responseSummary(x), x)

/** The same of an empty list or dataset, in words; `plain`: a request without parameters, which may have succeeded. */
export function refusedOf(what: string, plain: Exchange, x: Exchange): Violation {
  const others = isSuccess(plain) ? `; ${inWords(plain)} returned ${plain.response!.status}` : ''
  return headlined(`${inWords(x)} of ${what} returned ${responseSummary(x)}${others}`, {
    ...refused(x),
    show: [plain, x],
  })
}

export const isNamed = (items: readonly Json[]): boolean => items.every((item) => idOf(item) !== undefined)

/** Identifies an item across responses: by its id, or by all of it if it has none. */
export const keyOf = (item: Json): string => idOf(item) ?? canonical(item)

/** Whether two pages hold the same items in any order; items without ids, which may change, are only counted. */
export function sameItems(one: readonly Json[], other: readonly Json[]): boolean {
  if (one.length !== other.length || !isNamed(one) || !isNamed(other)) return one.length === other.length
  const keys = new Set(one.map(keyOf))
  return other.every((item) => keys.has(keyOf(item)))
}
