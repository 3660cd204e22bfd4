/** A state table: the next state by state and transition. */
export type StateTable<State extends string, Transition extends string> = {
  readonly [S in State]: { readonly [M in Transition]?: State }
}

/** An attempted transition of one of several objects. */
export interface MadeTransition<Transition extends string> {
  readonly transition: Transition
  /** Index of the object. */
  readonly on: number
  /** The system refused the transition. */
  readonly refused?: boolean
}

/**
 * The states of all mentioned objects after these transitions. A refused transition changes nothing. `unlisted` gives the
 * next state of transitions that the table does not list but the system allowed.
 */
export function statesAfter<State extends string, Transition extends string>(
  transitions: readonly MadeTransition<Transition>[],
  table: StateTable<State, Transition>,
  start: State,
  unlisted: StateTable<State, Transition>,
): ReadonlyMap<number, State> {
  const states = new Map<number, State>()
  for (const { transition, on, refused = false } of transitions) {
    const state = states.get(on) ?? start
    states.set(on, refused ? state : (table[state][transition] ?? unlisted[state][transition] ?? state))
  }
  return states
}

/** The first refused transition that the table allows. */
export function wronglyRefused<State extends string, Transition extends string>(
  transitions: readonly MadeTransition<Transition>[],
  table: StateTable<State, Transition>,
  start: State,
  unlisted: StateTable<State, Transition>,
): { readonly at: number; readonly state: State } | undefined {
  for (const [at, { transition, on, refused }] of transitions.entries()) {
    const state = statesAfter(transitions.slice(0, at), table, start, unlisted).get(on) ?? start
    if (refused && table[state][transition] !== undefined) return { at, state }
  }
  return undefined
}
