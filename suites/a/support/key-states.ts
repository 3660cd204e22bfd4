import { type MadeTransition, type StateTable, statesAfter, wronglyRefused } from '../../../src/judge/state-table.ts'

export type State = 'active' | 'disabled' | 'revoked'
export type Move = 'create' | 'disable' | 'enable' | 'revoke'

/** §3: the transitions that the state table lists. */
const LISTED: StateTable<State, Move> = {
  active: { disable: 'disabled', revoke: 'revoked' },
  disabled: { enable: 'active' },
  revoked: {},
}

/** Transitions that the console may refuse, and their results otherwise. Revoked is permanent. */
const OTHERS: StateTable<State, Move> = {
  active: { enable: 'active' },
  disabled: { disable: 'disabled', revoke: 'revoked' },
  revoked: {},
}

export const keyStates = (moves: readonly MadeTransition<Move>[]) => statesAfter(moves, LISTED, 'active', OTHERS)

export const keyRefusal = (moves: readonly MadeTransition<Move>[]) => wronglyRefused(moves, LISTED, 'active', OTHERS)
