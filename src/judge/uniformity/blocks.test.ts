import { describe, expect, it } from 'vitest'
import type { Credential } from '../../core/exchange.ts'
import { type Answer, type Block, hasKeyId, type LabelledRequest, onlyAnswers, partsOf, usualStrata } from './blocks.ts'

const request = (form: Credential['form'], endpoint: string | null = '/users'): LabelledRequest =>
  ({
    label: 'x',
    req: { endpoint, path: '/x', credential: { class: 'unknown', form, headers: [] } },
  }) as LabelledRequest
const answer = (label: string): Answer =>
  ({ label, exchange: { req: { credential: { class: label } } } }) as unknown as Answer
const block = (strata: string[], ...labels: string[]): Block => ({ strata, answers: labels.map(answer) })

describe('usualStrata', () => {
  it.each<[LabelledRequest[], string[]]>([
    [[request('x-api-key')], ['by X-Api-Key', 'on /users']],
    [[request('bearer')], ['by Bearer', 'on /users']],
    [
      [request('none'), request('bearer')],
      ['by Bearer', 'on /users'],
    ],
    [
      [request('none'), request('x-api-key', '/company')],
      ['by X-Api-Key', 'on /users'],
    ],
    [[request('none', null)], []],
    [[], []],
  ])('case %#', (requests, strata) => expect(usualStrata(requests)).toEqual(strata))
})

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
