import fc from 'fast-check'
import { type Json, writeJson } from '../../core/json.ts'
import type { Cases } from '../../core/rule.ts'
import type { Target } from '../../core/target.ts'
import { Untold } from '../session/untold.ts'

/** `first:2`, a boundary; `any:7`, a generated case; both with fast-check's shrink path behind it. */
const PATH = /^(first|any):(\d{1,4})((?::\d{1,4}){0,64})$/

interface Drawn<C> {
  readonly cases: Cases<C>
  readonly seed: number
  readonly target: Target
}

/**
 * The case that a path of a report leads to, as the rule makes it: a path only chooses among cases that a run tries itself. Throws
 * `Untold` where it is not the case that the report tells.
 */
export function rebuiltCase<C>(drawn: Drawn<C>, path: string, told: Json): C {
  const found = casesAt(drawn, path).find((c) => writeJson(c as Json) === writeJson(told))
  if (found === undefined)
    throw new Untold(
      'the rule does not make the case of the report here: its version or the data differ, or the report was edited',
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
    // As in `property.ts`, whose properties wrap their arbitrary in a tuple.
    return fc.sample(fc.tuple(arbitrary), { seed, numRuns: 1, ...start }).map(([c]) => c)
  } catch {
    // The path leaves the tree of values.
    return []
  }
}
