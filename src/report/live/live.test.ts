import { expect, test } from 'vitest'
import { createLive, progressLine } from './live.ts'

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
