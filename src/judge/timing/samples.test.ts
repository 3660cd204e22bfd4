import { describe, expect, it } from 'vitest'
import { type Pair, pairsOf, timesOf } from './samples.ts'

const named = (pairs: readonly Pair[]) => pairs.map(({ labels, part, role }) => `${labels.join(' / ')} ${role} ${part}`)
const of = (labels: string[], ...parts: string[]) =>
  pairsOf({ parts, times: Object.fromEntries(labels.map((label) => [label, []])) })

describe('pairs', () => {
  it('combine each two classes once, with their role', () => {
    expect(named(of(['missing', 'malformed', 'unknown', 'unknown placebo', 'revoked']))).toEqual([
      'missing / malformed informational ',
      'missing / unknown informational ',
      'missing / revoked informational ',
      'malformed / unknown informational ',
      'malformed / revoked informational ',
      'unknown / unknown placebo placebo ',
      'unknown / revoked compared ',
    ])
  })

  it('exist for all blocks and for each of several parts, informational ones only for all', () => {
    expect(named(of(['unknown', 'revoked'], 'a', 'b', 'a'))).toEqual([
      'unknown / revoked compared ',
      'unknown / revoked compared a',
      'unknown / revoked compared b',
    ])
    expect(named(of(['unknown', 'revoked'], 'a', 'a'))).toEqual(['unknown / revoked compared '])
    expect(named(of(['missing', 'revoked'], 'a', 'b'))).toEqual(['missing / revoked informational '])
  })

  it('have the times of the blocks that contain both classes', () => {
    const samples = { parts: ['a', 'b', 'a', 'b'], times: { x: [1, 2, 3, Number.NaN], y: [5, 6, Number.NaN, 8] } }
    const pair = (part: string): Pair => ({ labels: ['x', 'y'], part, role: 'compared' })
    expect(timesOf(samples, pair(''))).toEqual([
      [1, 2],
      [5, 6],
    ])
    expect(timesOf(samples, pair('b'))).toEqual([[2], [6]])
    expect(timesOf(samples, pair('c'))).toEqual([[], []])
  })
})
