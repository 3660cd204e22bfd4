import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MadeTransition } from '../../../src/judge/state-table.ts'
import { keyRefusal, keyStates, type Transition } from './key-states.ts'

const made = fc.record({
  transition: fc.constantFrom<Transition>('create', 'disable', 'enable', 'revoke'),
  on: fc.nat(2),
  refused: fc.boolean(),
})
const history = fc.array(made, { maxLength: 12 })
const stateOf = (transitions: readonly MadeTransition<Transition>[], on = 0) => keyStates(transitions).get(on)
const on0 = (...transitions: Transition[]): MadeTransition<Transition>[] =>
  transitions.map((transition) => ({ transition, on: 0 }))

describe('keyStates', () => {
  it.each([
    [['create'], 'active'],
    [['disable'], 'disabled'],
    [['disable', 'enable'], 'active'],
    [['disable', 'disable', 'enable'], 'active'],
    [['disable', 'revoke', 'enable'], 'revoked'],
    [['revoke', 'enable', 'disable', 'enable'], 'revoked'],
  ] as [Transition[], string][])('%j leads to %s', (transitions, state) =>
    expect(stateOf(on0(...transitions))).toBe(state),
  )

  it('never leaves revoked', () => {
    fc.assert(
      fc.property(history, history, (before, after) => {
        const revoked: MadeTransition<Transition> = { transition: 'revoke', on: 1 }
        expect(stateOf([...before, revoked, ...after], 1)).toBe('revoked')
      }),
    )
  })

  it('changes one key only, and none if it is refused', () => {
    fc.assert(
      fc.property(history, (transitions) => {
        const mine = transitions.filter(({ on, refused }) => on === 2 && !refused)
        expect(stateOf(transitions, 2) ?? 'active').toBe(stateOf(mine, 2) ?? 'active')
      }),
    )
  })
})

describe('keyRefusal', () => {
  it('is of a listed transition only', () => {
    expect(keyRefusal([{ transition: 'disable', on: 0, refused: true }])).toEqual({ at: 0, state: 'active' })
    expect(keyRefusal([...on0('disable'), { transition: 'revoke', on: 0, refused: true }])).toBeUndefined()
    expect(keyRefusal([...on0('revoke'), { transition: 'enable', on: 0, refused: true }])).toBeUndefined()
    expect(keyRefusal([...on0('disable'), { transition: 'enable', on: 0, refused: true }])).toEqual({
      at: 1,
      state: 'disabled',
    })
  })
})
