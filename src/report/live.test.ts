import { expect, test } from 'vitest'
import { createLive, progressLine } from './live.ts'

const progress = (over = {}) => ({
  variant: 'a' as const,
  requests: 410,
  retries: 0,
  rulesDone: 12,
  rulesTotal: 57,
  failed: [],
  ...over,
})

test('the line tells of rules, requests and failures', () => {
  const b = progress({ variant: 'b', rulesDone: 40, rulesTotal: 91, failed: ['b.x.y'] })
  expect(progressLine([progress(), b], 2000)).toBe('a 12/57 · b 40/91 rules · 820 requests, 410/s · 1 failed')
})

test('a terminal has one line that renews itself and goes', () => {
  const out: string[] = []
  const live = createLive({ isTTY: true, columns: 20, now: () => 0, write: (text) => out.push(text) })
  live.update(progress())
  live.end()
  expect(out).toEqual(['\r\x1b[2Ka 12/57 rules · 410', '\r\x1b[2K'])
})

test('elsewhere there is a line every few seconds', () => {
  const out: string[] = []
  let now = 0
  const live = createLive({ isTTY: false, columns: 80, now: () => now, write: (text) => out.push(text) })
  for (; now <= 25_000; now += 250) live.update(progress())
  live.end()
  expect(out).toHaveLength(5)
  expect(out.join('')).not.toContain('\x1b')
})
