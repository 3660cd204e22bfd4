import { expect, test } from 'vitest'
import type { VariantProgress } from '../core/settings.ts'
import { progressLine } from '../report/live-progress.ts'
import { withoutProgress } from './without-progress.ts'

const of = (variant: 'a' | 'b', failed: string[]): VariantProgress => ({
  ...{
    variant,
    requests: 410,
    retries: 0,
    rulesDone: 12,
    rulesTotal: 57,
    requestsLeft: 800,
    timingLeft: { requests: 0, ms: 0 },
    pending: failed,
    failed,
    serverErrors: 0,
    openKeys: [],
    confirming: 0,
  },
})

test('of what the command said its progress is gone, and nothing else', () => {
  const lines = [
    progressLine([of('a', [])], 83_000),
    progressLine([of('b', []), of('a', ['a.x.y'])]),
    progressLine([{ ...of('a', ['a.x.y']), confirming: 2 }]),
  ]
  expect(withoutProgress(`one\n${lines.join('\n')}\ntwo\n`)).toBe('one\ntwo\n')
})
