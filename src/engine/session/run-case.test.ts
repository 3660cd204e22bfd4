import { describe, expect, it, vi } from 'vitest'
import type { ControlStep } from '../../core/control-tools.ts'
import { type Finding, moved, type Trial, trial, unclear, violation } from '../../core/rule.ts'
import type { Target } from '../../core/target.ts'
import { Stopped } from '../../http/client.ts'
import { about } from '../../testing/session.ts'
import { ControlFailed, Refused } from '../control/refused.ts'
import type { CaseTools } from './case-tools.ts'
import { runCase, shortReason } from './run-case.ts'

const toolsWith = (outcome: { unanswered?: string; refused?: string; cut?: boolean } = {}) => {
  const release = vi.fn()
  const tools = {
    sent: [],
    steps: () => [],
    evidence: (gather: () => Promise<unknown>) => gather(),
    unanswered: () => outcome.unanswered,
    refused: () => outcome.refused,
    cut: () => outcome.cut === true,
    deep: () => false,
    release,
  } as unknown as CaseTools
  return { tools, release }
}
const wrong = violation('a', 'b')
const ruleOf = (judge: () => Finding | undefined, more: Partial<Trial<null, string>> = {}) =>
  trial<null, string>({
    ...about,
    cases: { first: [null], count: [1, 1, 1] },
    send: async () => 'seen',
    judge,
    ...more,
  })
const tried = (judge: () => Finding | undefined, outcome = {}, more = {}) =>
  runCase(ruleOf(judge, more), null, {} as Target, () => toolsWith(outcome).tools)

describe('one case', () => {
  it('is judged after all responses arrived', async () => {
    const judge = vi.fn(() => wrong)
    expect((await tried(judge)).finding).toBe(wrong)
    expect((await tried(judge, { unanswered: 'no response' })).finding).toEqual(unclear('no response'))
    const why = 'the run was interrupted'
    expect((await tried(judge, { unanswered: why, cut: true })).finding).toEqual({ kind: 'cut', why })
    expect(judge).toHaveBeenCalledTimes(1)
  })

  it('is inconclusive, not a bug, when it reads a missing response', async () => {
    const send = () => Promise.reject(new TypeError("Cannot read properties of undefined (reading 'status')"))
    expect((await tried(() => wrong, { unanswered: 'no response' }, { send })).finding).toEqual(unclear('no response'))
    await expect(tried(() => wrong, {}, { send })).rejects.toThrow(TypeError)
  })

  it('is cut when the run ends during it, unless it found a violation', async () => {
    const fog = await tried(() => unclear('fog'), { cut: true })
    expect(fog.finding).toEqual({ kind: 'cut', why: 'fog' })
    expect((await tried(() => wrong, { cut: true })).finding).toBe(wrong)
  })

  it('is inconclusive without a violation when its baseline request failed', async () => {
    const outcome = { refused: 'the baseline request returned 404' }
    expect((await tried(() => undefined, outcome)).finding).toEqual({ ...unclear(outcome.refused), refused: true })
    expect((await tried(() => wrong, outcome)).finding).toBe(wrong)
    expect((await tried(() => undefined)).finding).toBeUndefined()
  })

  it('returns its measurement', async () => {
    const measurement = () => ({ summary: 'x' }) as never
    expect((await tried(() => undefined, {}, { measurement })).measurement).toEqual({ summary: 'x' })
    expect((await tried(() => undefined)).measurement).toBeUndefined()
  })

  it('is retried up to five times while the data changes, but not when merely inconclusive', async () => {
    const restless = vi.fn(() => moved('it moved'))
    expect((await tried(restless)).finding).toEqual(moved('it moved'))
    expect(restless).toHaveBeenCalledTimes(5)
    const doubtful = vi.fn(() => unclear('no'))
    await tried(doubtful)
    expect(doubtful).toHaveBeenCalledTimes(1)
  })

  it('releases its tools after each attempt and rethrows bugs', async () => {
    const { tools, release } = toolsWith()
    const bug = ruleOf(() => {
      throw new TypeError('oops')
    })
    await expect(runCase(bug, null, {} as Target, () => tools)).rejects.toThrow('oops')
    expect(release).toHaveBeenCalledTimes(1)
  })
})

describe('what ends a case early', () => {
  it('becomes a reason; any other error is a bug', () => {
    expect(shortReason(new Stopped('the run was interrupted'))).toContain('interrupted')
    expect(shortReason(new ControlFailed('createKey failed'))).toBe('createKey failed')
    const step = { call: 'createKey', refused: 'no' } as unknown as ControlStep
    expect(shortReason(new Refused(step))).toBe('the console refused createKey: no')
    expect(() => shortReason(new TypeError('oops'))).toThrow('oops')
  })
})
