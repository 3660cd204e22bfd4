import { describe, expect, it } from 'vitest'
import type { Exchange, Response } from '../../core/exchange.ts'
import {
  aspectOf,
  carrierOf,
  featuresOf,
  isCounter,
  madeFromBody,
  nameOf,
  ofTheCredential,
  wholeOf,
} from './features.ts'
import { ECHO } from './mask-echoes.ts'

const exchange = (more: Partial<Response> = {}): Exchange =>
  ({
    response: {
      status: 401,
      reason: 'Unauthorized',
      headers: [
        ['Content-Type', 'application/json'],
        ['Content-Length', '21'],
      ],
      bytes: 21,
      text: '{"error":{"code":"x"}}',
      json: { error: { code: 'x' } },
      duplicates: [],
      ...more,
    },
  }) as unknown as Exchange
const plain = (text: string) => text
const echoing = (text: string) => text.replaceAll('KEY', ECHO)
const features = (x: Exchange, unecho = plain, without: string[] = []) =>
  Object.fromEntries(
    [...featuresOf(x, unecho, new Set(without))].map(([name, value]) => [name.replace('\t', ': '), value]),
  )

describe('feature names', () => {
  it('consist of a carrier and an aspect', () => {
    const name = nameOf('header x-id', 'value')
    expect([carrierOf(name), aspectOf(name)]).toEqual(['header x-id', 'value'])
    expect(nameOf('header x-id', 'value')).toBe(name)
    expect(nameOf('header x-id', 'length')).toBe('header x-id\tlength')
  })

  it.each([
    ['header x-id', 'headers'],
    ['leaf error.code', 'JSON members'],
    ['body', 'body'],
    ['leafy', 'leafy'],
  ])('%s is part of %s', (carrier, whole) => expect(wholeOf(carrier)).toBe(whole))

  it.each([
    ['header x-ratelimit-remaining', true],
    ['header ratelimit-reset', true],
    ['header x-rate-limit-used', true],
    ['header x-quota-left', true],
    ['header x-throttle-count', true],
    ['header requests-remaining', true],
    ['header x-ratelimit-limit', false],
    ['header ratelimit-policy', false],
    ['header x-request-id', false],
    ['leaf remaining', false],
  ])('%s is a counter: %s', (carrier, counter) => expect(isCounter(carrier)).toBe(counter))

  it.each([
    ['header etag', true],
    ['header content-length', true],
    ['header content-digest', true],
    ['header x-etag', false],
    ['header etag-of', false],
    ['header content-type', false],
  ])('%s is computed from the body: %s', (carrier, made) => expect(madeFromBody(carrier)).toBe(made))
})

describe('features of a response', () => {
  it('cover its status, headers, JSON and body', () => {
    expect(features(exchange())).toMatchObject({
      'status: value': '401',
      'reason phrase: value': 'Unauthorized',
      'headers: order': 'content-type, framing',
      'framing: value': 'content-length',
      'connection: value': 'kept open',
      'header content-type: presence': 'there',
      'header content-type: number of times': '1',
      'header content-type: letter case': 'Content-Type',
      'header content-type: value': 'application/json',
      'header content-type: length': '16',
      'header content-length: number 1': '21',
      'JSON members: order': 'error.code',
      'leaf error.code: type': 'string',
      'leaf error.code: value': 'x',
      'leaf error.code: shape': 'a1',
      'leaf error.code: alphabet': '001000',
      'leaf error.code: outline': 'w',
      'body: fault': 'JSON',
      'body: bytes': '21',
      'body: duplicates': '',
      'body: digest': expect.stringMatching(/^[0-9a-f]{16}$/),
    })
  })

  it('are empty without a response', () => expect(features({} as Exchange)).toEqual({}))

  it('cover repeated headers, letter case, and the position of the framing', () => {
    const twice = features(
      exchange({
        headers: [
          ['Set-Cookie', 'a'],
          ['set-cookie', 'b'],
          ['Transfer-Encoding', 'chunked'],
        ],
      }),
    )
    expect(twice).toMatchObject({
      'headers: order': 'set-cookie, set-cookie, framing',
      'framing: value': 'transfer-encoding',
      'header set-cookie: number of times': '2',
      'header set-cookie: letter case': 'Set-Cookie, set-cookie',
      'header set-cookie: value': 'a\nb',
    })
    expect(features(exchange({ headers: [] }))['framing: value']).toBe('neither content-length nor transfer-encoding')
    const both: [string, string][] = [
      ['Content-Length', '1'],
      ['Transfer-Encoding', 'chunked'],
    ]
    expect(features(exchange({ headers: both }))['framing: value']).toBe('transfer-encoding and content-length')
  })

  it.each([
    ['Connection', 'close', 'closed'],
    ['connection', 'Close, upgrade', 'closed'],
    ['Connection', 'keep-alive', 'kept open'],
    ['Connection', 'closed', 'kept open'],
    ['X-Connection', 'close', 'kept open'],
  ])('%s: %s is %s', (name, value, connection) =>
    expect(features(exchange({ headers: [[name, value]] }))['connection: value']).toBe(connection),
  )

  it('cover only the text of a body that is not JSON', () => {
    const html = features(exchange({ json: undefined, text: '<p>', fault: 'not JSON', bytes: 3 }))
    expect(html).toMatchObject({ 'body: fault': 'not JSON', 'body: shape': '<a1>', 'body: bytes': '3' })
    expect(Object.keys(html).filter((name) => name.startsWith('leaf') || name.startsWith('JSON'))).toEqual([])
    const none = features(exchange({ json: undefined, text: undefined, fault: 'invalid UTF-8' }))
    expect(none).not.toHaveProperty('body: digest')
    expect(none['body: fault']).toBe('invalid UTF-8')
    expect(features(exchange({ duplicates: ['a', 'b.c'] }))['body: duplicates']).toBe('a, b.c')
  })

  it('cover the position and changes of a counter, not its value', () => {
    const counter = features(exchange({ headers: [['RateLimit-Remaining', '41']] }))
    expect(counter).toMatchObject({
      'header ratelimit-remaining: counter': '41',
      'header ratelimit-remaining: outline': 'w',
      'header ratelimit-remaining: presence': 'there',
    })
    expect(counter).not.toHaveProperty('header ratelimit-remaining: value')
  })

  it('omit excluded carriers, except the position of headers computed from the body', () => {
    const headers: [string, string][] = [
      ['ETag', '"1"'],
      ['X-Key-Id', 'KEY'],
    ]
    const left = features(exchange({ headers }), plain, ['header etag', 'header x-key-id', 'leaf error.code', 'body'])
    expect(Object.keys(left).filter((name) => /x-key-id|leaf|body|JSON/.test(name))).toEqual([])
    expect(left).toMatchObject({ 'headers: order': 'etag', 'header etag: presence': 'there' })
    expect(left).not.toHaveProperty('header etag: value')
  })
})

describe('an echo of the key', () => {
  const x = exchange({
    text: '{"error":{"code":"KEY"}}',
    json: { error: { code: 'KEY' } },
    headers: [
      ['X-Key', 'of KEY'],
      ['ETag', '1'],
      ['Date', 'now'],
    ],
  })

  it('is a feature and replaces the echoed piece', () => {
    expect(features(x, echoing)).toMatchObject({
      'header x-key: value': `of ${ECHO}`,
      'header x-key: echo': 'of the key sent',
      'leaf error.code: echo': 'of the key sent',
      // The length of the text without the piece.
      'body: bytes': '22',
    })
    expect(features(x, echoing)).not.toHaveProperty('header date: echo')
  })

  it('marks its carriers and the headers computed from the body', () => {
    expect(ofTheCredential(x, echoing)).toEqual(['header x-key', 'leaf error.code', 'body', 'header etag'])
    expect(ofTheCredential(x, plain)).toEqual([])
    expect(ofTheCredential(exchange({ headers: [['X-RateLimit-Remaining', '1']] }), plain)).toEqual([
      'header x-ratelimit-remaining',
    ])
    expect(ofTheCredential({} as Exchange, plain)).toEqual([])
    expect(ofTheCredential(exchange({ text: undefined, json: undefined }), echoing)).toEqual([])
  })
})

it('replaces long texts by digests', () => {
  const [one, other] = ['x', 'y'].map((end) => {
    const text = `${'a '.repeat(40_000)}${end}`
    return features(exchange({ text: JSON.stringify(text), json: text }))
  })
  const differing = Object.keys(one!).filter((name) => one![name] !== other![name])
  expect(differing).toEqual(['leaf : value', 'body: digest'])
  expect(Object.values(one!).filter((value) => value.length > 1000)).toEqual([])
})
