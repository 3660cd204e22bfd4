import { expect, test } from 'vitest'
import type { Exchange } from '../../../src/core/exchange.ts'
import { sampleExchange } from '../../../src/testing/sample-exchange.ts'
import { judgeLife } from './expiring-key.ts'

const EXPIRY = Date.parse('2026-11-26T20:08:49Z')

/** A response with a Date that is `old` milliseconds old, to a request sent `sentAt` milliseconds after the expiry by our clock. */
function response(status: number, sentAt: number, old = 0): Exchange {
  const x = sampleExchange('/users', {}, { status, json: {} })
  const date = new Date(EXPIRY + sentAt - old).toUTCString()
  return { ...x, sentAt: EXPIRY + sentAt, response: { ...x.response!, headers: [['Date', date]] } }
}

const lifeOf = (before: readonly Exchange[], after: readonly Exchange[], offset = { low: -600, high: 600 }) =>
  judgeLife({
    expiresAt: EXPIRY,
    clock: { source: 'Date', offset },
    isContradictory: false,
    before,
    after,
    finally: [],
  })

test('a key that stops before its expiry is a violation', () => {
  expect(lifeOf([response(401, -2500)], [])).toMatchObject({ kind: 'violation' })
  const hourBehind = { low: -3_600_600, high: -3_599_400 }
  expect(lifeOf([response(401, 3_596_000, 3_600_000)], [], hourBehind)).toMatchObject({ kind: 'violation' })
})

test('the Date of an old connection does not make a refusal after the expiry an early one', () => {
  expect(lifeOf([response(401, 300, 2400)], [])).toMatchObject({ kind: 'unclear' })
  const hourBehind = { low: -3_600_600, high: -3_599_400 }
  expect(lifeOf([response(401, 3_600_300, 3_602_400)], [], hourBehind)).toMatchObject({ kind: 'unclear' })
})
