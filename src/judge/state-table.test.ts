import { describe, expect, it } from 'vitest'
import { type MadeTransition, type StateTable, statesAfter, wronglyRefused } from './state-table.ts'

type State = 'on' | 'off' | 'gone'
type Move = 'start' | 'stop' | 'end'
const TABLE: StateTable<State, Move> = { on: { stop: 'off', end: 'gone' }, off: { start: 'on' }, gone: {} }
const UNLISTED: StateTable<State, Move> = { on: { start: 'on' }, off: { end: 'gone' }, gone: {} }

const finalStates = (...moves: MadeTransition<Move>[]) => Object.fromEntries(statesAfter(moves, TABLE, 'on', UNLISTED))
const refused = (...moves: MadeTransition<Move>[]) => wronglyRefused(moves, TABLE, 'on', UNLISTED)

describe('statesAfter', () => {
  it('follows the table for each object separately', () => {
    expect(finalStates({ move: 'stop', on: 0 }, { move: 'end', on: 1 })).toEqual({ 0: 'off', 1: 'gone' })
    expect(finalStates({ move: 'stop', on: 0 }, { move: 'start', on: 0 })).toEqual({ 0: 'on' })
  })

  it('follows the other table for an unlisted transition, and keeps the state if neither lists it', () => {
    expect(finalStates({ move: 'stop', on: 0 }, { move: 'end', on: 0 })).toEqual({ 0: 'gone' })
    expect(finalStates({ move: 'end', on: 0 }, { move: 'start', on: 0 })).toEqual({ 0: 'gone' })
  })

  it('keeps the state after a refused transition', () => {
    expect(finalStates({ move: 'stop', on: 0, refused: true })).toEqual({ 0: 'on' })
    expect(finalStates({ move: 'stop', on: 0, refused: false })).toEqual({ 0: 'off' })
  })
})

describe('wronglyRefused', () => {
  it('finds a refused transition that the table lists for the current state', () => {
    expect(refused({ move: 'stop', on: 0, refused: true })).toEqual({ at: 0, state: 'on' })
    expect(refused({ move: 'stop', on: 0 }, { move: 'start', on: 0, refused: true })).toEqual({ at: 1, state: 'off' })
    expect(refused({ move: 'stop', on: 1 }, { move: 'stop', on: 0, refused: true })).toEqual({ at: 1, state: 'on' })
  })

  it('ignores later transitions', () => {
    expect(refused({ move: 'stop', on: 0, refused: true }, { move: 'end', on: 0 })).toEqual({ at: 0, state: 'on' })
  })

  it('accepts refusals of unlisted transitions, and sequences without refusals', () => {
    expect(refused({ move: 'start', on: 0, refused: true })).toBeUndefined()
    expect(refused({ move: 'stop', on: 0 }, { move: 'end', on: 0, refused: true })).toBeUndefined()
    expect(refused({ move: 'stop', on: 0 }, { move: 'start', on: 0 })).toBeUndefined()
  })
})
