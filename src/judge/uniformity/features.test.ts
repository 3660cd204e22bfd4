import { describe, expect, it } from 'vitest'
import type { Exchange, Response } from '../../core/exchange.ts'
import { aspectOf, carrierOf, isCounter, madeFromBody, nameOf, parseCarrier, wholeOf } from './derived-columns.ts'
import { featuresOf, ofTheCredential } from './features.ts'
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
    [...featuresOf(x, unecho, new Set(without))].map(([name, value]) => [name.replace(/\t([^\t]*)$/, ': $1'), value]),
  )

describe('feature names', () => {
  it('consist of a carrier and an aspect', () => {
    const name = nameOf('header\tx-id', 'value')
    expect([carrierOf(name), aspectOf(name)]).toEqual(['header\tx-id', 'value'])
    expect(nameOf('header\tx-id', 'value')).toBe(name)
    expect(nameOf('header\tx-id', 'length')).toBe('header\tx-id\tlength')
  })

  it.each([
    ['header\tx-id', 'headers'],
    ['leaf\terror.code', 'JSON fields'],
    ['body', 'body'],
    ['leafy', 'leafy'],
  ])('%s is part of %s', (carrier, whole) => expect(wholeOf(carrier)).toBe(whole))

  it.each([
    ['header\tx-ratelimit-remaining', true],
    ['header\tratelimit-reset', true],
    ['header\tx-rate-limit-used', true],
    ['header\tx-quota-left', true],
    ['header\tx-throttle-count', true],
    ['header\trequests-remaining', true],
    ['header\tx-ratelimit-limit', false],
    ['header\tratelimit-policy', false],
    ['header\tx-request-id', false],
    ['leaf\tremaining', false],
  ])('%s is a counter: %s', (carrier, counter) => expect(isCounter(parseCarrier(carrier))).toBe(counter))

  it.each([
    ['header\tetag', true],
    ['header\tcontent-length', true],
    ['header\tcontent-digest', true],
    ['header\tx-etag', false],
    ['header\tetag-of', false],
    ['header\tcontent-type', false],
  ])('%s is computed from the body: %s', (carrier, made) => expect(madeFromBody(parseCarrier(carrier))).toBe(made))
})

describe('features of a response', () => {
  it('cover its status, headers, JSON and body', () => {
    expect(features(exchange())).toMatchObject({
      'status: value': '401',
      'reason phrase: value': 'Unauthorized',
      'headers: order': 'content-type, framing',
      'framing: value': 'content-length',
      'connection: value': 'kept open',
      'header\tcontent-type: presence': 'there',
      'header\tcontent-type: number of times': '1',
      'header\tcontent-type: letter case': 'Content-Type',
      'header\tcontent-type: value': 'application/json',
      'header\tcontent-type: length': '16',
      'header\tcontent-length: number 1': '21',
      'JSON fields: order': 'error.code',
      'leaf\terror.code: type': 'string',
      'leaf\terror.code: value': 'x',
      'leaf\terror.code: shape': 'a1',
      'leaf\terror.code: alphabet': '001000',
      'leaf\terror.code: outline': 'w',
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
      'header\tset-cookie: number of times': '2',
      'header\tset-cookie: letter case': 'Set-Cookie, set-cookie',
      'header\tset-cookie: value': 'a\nb',
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
      'header\tratelimit-remaining: counter': '41',
      'header\tratelimit-remaining: outline': 'w',
      'header\tratelimit-remaining: presence': 'there',
    })
    expect(counter).not.toHaveProperty('header\tratelimit-remaining: value')
  })

  it('omit excluded carriers, except the position of headers computed from the body', () => {
    const headers: [string, string][] = [
      ['ETag', '"1"'],
      ['X-Key-Id', 'KEY'],
    ]
    const left = features(exchange({ headers }), plain, [
      'header\tetag',
      'header\tx-key-id',
      'leaf\terror.code',
      'body',
    ])
    expect(Object.keys(left).filter((name) => /x-key-id|leaf|body|JSON/.test(name))).toEqual([])
    expect(left).toMatchObject({ 'headers: order': 'etag', 'header\tetag: presence': 'there' })
    expect(left).not.toHaveProperty('header\tetag: value')
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
      'header\tx-key: value': `of ${ECHO}`,
      'header\tx-key: echo': 'of the key sent',
      'leaf\terror.code: echo': 'of the key sent',
      // The length of the text without the piece.
      'body: bytes': '22',
    })
    expect(features(x, echoing)).not.toHaveProperty('header\tdate: echo')
  })

  it('marks its carriers and the headers computed from the body', () => {
    expect(ofTheCredential(x, echoing)).toEqual(['header\tx-key', 'leaf\terror.code', 'body', 'header\tetag'])
    expect(ofTheCredential(x, plain)).toEqual([])
    expect(ofTheCredential(exchange({ headers: [['X-RateLimit-Remaining', '1']] }), plain)).toEqual([
      'header\tx-ratelimit-remaining',
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
  expect(differing).toEqual(['leaf\t: value', 'body: digest'])
  expect(Object.values(one!).filter((value) => value.length > 1000)).toEqual([])
})
