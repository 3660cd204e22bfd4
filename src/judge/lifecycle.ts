/** A state table: where each move leads from each state, as far as it is listed. */
export type Table<State extends string, Move extends string> = {
  readonly [S in State]: { readonly [M in Move]?: State }
}

/** One move on one of several things, as it was made. */
export interface Made<Move extends string> {
  readonly move: Move
  /** Which of them. */
  readonly on: number
  /** It was not allowed. */
  readonly refused?: boolean
}

/**
 * The states after these moves, of each thing that is named by one. A refused move changes nothing; a move that the table does
 * not list goes by `unlisted`, which says where it leads when it is allowed all the same.
 */
export function statesAfter<State extends string, Move extends string>(
  moves: readonly Made<Move>[],
  table: Table<State, Move>,
  start: State,
  unlisted: Table<State, Move>,
): ReadonlyMap<number, State> {
  const states = new Map<number, State>()
  for (const { move, on, refused = false } of moves) {
    const state = states.get(on) ?? start
    states.set(on, refused ? state : (table[state][move] ?? unlisted[state][move] ?? state))
  }
  return states
}

/** A move that the table lists for the state, and that was refused. */
export function wronglyRefused<State extends string, Move extends string>(
  moves: readonly Made<Move>[],
  table: Table<State, Move>,
  start: State,
  unlisted: Table<State, Move>,
): { readonly at: number; readonly state: State } | undefined {
  for (const [at, { move, on, refused }] of moves.entries()) {
    const state = statesAfter(moves.slice(0, at), table, start, unlisted).get(on) ?? start
    if (refused && table[state][move] !== undefined) return { at, state }
  }
  return undefined
}
