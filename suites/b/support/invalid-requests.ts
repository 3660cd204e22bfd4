import type { Exchange } from '../../../src/core/exchange.ts'
import { at, describe } from '../../../src/core/json-values.ts'
import { type Finding, type Tools, violation } from '../../../src/core/rule.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { call, LIST_SIZE_DEFAULT, type ListName } from '../api.ts'
import { inWords } from './page.ts'

/** An integer as it is sent: a number where JSON has it exactly, else its digits. */
export type Integer = number | string

/** A request for a list with one parameter out of range; the other is in range. */
export interface Invalid {
  readonly list: ListName
  readonly page?: Integer
  readonly size?: Integer
  /** Whether the other parameter is left out. */
  readonly alone?: true
}

export interface Pair {
  readonly good: Exchange
  readonly bad: Exchange
}

const GOOD = { page: 1, size: LIST_SIZE_DEFAULT } as const

export async function sendInvalid({ list, alone, ...invalid }: Invalid, tools: Tools): Promise<Pair> {
  const [good, bad] = await Promise.all([
    tools.good(call(tools.target, list, GOOD)),
    tools.sparingly(call(tools.target, list, { ...(alone ? {} : GOOD), ...invalid })),
  ])
  return { good, bad }
}

/** §7: 422 with the code validation_error; the rest of the body is shown for authentication errors only. */
export function judgeInvalid({ good, bad }: Pair, range: string): Finding | undefined {
  if (bad.response!.status !== 422) {
    return violation(`${inWords(bad)}: 422, since ${range}`, responseSummary(bad), good, bad)
  }
  const code = at(bad.response!.json, 'error.code')
  if (code === 'validation_error') return undefined
  return violation(`${inWords(bad)}: error.code "validation_error"`, `422 with error.code ${describe(code)}`, good, bad)
}
