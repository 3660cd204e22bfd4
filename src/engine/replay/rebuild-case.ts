import fc from 'fast-check'
import { type Json, writeJson } from '../../core/json.ts'
import type { Cases } from '../../core/rule.ts'
import type { Target } from '../../core/target.ts'
import { InconclusiveError } from '../session/inconclusive-error.ts'

/** `first:2` for a boundary case, `any:7` for a generated one, followed by fast-check's shrink path. */
const PATH = /^(first|any):(\d{1,4})((?::\d{1,4}){0,64})$/

interface Drawn<C> {
  readonly cases: Cases<C>
  readonly seed: number
  readonly target: Target
}

/**
 * Generate the case at a path of a report. A path only selects among the cases that a run generates itself. Throws `Untold` if the
 * result differs from the case in the report.
 */
export function rebuildCase<C>(drawn: Drawn<C>, path: string, expected: Json): C {
  const found = casesAt(drawn, path).find((c) => writeJson(c as Json) === writeJson(expected))
  if (found === undefined)
    throw new InconclusiveError(
      'the rule does not generate the case of the report: the suite version or the data differ, or the report was edited',
    )
  return found
}

function casesAt<C>({ cases, seed, target }: Drawn<C>, path: string): C[] {
  const { first, any, byHand } = cases
  const [, kind, index = '', steps = ''] = PATH.exec(path) ?? []
  const boundary = (typeof first === 'function' ? first(target) : first)[Number(index)]
  if (kind === undefined || (kind === 'first' && boundary === undefined)) return []
  if (kind === 'first' && steps === '') return byHand === undefined ? [boundary!] : [boundary!, byHand]
  const arbitrary = typeof any === 'function' ? any(target) : any
  if (!arbitrary) return []
  const start = kind === 'first' ? { path: `0${steps}`, examples: [[boundary!] as [C]] } : { path: `${index}${steps}` }
  try {
    // A tuple, as in `property-check.ts`.
    return fc.sample(fc.tuple(arbitrary), { seed, numRuns: 1, ...start }).map(([c]) => c)
  } catch {
    // The path does not exist in the shrink tree.
    return []
  }
}
