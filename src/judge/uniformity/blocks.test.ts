import { describe, expect, it } from 'vitest'
import { type Answer, type Block, hasKeyId, onlyAnswers, partsOf } from './blocks.ts'

const answer = (label: string): Answer =>
  ({ label, exchange: { req: { credential: { class: label } } } }) as unknown as Answer
const block = (strata: string[], ...labels: string[]): Block => ({ strata, place: '', answers: labels.map(answer) })

describe('partsOf', () => {
  it('returns strata of at least two blocks, but not of all', () => {
    const blocks = [block(['all', 'a', 'one']), block(['all', 'a']), block(['all', 'b']), block(['all', 'b'])]
    expect(partsOf(blocks)).toEqual(['a', 'b'])
    expect(partsOf([])).toEqual([])
  })
})

describe('onlyAnswers', () => {
  it('keeps blocks with at least two responses', () => {
    const blocks = [block(['s'], 'unknown', 'missing', 'revoked'), block(['t'], 'unknown', 'missing')]
    expect(onlyAnswers(blocks, hasKeyId)).toEqual([block(['s'], 'unknown', 'revoked')])
  })

  it.each([
    ['missing', false],
    ['malformed', false],
    ['unknown', true],
    ['revoked', true],
    ['wrong-secret', true],
  ])('%s has a key_id: %s', (label, sent) => expect(hasKeyId(answer(label))).toBe(sent))
})
