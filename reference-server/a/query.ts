import { problemsOf } from '../is-problem.ts'
import type { Site } from '../site.ts'
import type { Call, ErrorSpec, Problem } from '../types.ts'

/** Parses page, per_page and updated_since into the call, or returns the problems. */
export function readQuery(call: Call, site: Site): ErrorSpec | undefined {
  const { behaviour: b } = site
  const page = integer('page', b.aPageDefault, b.aPage, call, site)
  const size = integer('per_page', b.aPerPageDefault, b.aPerPage, call, site)
  const since = readSince(call, site)
  const problems = problemsOf(page, size, since)
  if (problems.length > 0) return b.aProblemError(problems, call)
  call.page = page as bigint
  call.size = size as number
  call.since = since as number | undefined
  return undefined
}

type Judge<T> = (value: bigint, call: Call) => T | Problem

function integer<T>(
  name: 'page' | 'per_page',
  byDefault: (call: Call) => bigint,
  judge: Judge<T>,
  call: Call,
  { behaviour: b }: Site,
): T | Problem {
  const text = b.parameter(name, call)
  if (text === undefined) return judge(byDefault(call), call)
  const value = b.aInteger(text, name, call) ?? b.aNotInteger(text, name, call)
  return typeof value === 'bigint' ? judge(value, call) : value
}

function readSince(call: Call, { behaviour: b }: Site): number | undefined | Problem {
  const text = b.parameter('updated_since', call)
  return text === undefined ? undefined : (b.aInstant(text, call) ?? b.aNotInstant(text, call))
}
