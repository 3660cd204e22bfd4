import { describe, expect, it } from 'vitest'
import type { Exchange, Req } from '../../core/exchange.ts'
import { URGENT } from '../../http/queue.ts'
import type { Recorder } from '../recording/recorder.ts'
import { createCaseTools, type ToolContext } from './create-case-tools.ts'
import { requestIdentity } from './request-identity.ts'

const req = (path: string, more: Partial<Req> = {}): Req =>
  ({ endpoint: path, path, credential: { class: 'active', form: 'none', headers: [] }, ...more }) as Req

/** A client that responds with the status in the path, such as `/503`, or fails, such as `/timeout`. */
function contextWith(more: Partial<ToolContext> = {}) {
  const sent: { path: string; rule: string; how: object }[] = []
  const usedBaselines: string[] = []
  const send = async (one: Req, rule: string, how: object) => {
    sent.push({ path: one.path, rule, how })
    const status = Number(one.path.slice(1))
    const said = Number.isNaN(status)
      ? { problem: { kind: one.path.slice(1), message: 'oh' } }
      : { response: { status } }
    return { n: sent.length, req: one, ...said } as unknown as Exchange
  }
  const context = {
    client: { send, stopwatch: (rule: string) => `watch of ${rule}` },
    target: {},
    depth: 'standard',
    shared: new Map(),
    baselines: { used: (rule: string, x: Exchange) => void usedBaselines.push(`${rule} ${x.req.path}`) },
    priorities: { series: 1, of: (rule: string, isFirst: boolean, place?: number) => `${rule} ${isFirst} ${place}` },
    inSequence: async (reqs: readonly Req[], rule: string, slot: string) => [reqs.length, rule, slot],
    controlSession: { functions: [], byHand: false, failures: new Map() },
    ...more,
  } as unknown as ToolContext
  return { sent, usedBaselines, context }
}

describe('the tools of a case', () => {
  it('send for the rule and case, with priority if requested', async () => {
    const { sent, context } = contextWith()
    const tools = createCaseTools(context, 'r', { seed: 42, place: 3 })
    await tools.get(req('/200'))
    await tools.promptly(req('/201'))
    await tools.sparingly(req('/202'))
    expect(sent).toEqual([
      { path: '/200', rule: 'r', how: { slot: '42', rank: 'r true 3' } },
      { path: '/201', rule: 'r', how: { slot: '42', rank: URGENT } },
      { path: '/202', rule: 'r', how: { slot: '42', rank: 'r false 3' } },
    ])
    expect(await tools.series([req('/200'), req('/200')])).toEqual([2, 'r', '42.0'])
    expect(await tools.series([req('/200')])).toEqual([1, 'r', '42.1'])
    expect(tools.stopwatch()).toBe('watch of r')
    expect(tools.sent.map(({ req: { path } }) => path)).toEqual(['/200', '/201', '/202'])
  })

  it('share `once` requests, and `sparingly` requests at quick depth', async () => {
    const { sent, usedBaselines, context } = contextWith({ sharing: 'sparing' })
    const [one, two] = ['r', 's'].map((rule) => createCaseTools(context, rule, { seed: 1 }))
    const xs = await Promise.all([one!.once(req('/200')), two!.once(req('/200')), two!.good(req('/200'))])
    expect(new Set(xs).size).toBe(1)
    expect(await one!.sparingly(req('/200'))).toBe(xs[0])
    expect(sent).toEqual([{ path: '/200', rule: 'r', how: { slot: 'once', rank: 'r true undefined' } }])
    await createCaseTools(context, 'r', { seed: 1, again: true }).sparingly(req('/200'))
    expect(sent).toHaveLength(2)
    expect(usedBaselines).toEqual(['s /200'])
    expect(two!.sent).toHaveLength(2)
  })

  it('share nothing in a replay', async () => {
    const { sent, context } = contextWith({ sharing: 'none' })
    const tools = createCaseTools(context, 'r', { seed: 1 })
    await Promise.all([tools.once(req('/200')), tools.once(req('/200')), tools.good(req('/200'))])
    expect(sent).toHaveLength(3)
  })

  it('keep the latest exchanges', async () => {
    const { context } = contextWith()
    const tools = createCaseTools(context, 'r', { seed: 1 })
    for (let i = 0; i < 40; i++) await tools.get(req('/200'))
    expect([tools.sent.length, tools.sent[0]!.n, tools.sent.at(-1)!.n]).toEqual([32, 9, 40])
  })

  it('generate the same numbers from the same seed', () => {
    const draw = (seed: number) => createCaseTools(contextWith().context, 'r', { seed }).random()
    expect(draw(1)).toBe(draw(1))
    expect(draw(1)).not.toBe(draw(2))
  })
})

describe('a case cannot be judged', () => {
  const why = async (...asked: Req[]) => {
    const tools = createCaseTools(contextWith().context, 'r', { seed: 1 })
    for (const one of asked) await tools.get(one)
    return tools.unanswered()
  }

  it('after a missing or transient response; the reason is the first', async () => {
    expect(await why(req('/200'), req('/401'), req('/500'))).toBeUndefined()
    expect(await why(req('/200'), req('/503'), req('/timeout'))).toBe('GET /503 kept returning 503')
    expect(await why(req('/timeout'), req('/503'))).toBe('GET /timeout got no response: oh')
    expect(await why(req('/429', { method: 'HEAD' }))).toBe('HEAD /429 kept returning 429')
    expect(await why(req('/stopped'))).toBe('oh before it could be tried')
  })

  it('except for requests outside the reference', async () => {
    expect(await why(req('/503', { outside: true }), req('/timeout', { outside: true }))).toBeUndefined()
  })
})

it('a failed baseline request makes its case inconclusive', async () => {
  const tools = createCaseTools(contextWith().context, 'r', { seed: 1 })
  await tools.get(req('/404'))
  await tools.good(req('/200'))
  expect(tools.refused()).toBeUndefined()
  await tools.good(req('/403'))
  await tools.good(req('/404'))
  expect(tools.refused()).toBe('its baseline request GET /403 returned 403')
})

it('records evidence, always for rules that observe more than exchanges', async () => {
  const lines: object[] = []
  const recorder = { evidence: (line: object) => void lines.push(line) } as unknown as Recorder
  const gather = async () => 7
  expect(await createCaseTools(contextWith({ recorder }).context, 'r', { seed: 5 }).evidence(gather)).toBe(7)
  expect(lines).toEqual([])
  const keepsEvidence = (rule: string) => rule === 'r'
  expect(
    await createCaseTools(contextWith({ recorder, keepsEvidence }).context, 'r', { seed: 5 }).evidence(gather),
  ).toBe(7)
  expect(lines).toMatchObject([{ slot: 'standard 5', value: 7 }])
  expect(await createCaseTools(contextWith().context, 'r', { seed: 5 }).evidence(gather)).toBe(7)
})

it('requests are identical if they are the same bytes on the wire', () => {
  const one = req('/a', { query: [['x', '1']], headers: [['A', 'b']] })
  expect(requestIdentity(one)).toBe(requestIdentity({ ...one, endpoint: null, method: 'GET' }))
  expect(requestIdentity(req('/a'))).toBe(requestIdentity(req('/a', { query: [], headers: [] })))
  const others: Partial<Req>[] = [
    { path: '/b' },
    { method: 'HEAD' },
    { query: [['x', '2']] },
    { headers: [] },
    { credential: { class: 'active', form: 'x-api-key', headers: [['X-Api-Key', 'k']] } },
  ]
  for (const other of others) expect(requestIdentity({ ...one, ...other })).not.toBe(requestIdentity(one))
})
