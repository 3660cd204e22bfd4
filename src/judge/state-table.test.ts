import { describe, expect, it } from 'vitest'
import { type MadeTransition, type StateTable, statesAfter, wronglyRefused } from './state-table.ts'

type State = 'on' | 'off' | 'gone'
type Transition = 'start' | 'stop' | 'end'
const TABLE: StateTable<State, Transition> = { on: { stop: 'off', end: 'gone' }, off: { start: 'on' }, gone: {} }
const UNLISTED: StateTable<State, Transition> = { on: { start: 'on' }, off: { end: 'gone' }, gone: {} }

const finalStates = (...transitions: MadeTransition<Transition>[]) =>
  Object.fromEntries(statesAfter(transitions, TABLE, 'on', UNLISTED))
const refused = (...transitions: MadeTransition<Transition>[]) => wronglyRefused(transitions, TABLE, 'on', UNLISTED)

describe('statesAfter', () => {
  it('follows the table for each object separately', () => {
    expect(finalStates({ transition: 'stop', on: 0 }, { transition: 'end', on: 1 })).toEqual({ 0: 'off', 1: 'gone' })
    expect(finalStates({ transition: 'stop', on: 0 }, { transition: 'start', on: 0 })).toEqual({ 0: 'on' })
  })

  it('follows the other table for an unlisted transition, and keeps the state if neither lists it', () => {
    expect(finalStates({ transition: 'stop', on: 0 }, { transition: 'end', on: 0 })).toEqual({ 0: 'gone' })
    expect(finalStates({ transition: 'end', on: 0 }, { transition: 'start', on: 0 })).toEqual({ 0: 'gone' })
  })

  it('keeps the state after a refused transition', () => {
    expect(finalStates({ transition: 'stop', on: 0, refused: true })).toEqual({ 0: 'on' })
    expect(finalStates({ transition: 'stop', on: 0, refused: false })).toEqual({ 0: 'off' })
  })
})

describe('wronglyRefused', () => {
  it('finds a refused transition that the table lists for the current state', () => {
    expect(refused({ transition: 'stop', on: 0, refused: true })).toEqual({ at: 0, state: 'on' })
    expect(refused({ transition: 'stop', on: 0 }, { transition: 'start', on: 0, refused: true })).toEqual({
      at: 1,
      state: 'off',
    })
    expect(refused({ transition: 'stop', on: 1 }, { transition: 'stop', on: 0, refused: true })).toEqual({
      at: 1,
      state: 'on',
    })
  })

  it('ignores later transitions', () => {
    expect(refused({ transition: 'stop', on: 0, refused: true }, { transition: 'end', on: 0 })).toEqual({
      at: 0,
      state: 'on',
    })
  })

  it('accepts refusals of unlisted transitions, and sequences without refusals', () => {
    expect(refused({ transition: 'start', on: 0, refused: true })).toBeUndefined()
    expect(refused({ transition: 'stop', on: 0 }, { transition: 'end', on: 0, refused: true })).toBeUndefined()
    expect(refused({ transition: 'stop', on: 0 }, { transition: 'start', on: 0 })).toBeUndefined()
  })
})
