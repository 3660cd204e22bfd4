import type { Tools } from '../../../src/core/rule.ts'
import type { Target } from '../../../src/core/target.ts'
import type { ControlId } from '../../../src/index.d.ts'
import { type Id, showId } from '../../../src/judge/ids.ts'

/** Rules and cases go side by side, and a list of users may be short: what one leaves alone another may be about to touch. */
interface Handled {
  readonly touched: Set<string>
  readonly alone: Set<string>
}

const runs = new WeakMap<Target, Handled>()

function handled({ target }: Pick<Tools, 'target'>): Handled {
  const known = runs.get(target) ?? { touched: new Set(), alone: new Set() }
  runs.set(target, known)
  return known
}

/** Updates the user, and remembers for the rest of the run that the suite did. */
export function touchUser(tools: Tools, id: ControlId) {
  handled(tools).touched.add(showId(id))
  return tools.control.a.touchUser(id)
}

/** Users to update, and one that neither this nor other cases should update. */
export interface Chosen {
  readonly touched: Id
  readonly alone?: Id
  /** Another one to touch. */
  readonly third?: Id
}

/** Chooses from users in this order; undefined if there is none. */
export function choose(tools: Tools, free: readonly Id[]): Chosen | undefined {
  const { touched: gone, alone: kept } = handled(tools)
  const touched = free.find((id) => !kept.has(showId(id))) ?? free[0]
  if (touched === undefined) return undefined
  const alone = free.find((id) => id !== touched && !gone.has(showId(id)) && !kept.has(showId(id)))
  const third = free.find((id) => id !== touched && id !== alone && !kept.has(showId(id)))
  if (alone !== undefined) kept.add(showId(alone))
  return { touched, ...(alone !== undefined && { alone }), ...(third !== undefined && { third }) }
}

/** Whether any case of the run has updated the user. */
export const isTouched = (tools: Tools, id: Id): boolean => handled(tools).touched.has(showId(id))
