import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MadeTransition } from '../../../src/judge/state-table.ts'
import { keyRefusal, keyStates, type Move } from './key-states.ts'

const made = fc.record({
  move: fc.constantFrom<Move>('create', 'disable', 'enable', 'revoke'),
  on: fc.nat(2),
  refused: fc.boolean(),
})
const history = fc.array(made, { maxLength: 12 })
const stateOf = (moves: readonly MadeTransition<Move>[], on = 0) => keyStates(moves).get(on)
const on0 = (...moves: Move[]): MadeTransition<Move>[] => moves.map((move) => ({ move, on: 0 }))

describe('keyStates', () => {
  it.each([
    [['create'], 'active'],
    [['disable'], 'disabled'],
    [['disable', 'enable'], 'active'],
    [['disable', 'disable', 'enable'], 'active'],
    [['disable', 'revoke', 'enable'], 'revoked'],
    [['revoke', 'enable', 'disable', 'enable'], 'revoked'],
  ] as [Move[], string][])('%j leads to %s', (moves, state) => expect(stateOf(on0(...moves))).toBe(state))

  it('never leaves revoked', () => {
    fc.assert(
      fc.property(history, history, (before, after) => {
        const revoked: MadeTransition<Move> = { move: 'revoke', on: 1 }
        expect(stateOf([...before, revoked, ...after], 1)).toBe('revoked')
      }),
    )
  })

  it('changes one key only, and none if it is refused', () => {
    fc.assert(
      fc.property(history, (moves) => {
        const mine = moves.filter(({ on, refused }) => on === 2 && !refused)
        expect(stateOf(moves, 2) ?? 'active').toBe(stateOf(mine, 2) ?? 'active')
      }),
    )
  })
})

describe('keyRefusal', () => {
  it('is of a listed transition only', () => {
    expect(keyRefusal([{ move: 'disable', on: 0, refused: true }])).toEqual({ at: 0, state: 'active' })
    expect(keyRefusal([...on0('disable'), { move: 'revoke', on: 0, refused: true }])).toBeUndefined()
    expect(keyRefusal([...on0('revoke'), { move: 'enable', on: 0, refused: true }])).toBeUndefined()
    expect(keyRefusal([...on0('disable'), { move: 'enable', on: 0, refused: true }])).toEqual({
      at: 1,
      state: 'disabled',
    })
  })
})
