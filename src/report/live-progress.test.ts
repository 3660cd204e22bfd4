import { expect, test } from 'vitest'
import { createLive, createTimeLeft, progressLine, timeText } from './live-progress.ts'

const progress = (over = {}) => ({
  variant: 'a' as const,
  requests: 410,
  retries: 0,
  rulesDone: 12,
  rulesTotal: 57,
  requestsLeft: 800,
  timingLeft: { requests: 0, ms: 0 },
  pending: ['a.x', 'a.y', 'a.z', 'a.w'],
  failed: [],
  serverErrors: 0,
  openKeys: [],
  confirming: 0,
  ...over,
})

const b = progress({ variant: 'b', rulesDone: 40, rulesTotal: 91, failed: ['b.x.y'] })

test('the line has requests, time left, failures and rules', () => {
  expect(progressLine([progress(), b], 83_000)).toBe(
    '820 of about 2,420 requests · about 1 min 20 s left · 1 failed · 52 of 148 rules',
  )
  expect(progressLine([progress({ requestsLeft: 0 })])).toBe('410 requests · 12 of 57 rules')
})

test('while failures are sent again, this is shown instead of what is left', () => {
  const line = progressLine([progress({ confirming: 4 }), { ...b, confirming: 1 }], 8000)
  expect(line).toBe('820 requests · sending 5 failures again alone · 1 failed · 52 of 148 rules')
})

test('the last rules are named', () => {
  expect(progressLine([progress({ pending: ['a.x'] }), progress({ pending: ['b.y'] })])).toMatch(
    / · pending: a\.x, b\.y$/,
  )
})

test('a narrow terminal gets as much as fits', () => {
  const line = (columns: number) => progressLine([progress(), b], 83_000, columns)
  expect(line(79)).toBe('820 of about 2,420 requests · about 1 min 20 s left · 1 failed')
  expect(line(60)).toBe('820 of about 2,420 requests · about 1 min 20 s left')
  expect(line(20)).toBe('820 of about 2,420 r')
})

test('a terminal has one line that updates in place and is removed', () => {
  const out: string[] = []
  let width = 60
  const live = createLive({ isTTY: true, columns: () => width, now: () => 0, write: (text) => out.push(text) })
  live.update(progress())
  width = 20
  live.update(progress())
  live.end()
  const line = '410 of about 1,210 requests · 12 of 57 rules'
  expect(out).toEqual([`\r\x1b[2K${line}`, `\r\x1b[2K${line.slice(0, 19)}`, '\r\x1b[2K'])
})

test('elsewhere there is a line every ten seconds', () => {
  const out: string[] = []
  let now = 0
  const live = createLive({ isTTY: false, columns: () => 80, now: () => now, write: (text) => out.push(text) })
  for (; now <= 25_000; now += 250) live.update(progress())
  live.end()
  expect(out).toHaveLength(2)
  expect(out.join('')).not.toContain('\x1b')
})

const sample = (requests: number, requestsLeft: number, rulesDone = 3) => [
  { requests, requestsLeft, timingLeft: { requests: 0, ms: 0 }, rulesDone, rulesTotal: 10 },
]

test('estimates nothing at first, then by the speed of the last seconds', () => {
  const time = createTimeLeft()
  expect(time(sample(0, 1000), 0)).toBeUndefined()
  expect(time(sample(50, 950), 1000)).toBeUndefined()
  expect(time(sample(100, 900), 2000)).toBe(18_000)
  for (let at = 3; at <= 20; at++) time(sample(100, 900), at * 1000)
  expect(time(sample(100, 900), 21_000)).toBeUndefined()
  expect(time(sample(600, 400), 22_000)).toBe(4000)
})

test('an estimate never rises', () => {
  const time = createTimeLeft()
  time(sample(0, 1000), 0)
  expect(time(sample(200, 800), 2000)).toBe(8000)
  expect(time(sample(201, 2000), 3000)).toBe(8000)
  expect(time(sample(1000, 100), 4000)).toBe(400)
})

test('adds the measurements of time, which follow at another speed', () => {
  const time = createTimeLeft()
  const during = (requests: number, requestsLeft: number, ms: number) => [
    { requests, requestsLeft, timingLeft: { requests: 1000, ms }, rulesDone: 3, rulesTotal: 10 },
  ]
  time(during(0, 2000, 10_000), 0)
  expect(time(during(200, 1800, 10_000), 2000)).toBe(18_000)
  expect(time(during(1000, 1000, 10_000), 4000)).toBe(10_000)
})

test('estimates nothing when all is done', () => {
  const time = createTimeLeft()
  time(sample(0, 10), 0)
  expect(time(sample(100, 0), 5000)).toBeUndefined()
  expect(time(sample(100, 5, 10), 6000)).toBeUndefined()
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
