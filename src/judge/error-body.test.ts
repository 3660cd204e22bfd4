import { describe, expect, it } from 'vitest'
import type { Exchange } from '../core/exchange.ts'
import type { Json } from '../core/json.ts'
import { errorBody, isPage, limitedBody, unauthorizedBody, usableErrorBody } from './error-body.ts'

const answer = (json: Json, status = 401, more: object = {}): Exchange =>
  ({
    req: { credential: { class: 'unknown', form: 'bearer', note: 'a made-up key' } },
    response: { status, json, bytes: 90, duplicates: [], ...more },
  }) as unknown as Exchange
const good = { code: 'unauthorized', message: 'Invalid or missing API key', status: 401 }

describe('errorBody', () => {
  it.each<[string, Json, number]>([
    ['the documented shape', { error: good }, 401],
    ['additional properties', { error: { ...good, details: [] }, id: 'x' }, 401],
    ['any code and message', { error: { code: '', message: '', status: 422 } }, 422],
    ['a large integer type', { error: { ...good, status: 401n } }, 401],
  ])('accepts %s', (_, json, status) => expect(errorBody(answer(json, status))).toBeUndefined())

  it.each<[string, Json | undefined, string]>([
    ['no object', 'Unauthorized', '401 with an error object'],
    ['an error that is text', { error: 'unauthorized' }, '401 with an error object'],
    ['an error that is null', { error: null }, '401 with an error object'],
    ['properties that are not nested', good, '401 with an error object'],
    ['no code', { error: { message: 'x', status: 401 } }, 'a string error.code'],
    ['a code that is a number', { error: { ...good, code: 401 } }, 'a string error.code'],
    ['a null message', { error: { ...good, message: null } }, 'a string error.message'],
    ['a list of messages', { error: { ...good, message: ['x'] } }, 'a string error.message'],
    ['no status', { error: { code: 'x', message: 'x' } }, 'error.status 401, the HTTP status as an integer'],
    ['another status', { error: { ...good, status: 400 } }, 'error.status 401, the HTTP status as an integer'],
    ['a status as text', { error: { ...good, status: '401' } }, 'error.status 401, the HTTP status as an integer'],
    ['a broken status', { error: { ...good, status: 401.5 } }, 'error.status 401, the HTTP status as an integer'],
  ])('rejects %s', (_, json, expected) => expect(errorBody(answer(json as Json))?.expected).toBe(expected))

  it.each<[Json, number, string | undefined, string[]]>([
    [{ error: { message: 'x', status: 401 } }, 401, 'code', []],
    [{ error: { ...good, message: ['x'] } }, 401, 'message', []],
    [{ error: { ...good, status: 400 } }, 401, 'status', []],
    [{ error: { ...good, status: 400 } }, 200, 'status', []],
    [{ error: good }, 401, 'code', ['error.code']],
    [{ error: good }, 401, undefined, ['error']],
    [good, 401, undefined, []],
  ])('names the clause of the field that is wrong in %j', (json, status, field, duplicates) =>
    expect(errorBody(answer(json, status, { duplicates }))?.clauses).toEqual(field && ['7.body', `7.body.${field}`]),
  )

  it('rejects a body that is not JSON and says why', () => {
    const empty = errorBody(answer(undefined as unknown as Json, 400, { fault: 'empty body', bytes: 0 }))
    expect(empty?.actual).toBe('400 with an empty body')
    const html = errorBody(answer(undefined as unknown as Json, 500, { fault: 'not JSON: Unexpected token <' }))
    expect(html?.actual).toBe('500 with a body that is not JSON: Unexpected token <')
    const plain = { fault: 'not JSON: Unexpected token o', text: 'origin not allowed\n' }
    expect(errorBody(answer(undefined as unknown as Json, 403, plain))?.actual).toBe(
      '403 with a body that is not JSON: "origin not allowed"',
    )
  })

  it('rejects a duplicate property of the error, but of no other object', () => {
    expect(errorBody(answer({ error: good }, 401, { duplicates: ['error.code'] }))?.expected).toBe('one error.code')
    expect(errorBody(answer({ error: good }, 401, { duplicates: ['error'] }))?.expected).toBe('one error')
    for (const elsewhere of ['error.details.code', 'details.error', 'error.codes', 'errors'])
      expect(errorBody(answer({ error: good }, 401, { duplicates: [elsewhere] }))).toBeUndefined()
  })
})

describe('unauthorizedBody', () => {
  it('accepts the documented body', () => expect(unauthorizedBody(answer({ error: good }), '5.5')).toBeUndefined())

  it.each<[Json, string]>([
    [{ error: { ...good, code: 'Unauthorized' } }, 'error.code "unauthorized"'],
    [{ error: { ...good, message: 'Invalid or missing API key.' } }, 'error.message "Invalid or missing API key"'],
    [{ error: { ...good, status: 403 } }, 'error.status 401, the HTTP status as an integer'],
  ])('rejects %j', (json, expected) => expect(unauthorizedBody(answer(json), '5.5')?.expected).toBe(expected))
})

describe('usableErrorBody', () => {
  it('warns of an empty code', () => {
    expect(usableErrorBody(answer({ error: { ...good, code: '' } }))).toMatchObject({ warning: true })
    expect(usableErrorBody(answer({ error: good }))).toBeUndefined()
    expect(usableErrorBody(answer({ error: { ...good, code: 1 } }))).not.toHaveProperty('warning')
  })
})

describe('limitedBody', () => {
  const limited = (json: Json | undefined, more: object = {}) =>
    limitedBody({ ...answer([], 200), limited: answer(json as Json, 429, more).response! })

  it('warns of another body than the documented one, and shows the 429', () => {
    const found = limited({ detail: 'throttled' })
    expect(found).toMatchObject({ warning: true, actual: expect.stringContaining('a proxy or gateway') })
    expect(found?.show?.[0]?.response?.status).toBe(429)
    expect(limited(undefined, { fault: 'not JSON', text: 'Slow down' })).toMatchObject({ warning: true })
  })

  it('accepts the documented body, a page, an empty body, and no 429', () => {
    expect(limited({ error: { ...good, status: 429 } })).toBeUndefined()
    expect(limited(undefined, { fault: 'not JSON', text: '\n<html>' })).toBeUndefined()
    expect(limited(undefined, { fault: 'empty body', text: '' })).toBeUndefined()
    expect(limitedBody(answer([], 200))).toBeUndefined()
  })

  it('takes no JSON for a page', () => expect(isPage(answer({}, 404, { text: '{}' }).response!)).toBe(false))
})
