import { expect, test } from 'vitest'
import type { Behaviour } from '../../reference-server/behaviour.ts'
import type { Resume } from '../core/settings.ts'
import { type Choice, recorded } from '../testing/recorded.ts'

const RULES = ['a.users.*', 'a.error.body']
const SLICE = 700

/** 700 requests a second, then 429. */
const limiter: Partial<Behaviour> = {
  gateway(call) {
    const bucket = call.once('bucket', () => ({ second: 0, used: 0 }))
    const second = Math.floor(call.now / 1000)
    if (bucket.second !== second) Object.assign(bucket, { second, used: 0 })
    if (bucket.used++ < 700) return undefined
    return {
      status: 429,
      headers: [['Retry-After', '1']],
      body: '{"error":{"code":"slow","message":"Slow","status":429}}',
    }
  },
}

async function tryOnce(choice: Partial<Choice> = {}, requests = Infinity) {
  const run = await recorded({
    ...{ variant: 'a', depth: 'exhaustive', rules: RULES, behaviour: limiter, record: 'failures', ...choice },
    onStart(session) {
      const timer = setInterval(() => session.progress().requests >= requests && session.stop(), 1)
      Promise.all([session.result('a.users.total')]).finally(() => clearInterval(timer))
    },
  })
  await run.remove()
  return run
}

const statuses = ({ results }: Pick<Awaited<ReturnType<typeof tryOnce>>, 'results'>) =>
  results.map(({ id, status }) => ({ id, status }))
const passed = (run: Parameters<typeof statuses>[0]) =>
  statuses(run).flatMap(({ id, status }) => (status === 'passed' ? [id] : []))
const resumeOf = ({ results }: Parameters<typeof statuses>[0], n: number): Resume => ({
  startedAt: `2026-01-01T00:00:0${n}.000Z`,
  rules: results,
})

test('a run that is cut again and again ends as one that is not, and never knows less than before', {
  timeout: 300_000,
}, async () => {
  const whole = await tryOnce()
  let run = await tryOnce({}, SLICE)
  let sent = run.requests
  let runs = 1
  while (run.results.some(({ plannedCases, status }) => plannedCases !== undefined || status === 'inconclusive')) {
    const known = passed(run)
    run = await tryOnce({ resume: resumeOf(run, runs) }, SLICE)
    expect(passed(run)).toEqual(expect.arrayContaining(known))
    sent += run.requests
    expect(++runs).toBeLessThan(20)
  }
  expect(runs).toBeGreaterThan(2)
  expect(statuses(run)).toEqual(statuses(whole))
  expect(sent).toBeLessThan(1.5 * whole.requests)
  expect(run.results.filter(({ earlier }) => earlier).length).toBeGreaterThan(5)
})

test('a failure of the earlier run is kept, with the rules that it blocks', async () => {
  const behaviour: Partial<Behaviour> = { aTotal: () => 1 }
  const first = await tryOnce({ behaviour, depth: 'quick' })
  const failed = first.results.filter(({ status }) => status === 'failed')
  expect(failed.length).toBeGreaterThan(0)
  const second = await tryOnce({ depth: 'quick', resume: resumeOf(first, 1) })
  for (const { id, failure } of failed)
    expect(second.results.find((rule) => rule.id === id)).toMatchObject({ status: 'failed', failure, earlier: {} })
  const blocked = second.results.filter(({ status }) => status === 'blocked').map(({ id }) => id)
  expect(blocked).toEqual(first.results.filter(({ status }) => status === 'blocked').map(({ id }) => id))
  expect(blocked.length).toBeGreaterThan(0)
})
