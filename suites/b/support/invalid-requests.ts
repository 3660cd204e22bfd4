import type { Behaviour, Call } from '../../../reference-server/behaviour.ts'
import { count } from '../../../src/core/count.ts'
import { type Exchange, isSuccess, type Req } from '../../../src/core/exchange.ts'
import { at } from '../../../src/core/json-values.ts'
import { explained, type Finding, type Tools, violation } from '../../../src/core/rule.ts'
import type { Target } from '../../../src/core/target.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import type { Query } from '../../shared/variant-surface.ts'
import { call, LIST_SIZE_DEFAULT, LIST_SIZE_MAX, type ListName, reachableLists } from '../api.ts'
import { readPage } from './page.ts'

/** An integer as it is sent: a number where JSON has it exactly, else its digits. */
export type Integer = number | string

/** A request for a list with one parameter out of range; the other is in range. */
export interface Invalid {
  readonly list: ListName
  readonly page?: Integer
  readonly size?: Integer
  /** Whether the other parameter is left out. */
  readonly alone?: true
  /** Whether the project has no datasets and no nodes. */
  readonly empty?: true
  /** The place of a value in range, where the parameter is sent twice: which of them counts, or an error, is open. */
  readonly inRange?: 'first' | 'last'
}

export interface Pair {
  readonly good: Exchange
  readonly bad: Exchange
}

const GOOD = { page: 1, size: LIST_SIZE_DEFAULT } as const

export async function sendInvalid({ list, alone, empty, inRange, ...invalid }: Invalid, tools: Tools): Promise<Pair> {
  const { target } = tools
  const project = empty ? target.related!.emptyProject! : target.project
  const ask = (query: Query) => call(target, list, query, { ...(project !== undefined && { project }) })
  const bad = ask({ ...(alone ? {} : GOOD), ...invalid })
  const [good, other] = await Promise.all([
    tools.good(ask(GOOD)),
    tools.sparingly(inRange ? { ...bad, query: repeated(bad.query!, inRange), open: true } : bad),
  ])
  return { good, bad: other }
}

/** Where the parameter is sent twice, a conforming response says little. */
export function invalidInWords({ list, inRange, page, size }: Invalid): string | undefined {
  if (!inRange) return undefined
  const [name, value, valid] = size === undefined ? ['page', page, GOOD.page] : ['size', size, GOOD.size]
  const values = inRange === 'first' ? [valid, value] : [value, valid]
  return `${list} with ${name} twice, ${values.join(' and ')} (which one counts is open)`
}

/** The same at each list. */
export const invalidElsewhere = (c: Invalid, target: Target): Invalid[] =>
  reachableLists(target).map((list) => ({ ...c, list }))

/** Each parameter out of range twice: also with its value from the valid request. */
const repeated = (query: NonNullable<Req['query']>, inRange: 'first' | 'last') =>
  query.flatMap(([name, value]) => {
    const valid = [name, String(GOOD[name as keyof typeof GOOD])] as const
    if (value === valid[1]) return [valid]
    return inRange === 'first' ? [valid, [name, value] as const] : [[name, value] as const, valid]
  })

/** A parameter out of range in a list of a project that has none, of datasets or nodes by the parameter, and where it is sent twice. */
export const furtherInvalid = ({ project, related }: Target, invalid: Pick<Invalid, 'page' | 'size'>): Invalid[] => [
  ...(related?.emptyProject === undefined
    ? []
    : [
        {
          list: invalid.page === undefined ? ('nodes' as const) : ('datasets' as const),
          ...invalid,
          empty: true as const,
        },
      ]),
  { list: 'projects', ...invalid, inRange: 'first' },
  { list: project === undefined ? 'projects' : 'nodes', ...invalid, inRange: 'last' },
]

/** Whichever value of a repeated parameter counts, no page out of range is one of the documented. */
function judgeRepeated({ good, bad }: Pair, range: string): Finding | undefined {
  const found = readPage(bad)
  if (!found) return undefined
  const { page, size, items } = found
  const isInRange = page >= 1n && size >= 1n && size <= LIST_SIZE_MAX && items.length <= LIST_SIZE_MAX
  if (isInRange) return undefined
  const seen = `${count(items.length, 'item')}, page ${page} and size ${size}`
  return explained(
    violation(`a page in range or an error, since ${range}`, seen, good, bad),
    'A client that repeats a parameter gets a page that the limits exclude.',
    'one of the values is validated, another one used',
  )
}

const UNEXPECTED = 'A client that handles 422 validation_error does not recognise this error.'

/** For faults: a list that was empty is not validated. */
export const uncheckedWhereEmpty = (isUnchecked: (call: Call) => boolean): Partial<Behaviour> => ({
  bTotal: (total, found, call) => {
    if (total === 0) call.memory.set(`empty ${call.path}`, true)
    return call.conforming.bTotal(total, found, call)
  },
  response: (response, call) =>
    response.status === 422 && call.memory.has(`empty ${call.path}`) && isUnchecked(call)
      ? { ...response, status: 200, body: '{"items":[],"total":0,"page":1,"size":50,"pages":0}' }
      : response,
})

/** §7: 422 with the code validation_error; the rest of the body is shown for authentication errors only. */
export function judgeInvalid(
  { good, bad }: Pair,
  range: string,
  { inRange, empty, page, size }: Partial<Invalid> = {},
): Finding | undefined {
  if (inRange) return judgeRepeated({ good, bad }, range)
  if (bad.response!.status !== 422) {
    const found = violation(`422, since ${range}${empty ? ', also for an empty list' : ''}`, responseSummary(bad), bad)
    if (!isSuccess(bad)) return explained(found, ...meaningOf(bad.response!.status))
    const cause =
      usedInstead(bad, { page, size }) ?? (empty && 'an empty list is returned before the parameters are validated')
    return cause ? { ...found, causes: [cause] } : found
  }
  const code = at(bad.response!.json, 'error.code')
  if (code === 'validation_error') return undefined
  return explained(
    violation('error.code "validation_error"', responseSummary(bad), bad),
    UNEXPECTED,
    code === undefined
      ? 'the framework validates, and sends its own error body'
      : 'the framework validates, and sends its error.code',
  )
}

/** What became of a value that is out of range, as the response shows. */
function usedInstead(x: Exchange, sent: Pick<Invalid, 'page' | 'size'>): string | undefined {
  const used = readPage(x)
  for (const name of ['page', 'size'] as const) {
    if (sent[name] === undefined || !used) continue
    const value = BigInt(sent[name])
    const bits = [64, 32, 16].find((bits) => value !== used[name] && BigInt.asUintN(bits, value) === used[name])
    if (bits)
      return `${name} is narrowed to ${bits} bits or fewer before it is checked: ${used[name]} is left of ${value}`
    if (value < 0n && used[name] === -value) return `the sign is dropped: ${name}=${value} is read as ${used[name]}`
    const standard = name === 'page' ? 1n : BigInt(LIST_SIZE_DEFAULT)
    if (value === 0n && used[name] === standard)
      return `0 is taken for "not given", as by a test for a truthy value: ${name} is then ${standard}`
    if (used[name] === (value < 1n ? 1n : BigInt(LIST_SIZE_MAX)))
      return `${name} is brought into its range in place of being refused: ${value} becomes ${used[name]}`
  }
  return undefined
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
