import { expect, test } from 'vitest'
import { createLive, createTimeLeft, progressLine, timeText } from './live-progress.ts'

const progress = (over = {}) => ({
  variant: 'a' as const,
  requests: 410,
  retries: 0,
  rulesDone: 12,
  rulesTotal: 57,
  requestsLeft: 800,
  failed: [],
  serverErrors: 0,
  openKeys: [],
  ...over,
})

test('the line tells of rules, requests and failures', () => {
  const b = progress({ variant: 'b', rulesDone: 40, rulesTotal: 91, failed: ['b.x.y'] })
  expect(progressLine([progress(), b], 2000)).toBe('a 12/57 · b 40/91 rules · 820 requests, 410/s · 1 failed')
})

test('the line tells how long it will still take', () => {
  expect(progressLine([progress()], 2000, 83_000)).toBe('a 12/57 rules · 410 requests, 205/s · about 1 min 20 s left')
})

test('a terminal has one line that renews itself and goes', () => {
  const out: string[] = []
  const live = createLive({ isTTY: true, columns: 20, now: () => 0, write: (text) => out.push(text) })
  live.update(progress())
  live.end()
  expect(out).toEqual(['\r\x1b[2Ka 12/57 rules · 410', '\r\x1b[2K'])
})

test('elsewhere there is a line every ten seconds', () => {
  const out: string[] = []
  let now = 0
  const live = createLive({ isTTY: false, columns: 80, now: () => now, write: (text) => out.push(text) })
  for (; now <= 25_000; now += 250) live.update(progress())
  live.end()
  expect(out).toHaveLength(2)
  expect(out.join('')).not.toContain('\x1b')
})

const sample = (requests: number, requestsLeft: number, rulesDone = 3) => [
  { requests, requestsLeft, rulesDone, rulesTotal: 10 },
]

test('estimates nothing at first, then by the speed of the last seconds', () => {
  const time = createTimeLeft()
  expect(time.of(sample(0, 1000), 0)).toBeUndefined()
  expect(time.of(sample(50, 950), 1000)).toBeUndefined()
  expect(time.of(sample(100, 900), 2000)).toBe(18_000)
  for (let at = 3; at <= 20; at++) time.of(sample(100, 900), at * 1000)
  expect(time.of(sample(100, 900), 21_000)).toBeUndefined()
  expect(time.of(sample(110, 890), 22_000)).toBe(445_000)
})

test('estimates nothing when all is done', () => {
  const time = createTimeLeft()
  time.of(sample(0, 10), 0)
  expect(time.of(sample(100, 0), 5000)).toBeUndefined()
  expect(time.of(sample(100, 5, 10), 6000)).toBeUndefined()
})

test.for([
  [300, '1 s'],
  [8400, '8 s'],
  [83_000, '1 min 20 s'],
  [120_000, '2 min'],
  [754_000, '12 min'],
] as const)('%i ms', ([ms, text]) => {
  expect(timeText(ms)).toBe(text)
})
