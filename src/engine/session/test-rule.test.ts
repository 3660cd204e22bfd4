import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../core/exchange.ts'
import { inApiKey } from '../../core/key-format.ts'
import { type Finding, moved, type Rule, type Tools, type Trial, trial, unclear, violation } from '../../core/rule.ts'
import { type EndedBy, Stopped } from '../../core/stopped.ts'
import type { Target } from '../../core/target.ts'
import { OWN_CLIENT } from '../../http/client-profile.ts'
import { serve } from '../../testing/foreign-servers.ts'
import { sampleExchange } from '../../testing/sample-exchange.ts'
import { about, get, run } from '../../testing/session.ts'
import type { CaseIdentity, CaseTools, RuleContext } from './case-tools.ts'
import { inconclusive, type ProvisionalResult } from './provisional-result.ts'
import { concludeInvariant, runObservation, runTrial } from './test-rule.ts'

/** Tools that send nothing. */
const toolsOf = (more: Partial<CaseTools> = {}) =>
  ({
    sent: [{ ...sampleExchange('/users', {}), n: 7 }],
    steps: () => [{ call: 'createKey' }],
    evidence: (gather: () => Promise<unknown>) => gather(),
    unanswered: () => undefined,
    refused: () => undefined,
    cut: () => false,
    deep: () => false,
    release: () => undefined,
    ...more,
  }) as unknown as CaseTools

function bench(more: Partial<RuleContext> = {}) {
  const seeds: [number, boolean | undefined][] = []
  const tools = ({ seed, again }: CaseIdentity) => {
    seeds.push([seed, again])
    return toolsOf()
  }
  const target = {} as Target
  return {
    seeds,
    bench: {
      target,
      depth: 'standard',
      seed: 3,
      limit: 4,
      ended: () => undefined,
      stopped: () => more.ended?.() !== undefined,
      tools,
      inTurn: (run) => run(),
      ...more,
    } as RuleContext,
  }
}

type Judge = (n: number) => Finding | undefined
const ruleOf = (judge: Judge, more: Partial<Trial<number, number>> = {}) =>
  ({
    ...trial<number, number>({
      ...about,
      cases: { first: [1, 2, 3], count: [1, 3, 3] },
      send: async (n) => n,
      judge,
      ...more,
    }),
    id: 'r',
    variant: 'a',
  }) as unknown as Rule & Trial<unknown, unknown>

describe('a trial', () => {
  it('passes if every case passes', async () => {
    expect(
      await runTrial(
        ruleOf(() => undefined),
        bench().bench,
      ),
    ).toMatchObject({ status: 'passed', cases: 3 })
  })

  it('does not run a case if the run ended before its turn', async () => {
    let ended: Stopped | undefined
    const inTurn: RuleContext['inTurn'] = (run, place) => {
      if (place === 1) ended = new Stopped('the run ended')
      return run()
    }
    const ran: number[] = []
    const rule = ruleOf((n) => void ran.push(n))
    const draft = await runTrial(
      rule,
      bench({ inTurn, limit: 1, ended: () => ended, stopped: () => ended !== undefined }).bench,
    )
    expect(draft).toMatchObject({ status: 'passed', cases: 1, plannedCases: 3 })
    expect(ran).toEqual([1])
  })

  it('is inconclusive if any case is, and says how many are', async () => {
    const all = await runTrial(
      ruleOf(() => unclear('fog')),
      bench().bench,
    )
    expect(all).toMatchObject({ status: 'inconclusive', cases: 3, reason: 'fog' })
    const one = await runTrial(
      ruleOf((n) => (n === 2 ? moved('it moved') : undefined)),
      bench().bench,
    )
    expect(one).toMatchObject({ status: 'inconclusive', cases: 3, reason: '1 of 3 cases: it moved' })
  })

  it('is inconclusive without cases, or if the run ended before them', async () => {
    const none = { cases: { first: [], count: [1, 1, 1] } } as Partial<Trial<number, number>>
    const nothing = await runTrial(
      ruleOf(() => undefined, none),
      bench().bench,
    )
    expect(nothing).toEqual({ status: 'inconclusive', cases: 0, reason: 'none of its cases apply to this target' })
    const early = await runTrial(
      ruleOf(() => undefined),
      bench({ ended: () => new Stopped('the run was interrupted') }).bench,
    )
    expect(early).toMatchObject({ status: 'inconclusive', cases: 0, reason: expect.stringContaining('interrupted') })
  })

  it('passes when the run ends early if the cases of a quick run passed', async () => {
    const cutAfter = (cases: number, quick: number, by: EndedBy = 'interruption') => {
      let begun = 0
      const ended = () => (begun >= cases ? new Stopped('the run was interrupted', by) : undefined)
      const counted = { cases: { first: [1, 2, 3], count: [quick, 3, 3] as const }, send: async () => ++begun }
      return runTrial(
        ruleOf(() => undefined, counted),
        bench({ limit: 1, ended }).bench,
      )
    }
    const reason = '2 of 3 cases; the run was interrupted'
    expect(await cutAfter(2, 2)).toMatchObject({ status: 'passed', cases: 2, reason })
    expect(await cutAfter(2, 3)).toMatchObject({ status: 'inconclusive', cases: 2, reason })
    expect(await cutAfter(2, 2, 'unreachable')).toMatchObject({ status: 'inconclusive', cases: 2, reason })
    expect(await cutAfter(3, 1)).not.toHaveProperty('reason')
  })

  it('does not count a case during which the run ended', async () => {
    let sent = 0
    const tools = () => toolsOf({ unanswered: () => (sent === 2 ? 'cut' : undefined), cut: () => sent === 2 })
    const ended = () => (sent === 2 ? new Stopped('the run was interrupted') : undefined)
    const rule = ruleOf(() => undefined, { send: async () => ++sent })
    expect(await runTrial(rule, bench({ limit: 1, tools, ended }).bench)).toMatchObject({
      status: 'passed',
      cases: 1,
      reason: '1 of 3 cases; the run was interrupted',
    })
  })

  it('starts the second round with new cases and skips completed ones', async () => {
    const tried: number[] = []
    const send = async (n: number) => tried.push(n)
    const before = { count: 2, passed: new Set([1]), through: new Set([1]) }
    const rule = ruleOf(() => undefined, { send })
    const draft = await runTrial(rule, bench({ before, limit: 1 }).bench)
    expect(tried).toEqual([3, 1])
    expect(draft).toMatchObject({ status: 'passed', cases: 3, round: { through: new Set([0, 1, 2]) } })
    const cut = await runTrial(rule, bench({ before, ended: () => new Stopped('the run was interrupted') }).bench)
    expect(cut.reason).toBe('1 of 3 cases; the run was interrupted')
  })

  it('leaves depth-dependent and inconclusive cases to the next round', async () => {
    const deep = { tools: () => toolsOf({ deep: () => true }) }
    const passed = await runTrial(
      ruleOf(() => undefined),
      bench(deep).bench,
    )
    expect(passed.round).toEqual({ count: 3, passed: new Set([0, 1, 2]), through: new Set() })
    const foggy = await runTrial(
      ruleOf((n) => (n === 2 ? unclear('fog') : undefined)),
      bench().bench,
    )
    expect(foggy.round).toEqual({ count: 3, passed: new Set([0, 2]), through: new Set([0, 2]) })
  })

  it('fails with its first failing case, as sent and in words', async () => {
    const cases = { first: [1, 2, 3], count: [1, 3, 3], inWords: (n: number) => `number ${n}` } as const
    const found = await runTrial(
      ruleOf((n) => (n > 1 ? violation('1', `${n}`) : undefined), { cases }),
      bench().bench,
    )
    expect(found).toMatchObject({
      status: 'broken',
      found: { violation: { actual: '2' }, counterexample: 2, inWords: 'number 2', path: 'first:1' },
    })
    expect(found.found).toMatchObject({ exchanges: [{ n: 7 }], steps: [{ call: 'createKey' }] })
    expect(found.found).not.toHaveProperty('flaky')
    const plain = await runTrial(
      ruleOf(() => violation('1', '2')),
      bench().bench,
    )
    expect(plain.found).not.toHaveProperty('inWords')
  })

  it('names the one header that a case needs, if the case has it for nothing else', async () => {
    const headers = [['Accept-Language', 'tr']]
    const tools = () => toolsOf({ sent: [sampleExchange('/users', {}, {}, { headers } as never)] })
    const headlineOf = async (first: object) => {
      const cases = { first: [first] as never[], count: [1, 1, 1], harmless: ['language'] } as const
      const found = await runTrial(
        ruleOf(() => violation('1', '2'), { cases }),
        bench({ tools }).bench,
      )
      return found.found!.violation.headline
    }
    expect(await headlineOf({ language: 'tr' })).toMatch(
      /; with Accept-Language: tr, while the request without it conforms$/,
    )
    expect(await headlineOf({ page: 2 })).toBeUndefined()
  })

  it('names the one property of a client that a case needs, unless a case takes many requests', async () => {
    const tools = ({ client }: CaseIdentity) => toolsOf({ sent: [sampleExchange('/users', {}, {}, { client })] })
    const rule = trial<number, string | undefined>({
      ...about,
      cases: { first: [1], count: [1, 1, 1] },
      send: async (_, tools) => (tools as CaseTools).sent[0]!.req.client,
      judge: (client) => {
        const [whole, properties] = (client ?? '').split(': ')
        const fails = whole !== OWN_CLIENT && (properties === undefined || /user-agent/i.test(properties))
        return fails ? violation('less', 'more') : undefined
      },
    })
    const found = async (cost?: () => number) => {
      const one = { ...rule, id: 'r', variant: 'a', cases: { ...rule.cases, ...(cost && { cost }) } }
      return (await runTrial(one as unknown as Rule & Trial<unknown, unknown>, bench({ tools }).bench)).found
    }
    const { client, violation: by, exchanges } = (await found())!
    expect(client).toMatch(/: user-agent$/i)
    expect(by.headline).toMatch(/; with user-agent: [^,]+, while the plain request conforms$/i)
    expect(exchanges.map(({ req }) => req.client)).toEqual([client])
    expect((await found(() => 100))?.client).not.toContain(': ')
  })

  it('reports the failure rate of a flaky case', async () => {
    let n = 0
    const found = await runTrial(
      ruleOf(() => (n++ === 0 ? violation('1', '2') : undefined)),
      bench({ limit: 1 }).bench,
    )
    expect(found).toMatchObject({ status: 'broken', found: { flaky: '1 of 5' } })
  })

  it('keeps measurement and note with every status', async () => {
    const more = {
      measurement: (n: number) => ({ summary: `${n}` }) as never,
      note: (evidence: readonly number[]) => `seen ${[...evidence].sort()}`,
    }
    for (const finding of [undefined, unclear('fog'), violation('1', '2')]) {
      const draft = await runTrial(
        ruleOf(() => finding, more),
        bench({ limit: 1, onlyFirst: true }).bench,
      )
      expect(draft, finding?.kind).toMatchObject({ note: 'seen 1', measurement: { summary: '1' } })
    }
    const none = await runTrial(
      ruleOf(() => undefined, { note: () => undefined }),
      bench().bench,
    )
    expect(Object.keys(none)).toEqual(['status', 'cases', 'round'])
    const once = { measurement: (n: number) => (n === 1 ? ({ summary: '1' } as never) : undefined) }
    expect(
      await runTrial(
        ruleOf(() => undefined, once),
        bench().bench,
      ),
    ).toMatchObject({ measurement: { summary: '1' } })
    const silent = bench({ tools: () => toolsOf({ unanswered: () => 'no response' }) }).bench
    const note = (evidence: readonly number[]) => `of ${evidence.length}`
    expect(
      await runTrial(
        ruleOf(() => undefined, { note }),
        silent,
      ),
    ).toMatchObject({ note: 'of 0', reason: 'no response' })
  })

  it('derives its note from the evidence of both rounds', async () => {
    const rule = ruleOf(() => undefined, { note: (evidence: readonly number[]) => `seen ${evidence}` })
    const quick = await runTrial(rule, bench({ depth: 'quick', limit: 1 }).bench)
    const whole = await runTrial(rule, bench({ before: quick.round, limit: 1 }).bench)
    expect([quick.note, whole.note]).toEqual(['seen 1', 'seen 1,2,3'])
  })

  it('seeds each case reproducibly and marks repeated attempts', async () => {
    const seeds = async (seed: number) => {
      const one = bench({ limit: 1, seed })
      await runTrial(
        ruleOf((n) => (n === 3 ? violation('1', '2') : undefined)),
        one.bench,
      )
      return one.seeds
    }
    const first = await seeds(3)
    expect(new Set(first.map(([seed]) => seed)).size).toBe(3)
    expect(first.map(([, again]) => again)).toEqual([false, false, false, true])
    expect(first[2]![0]).toBe(first[3]![0])
    expect(first[0]![0]).toBe(3 ^ fc.hash('1'))
    expect(await seeds(3)).toEqual(first)
    expect((await seeds(4))[0]![0]).not.toBe(first[0]![0])
  })
})

describe('an observation', () => {
  const looking = (look: () => Promise<never>, tools: Partial<CaseTools> = {}) => {
    const released: number[] = []
    const mine = toolsOf({ release: () => void released.push(1), ...tools })
    const rule = { ...about, kind: 'observation', observe: look } as never
    return runObservation(rule, bench({ tools: () => mine }).bench).then((draft) => ({
      draft,
      released: released.length,
    }))
  }

  it('returns the observed value', async () => {
    expect(await looking(async () => ({ a: 1 }) as never)).toEqual({
      draft: { status: 'observed', cases: 1, observation: { a: 1 } },
      released: 1,
    })
  })

  it('is inconclusive without a response', async () => {
    const unanswered = () => 'no response'
    const none = { status: 'inconclusive', cases: 1, reason: 'no response' }
    expect((await looking(async () => null as never, { unanswered })).draft).toEqual(none)
    const failing = async () => {
      throw new TypeError('oops')
    }
    expect(await looking(failing, { unanswered })).toEqual({ draft: none, released: 1 })
    await expect(looking(failing)).rejects.toThrow('oops')
  })
})

describe('an invariant', () => {
  const cases = { first: [], count: [1, 1, 1], request: () => ({}) } as never
  const concluded = (seen: object, open?: ProvisionalResult) =>
    concludeInvariant({ ...about, kind: 'invariant', cases } as never, seen as never, bench().bench, [
      { cases: {}, open: inconclusive('another') } as never,
      { cases, ...(open && { open }) } as never,
    ])

  it('passes with the number of judged responses', async () => {
    expect(await concluded({ judged: 5, broken: 0 })).toEqual({ status: 'passed', cases: 5 })
  })

  it('without own cases passes on exchanges of other rules', async () => {
    const rule = { ...about, kind: 'invariant' } as never
    expect(
      await concludeInvariant(rule, { judged: 2, broken: 0, failing: [], conforming: [] }, bench().bench, []),
    ).toEqual({
      status: 'passed',
      cases: 2,
    })
  })

  it('is inconclusive without a response or if the run ended during its cases', async () => {
    const none = {
      status: 'inconclusive',
      cases: 0,
      reason: 'received no response that the rule applies to, perhaps because of another failure',
    }
    expect(await concluded({ judged: 0, broken: 0 })).toEqual(none)
    expect(await concluded({ judged: 5, broken: 0 }, inconclusive('spent', 1))).toEqual({
      status: 'inconclusive',
      cases: 5,
      reason: 'spent',
    })
  })

  it('passes on its quick cases if the run ended before the others, and says so', async () => {
    const open = { status: 'passed', cases: 1, reason: '1 of 3 cases; the run was interrupted' } as const
    expect(await concluded({ judged: 5, broken: 0 }, open)).toEqual({ ...open, cases: 5 })
  })

  it('rethrows a crash of its judge', async () => {
    await expect(concluded({ judged: 5, crash: new TypeError('oops') })).rejects.toThrow('oops')
  })
})

describe('the other credential form', () => {
  const ofForm = (conforms: boolean, more: object = {}) => {
    const cases = {
      first: [{ by: 'X-Api-Key' }, { by: 'Bearer', ...more }] as never[],
      count: [2, 2, 2] as const,
    }
    const judge = ({ by }: { by: string }) => (conforms && by === 'X-Api-Key' ? undefined : violation('401', '200'))
    return runTrial(ruleOf(judge as never, { cases, send: async (c) => c }), bench({ limit: 1 }).bench)
  }

  it('is named where the same case conforms in it', async () => {
    expect((await ofForm(true)).found).toMatchObject({ counterexample: { by: 'Bearer' }, otherWay: 'X-Api-Key' })
  })

  it('is not named where the client decides', async () => {
    const cases = { first: [{ by: 'X-Api-Key' }, { by: 'Bearer' }] as never[], count: [2, 2, 2] as const }
    const tools = ({ client }: CaseIdentity) => toolsOf({ sent: [sampleExchange('/users', {}, {}, { client })] })
    const clients: string[] = []
    const ofClient = (failing: string) => {
      const send = async (_: unknown, tools: Tools) => (tools as CaseTools).sent[0]!.req.client ?? ''
      const judge = (client: string) => {
        clients.push(client)
        return failing !== '' && client.startsWith(failing) ? violation('401', '200') : undefined
      }
      return runTrial(ruleOf(judge as never, { cases, send: send as never }), bench({ limit: 1, tools }).bench)
    }
    await ofClient('')
    const [first, second] = clients
    expect(first).not.toBe(second)
    const { found } = await ofClient(second!)
    expect(found).toMatchObject({ counterexample: { by: 'Bearer' }, client: expect.stringContaining(second!) })
    expect(found!.otherWay).toBeUndefined()
  })

  it('is not named where it fails, or the case differs in more', async () => {
    expect((await ofForm(false)).found!.otherWay).toBeUndefined()
    expect((await ofForm(true, { page: 2 })).found!.otherWay).toBeUndefined()
  })
})

it('shows a bad key that is accepted rather than one that gets another status than 401', async () => {
  const server = await serve(({ headers }, res) => {
    const status = headers['x-api-key'] === 'x' ? 500 : 200
    res.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  })
  const rejected = trial<string, Exchange>({
    ...about,
    cases: { first: ['x', 'y'], count: [2, 2, 2] },
    send: (text, tools) => tools.get({ ...get(tools.target, '/x'), credential: inApiKey(text, 'malformed') }),
    judge: (x) => {
      const { status } = x.response!
      return status === 401 ? undefined : { ...violation('401', `${status}`, x), causes: [`of ${status}`] }
    },
  })
  const { results } = await run({ 'a.x.y': rejected }, { baseUrl: server.baseUrl })
  await server.close()
  expect(results['a.x.y']!.failure).toMatchObject({
    actual: '200',
    causes: ['of 200', 'of 500'],
    counterexample: 'y',
    path: 'first:1',
  })
})
