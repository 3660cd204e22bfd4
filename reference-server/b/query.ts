import { problemsOf } from '../is-problem.ts'
import type { Site } from '../site.ts'
import type { Call, ErrorSpec, Problem } from '../types.ts'

type Judge<T> = (value: bigint, call: Call) => T | Problem

/** The decisions about page and size that lists and rows take each in their own way. */
interface Rules {
  pageDefault(call: Call): bigint
  sizeDefault(call: Call): bigint
  page: Judge<bigint>
  size: Judge<number>
}

export const readListQuery = (call: Call, site: Site) => {
  const { behaviour: b } = site
  return read({ pageDefault: b.bPageDefault, sizeDefault: b.bSizeDefault, page: b.bPage, size: b.bSize }, call, site)
}

export const readRowsQuery = (call: Call, site: Site) => {
  const { behaviour: b } = site
  const rules = {
    pageDefault: b.bRowsPageDefault,
    sizeDefault: b.bRowsSizeDefault,
    page: b.bRowsPage,
    size: b.bRowsSize,
  }
  return read(rules, call, site)
}

/** Parses page and size into the call, or returns the problems. */
function read(rules: Rules, call: Call, site: Site): ErrorSpec | undefined {
  const { behaviour: b } = site
  const page = integer('page', rules.pageDefault, rules.page, call, site)
  const size = integer('size', rules.sizeDefault, rules.size, call, site)
  const problems = problemsOf(page, size)
  if (problems.length > 0) return { ...b.bProblemError(problems, call), details: b.bDetails(problems, call) }
  call.page = page as bigint
  call.size = size as number
  return undefined
}

function integer<T>(
  name: 'page' | 'size',
  byDefault: (call: Call) => bigint,
  judge: Judge<T>,
  call: Call,
  { behaviour: b }: Site,
): T | Problem {
  const text = b.parameter(name, call)
  if (text === undefined) return judge(byDefault(call), call)
  const value = b.bInteger(text, name, call) ?? b.bNotInteger(text, name, call)
  return typeof value === 'bigint' ? judge(value, call) : value
}
