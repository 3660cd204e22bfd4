import { describe, expect, it } from 'vitest'
import { type Made, statesAfter, type Table, wronglyRefused } from './lifecycle.ts'

type State = 'on' | 'off' | 'gone'
type Move = 'start' | 'stop' | 'end'
const TABLE: Table<State, Move> = { on: { stop: 'off', end: 'gone' }, off: { start: 'on' }, gone: {} }
const UNLISTED: Table<State, Move> = { on: { start: 'on' }, off: { end: 'gone' }, gone: {} }

const leads = (...moves: Made<Move>[]) => Object.fromEntries(statesAfter(moves, TABLE, 'on', UNLISTED))
const refused = (...moves: Made<Move>[]) => wronglyRefused(moves, TABLE, 'on', UNLISTED)

describe('states after moves', () => {
  it('go by the table, of each thing apart', () => {
    expect(leads({ move: 'stop', on: 0 }, { move: 'end', on: 1 })).toEqual({ 0: 'off', 1: 'gone' })
    expect(leads({ move: 'stop', on: 0 }, { move: 'start', on: 0 })).toEqual({ 0: 'on' })
  })

  it('go by the other table where a move is not listed, and stay where neither has it', () => {
    expect(leads({ move: 'stop', on: 0 }, { move: 'end', on: 0 })).toEqual({ 0: 'gone' })
    expect(leads({ move: 'end', on: 0 }, { move: 'start', on: 0 })).toEqual({ 0: 'gone' })
  })

  it('stay where the move is refused', () => {
    expect(leads({ move: 'stop', on: 0, refused: true })).toEqual({ 0: 'on' })
    expect(leads({ move: 'stop', on: 0, refused: false })).toEqual({ 0: 'off' })
  })
})

describe('a wrong refusal', () => {
  it('is of a listed move, by the state of that thing before it', () => {
    expect(refused({ move: 'stop', on: 0, refused: true })).toEqual({ at: 0, state: 'on' })
    expect(refused({ move: 'stop', on: 0 }, { move: 'start', on: 0, refused: true })).toEqual({ at: 1, state: 'off' })
    expect(refused({ move: 'stop', on: 1 }, { move: 'stop', on: 0, refused: true })).toEqual({ at: 1, state: 'on' })
  })

  it('is one whatever happened afterwards', () => {
    expect(refused({ move: 'stop', on: 0, refused: true }, { move: 'end', on: 0 })).toEqual({ at: 0, state: 'on' })
  })

  it('is none of a move that is not listed for the state, and none where nothing was refused', () => {
    expect(refused({ move: 'start', on: 0, refused: true })).toBeUndefined()
    expect(refused({ move: 'stop', on: 0 }, { move: 'end', on: 0, refused: true })).toBeUndefined()
    expect(refused({ move: 'stop', on: 0 }, { move: 'start', on: 0 })).toBeUndefined()
  })
})
