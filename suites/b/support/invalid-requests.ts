import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import { at } from '../../../src/core/json-values.ts'
import { explained, type Finding, type Tools, violation } from '../../../src/core/rule.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { call, LIST_SIZE_DEFAULT, type ListName } from '../api.ts'

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

const UNEXPECTED = 'A client that handles 422 validation_error does not recognise this error.'

/** §7: 422 with the code validation_error; the rest of the body is shown for authentication errors only. */
export function judgeInvalid({ good, bad }: Pair, range: string): Finding | undefined {
  if (bad.response!.status !== 422) {
    const found = violation(`422, since ${range}`, responseSummary(bad), good, bad)
    return isSuccess(bad) ? found : explained(found, ...meaningOf(bad.response!.status))
  }
  const code = at(bad.response!.json, 'error.code')
  if (code === 'validation_error') return undefined
  return explained(
    violation('error.code "validation_error"', responseSummary(bad), good, bad),
    UNEXPECTED,
    'the framework validates, and sends its error.code',
  )
}

/** What another error than 422 means, and its likely causes. */
function meaningOf(status: number): [impact: string, ...causes: string[]] {
  if (status >= 500)
    return [
      "A client's mistake looks like an outage, and the client retries.",
      'the value reaches the database, or code that throws, without validation',
    ]
  return [UNEXPECTED, `the framework validates, and responds with ${status}`]
}
