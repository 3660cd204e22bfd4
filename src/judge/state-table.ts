/** A state table: the next state by state and transition. */
export type StateTable<State extends string, Move extends string> = {
  readonly [S in State]: { readonly [M in Move]?: State }
}

/** An attempted transition of one of several objects. */
export interface MadeTransition<Move extends string> {
  readonly move: Move
  /** Index of the object. */
  readonly on: number
  /** The system refused the transition. */
  readonly refused?: boolean
}

/**
 * The states of all mentioned objects after these transitions. A refused transition changes nothing. `unlisted` gives the
 * next state of transitions that the table does not list but the system allowed.
 */
export function statesAfter<State extends string, Move extends string>(
  moves: readonly MadeTransition<Move>[],
  table: StateTable<State, Move>,
  start: State,
  unlisted: StateTable<State, Move>,
): ReadonlyMap<number, State> {
  const states = new Map<number, State>()
  for (const { move, on, refused = false } of moves) {
    const state = states.get(on) ?? start
    states.set(on, refused ? state : (table[state][move] ?? unlisted[state][move] ?? state))
  }
  return states
}

/** The first refused transition that the table allows. */
export function wronglyRefused<State extends string, Move extends string>(
  moves: readonly MadeTransition<Move>[],
  table: StateTable<State, Move>,
  start: State,
  unlisted: StateTable<State, Move>,
): { readonly at: number; readonly state: State } | undefined {
  for (const [at, { move, on, refused }] of moves.entries()) {
    const state = statesAfter(moves.slice(0, at), table, start, unlisted).get(on) ?? start
    if (refused && table[state][move] !== undefined) return { at, state }
  }
  return undefined
}
