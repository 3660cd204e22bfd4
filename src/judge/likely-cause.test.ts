import { describe, expect, it, test } from 'vitest'
import type { Exchange } from '../core/exchange.ts'
import { cacheCause, unreadableCauses } from './likely-cause.ts'

const of = (credential: string, ...ages: string[]) =>
  ({
    req: { credential: { class: credential } },
    response: { headers: ages.map((age) => ['age', age] as const) },
  }) as unknown as Exchange
const aged = (...ages: string[]) => of('revoked', ...ages)

test('quotes the Age of the last response that has one', () => {
  expect(cacheCause([aged('12'), aged('37'), aged()])).toBe(
    'a cache in front of the API responded: the response has `Age: 37`, in seconds',
  )
})

test('quotes the header by which a cache says that it responded', () => {
  const of = (...header: [string, string]) => ({ ...aged(), response: { headers: [header] } }) as unknown as Exchange
  expect(cacheCause([of('x-cache', 'Hit from cloudfront')])).toBe('a cache responded: the response has `X-Cache: HIT`')
  expect(cacheCause([of('x-cache', 'MISS')])).toBeUndefined()
})

test('ignores a new response, other text, and a missing response', () => {
  expect(
    cacheCause([aged('0'), aged('soon'), { ...aged(), response: undefined } as unknown as Exchange]),
  ).toBeUndefined()
})

test('blames no cache for a single response to the active key', () => {
  expect(cacheCause([of('active', '37')])).toBeUndefined()
  expect(cacheCause([of('active', '37'), of('active')])).toContain('37')
})

describe('unreadableCauses', () => {
  const body = (fault: string, ...headers: [string, string][]) =>
    [{ response: { status: 200, headers, bytes: 1024, fault } }] as unknown as Exchange[]
  const gzip: [string, string] = ['Content-Encoding', 'gzip']

  it('suspects a Content-Length in characters where the body is not ASCII only', () => {
    const [x] = body('not JSON: Unterminated string', ['content-length', '1024'])
    const causesOf = (text: string) => unreadableCauses([{ ...x!, response: { ...x!.response!, text } }])
    const buffer = expect.stringContaining('too early: a buffer')
    expect(causesOf('{"name":"Zoë')).toEqual([expect.stringContaining('counts characters, not bytes'), buffer])
    expect(causesOf('{"name":"Zoe')).toEqual([buffer])
  })

  it('names the length of a body that is cut off', () => {
    expect(
      unreadableCauses(body('not gzip: unexpected end of file, although Content-Encoding says so', gzip))[0],
    ).toMatch(/^the body ends after 1024 bytes of gzip, too early/)
    expect(unreadableCauses(body('not JSON: Unterminated string', gzip))[0]).toMatch(
      /1024 bytes, once gzip is undone, too/,
    )
    expect(unreadableCauses(body('not JSON: Unterminated string in JSON at position 7971'))[0]).toMatch(
      /^the body ends after 1024 bytes, too early/,
    )
  })

  it('knows plain text whose Content-Encoding names a compression', () => {
    const fault = `not gzip: it begins with "{", although Content-Encoding says so`
    expect(unreadableCauses(body(fault, gzip))[0]).toMatch(/^Content-Encoding is set for a body that is not compressed/)
  })

  it('knows a page', () => {
    const [x] = body("not JSON: Unexpected token '<'")
    const page = { ...x, response: { ...x!.response, text: '<h1>Forbidden</h1>' } } as Exchange
    expect(unreadableCauses([page])[0]).toMatch(/^the body is a page in HTML/)
  })

  it('has none for other bodies', () => {
    expect(unreadableCauses(body('not JSON: Unexpected token < in JSON at position 0'))).toEqual([])
    expect(unreadableCauses([])).toEqual([])
  })
})
