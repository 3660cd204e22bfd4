import { type MadeTransition, type StateTable, statesAfter, wronglyRefused } from '../../../src/judge/state-table.ts'

export type State = 'active' | 'disabled' | 'revoked'
/** A new expiry changes no state. */
export type Transition = 'create' | 'disable' | 'enable' | 'revoke' | 'setExpiry'

/** §3: the transitions that the state table lists. */
const LISTED: StateTable<State, Transition> = {
  active: { disable: 'disabled', revoke: 'revoked' },
  disabled: { enable: 'active' },
  revoked: {},
}

/** Transitions that the console may refuse, and their results otherwise. Revoked is permanent. */
const OTHERS: StateTable<State, Transition> = {
  active: { enable: 'active' },
  disabled: { disable: 'disabled', revoke: 'revoked' },
  revoked: {},
}

export const keyStates = (transitions: readonly MadeTransition<Transition>[]) =>
  statesAfter(transitions, LISTED, 'active', OTHERS)

export const keyRefusal = (transitions: readonly MadeTransition<Transition>[]) =>
  wronglyRefused(transitions, LISTED, 'active', OTHERS)
