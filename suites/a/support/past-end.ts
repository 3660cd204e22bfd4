import type { Exchange } from '../../../src/core/exchange.ts'
import { canonical, type Json } from '../../../src/core/json.ts'
import { at, isArray, isInteger } from '../../../src/core/json-values.ts'
import { observedResponse } from '../../../src/judge/observed-response.ts'

/** Describes the response to a page past the last one, independent of the length of the list. `first`: page 1 at this size. */
export function beyond(x: Exchange, asked: bigint, first: Exchange): Json {
  const json = x.response?.json
  const observed = observedResponse(x, ['pagination.page', 'pagination.per_page']) as { readonly [name: string]: Json }
  const [data, page] = [at(json, 'data'), at(json, 'pagination.page')]
  return {
    ...observed,
    ...(isArray(data) && { data: records(data, at(first.response?.json, 'data')) }),
    ...(isInteger(page) && { 'pagination.page': numberOf(page, asked, at(json, 'pagination.total_pages')) }),
  }
}

function records(data: readonly Json[], first: Json | undefined): string {
  if (data.length === 0) return '0 records'
  const isFirst = isArray(first) && first.length > 0 && idOf(first[0]!) === idOf(data[0]!)
  return isFirst ? 'those of the first page' : 'those of another page'
}

const idOf = (record: Json): string => canonical(at(record, 'id') ?? null)

function numberOf(page: number | bigint, asked: bigint, last: Json | undefined): Json {
  if (BigInt(page) === asked) return 'as asked'
  return isInteger(last) && BigInt(page) === BigInt(last) ? 'the last' : page
}
