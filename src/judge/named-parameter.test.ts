import { describe, expect, test } from 'vitest'
import { namedParameter } from './named-parameter.ts'

describe('namingOf', () => {
  test.each([
    [{ error: { details: [{ parameter: 'size', message: 'too large' }] } }],
    [{ error: {}, details: { size: ['must be at most 100'] } }],
    [{ error: { details: { query: { size: 'too large' } } } }],
    [{ error: { details: 'size must be between 1 and 100' } }],
    [{ error: { details: ['query.size'] } }],
    [{ error: { details: [{ loc: ['query', 'size'] }] } }],
    [{ error: { details: [{ pointer: '/query/size' }] } }],
    [{ error: { details: [{ message: 'Size is too large' }] } }],
    [{ errors: [{ details: { field: 'size' } }] }],
    [{ error: { details: {} }, details: { field: 'size' } }],
  ])('%j names size', (body) => expect(namedParameter(body, 'size')).toBe('in details'))

  test.each([
    [{ error: { details: [{ parameter: 'page', message: 'must be 1 or more' }] } }, 'unheard'],
    [{ error: { details: [], message: 'size is wrong' } }, 'unheard'],
    [{ error: { details: null } }, 'unheard'],
    [{ error: { details: 'resized' } }, 'unheard'],
    [{ error: { details: [{ field: 'page_size' }] } }, 'unheard'],
    [{ error: { message: 'size is wrong' } }, 'outside'],
    [{ detail: [{ loc: ['query', 'size'] }] }, 'outside'],
    [{ error: { message: 'Something is wrong' } }, 'nowhere'],
    [undefined, 'nowhere'],
  ] as const)('%j: %s', (body, naming) => expect(namedParameter(body, 'size')).toBe(naming))
})
