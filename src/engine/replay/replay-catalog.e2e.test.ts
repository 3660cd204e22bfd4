import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Catalog } from '../../core/catalog.ts'
import type { Exchange } from '../../core/exchange.ts'
import type { Json } from '../../core/json.ts'
import { inApiKey } from '../../core/key-format.ts'
import { seedFor } from '../../core/random.ts'
import type { ReplayCase } from '../../core/replay-case.ts'
import type { Report, RuleResult } from '../../core/results.ts'
import { invariant, type RuleDefinition, trial, type Variant, violation } from '../../core/rule.ts'
import type { Settings } from '../../core/settings.ts'
import type { Target } from '../../core/target.ts'
import { type Deployment, deploy } from '../../proof/selfcheck/deployment.ts'
import { catalogOf } from '../../proof/selfcheck/try-against.ts'
import { type Strange, serve } from '../../testing/foreign-servers.ts'
import { about, get, run, statusOf, SETTINGS as USUAL } from '../../testing/session.ts'
import { startSession } from '../session/session.ts'
import { baseTarget } from '../session/supplied-keys.ts'
import { planReplay } from './plan-replay.ts'
import { rebuildCase, replayCatalog } from './replay-catalog.ts'
import { whatIsRequested } from './what-is-requested.ts'

/** Responds with the status in the path; /flaky/ returns 500 every third time. */
let server: Strange
let paths: string[] = []
let flaky = 0
beforeAll(async () => {
  server = await serve((req, res) => {
    paths.push(req.url!.replace('/api/public/v1', ''))
    const status = Number(/\b(\d{3})\b/.exec(req.url!)?.[1] ?? (flaky++ % 3 === 2 ? 500 : 200))
    res.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  })
})
afterAll(() => server.close())

const PATHS = ['/200', '/404', '/flaky/']
const wants200 = trial<{ path: string }, Exchange>({
  ...about,
  cases: { first: PATHS.map((path) => ({ path })), count: [3, 3, 3] },
  send: ({ path }, tools) => tools.sparingly(get(tools.target, path)),
  judge: (x) => (statusOf(x) === 200 ? undefined : violation('200', `${statusOf(x)}`)),
})
const no404 = invariant({
  ...about,
  cases: {
    first: [{ path: '/400' }, { path: '/404' }],
    count: [2, 2, 2],
    request: ({ path }, target) => get(target, path),
  },
  applies: (x) => (statusOf(x) ?? 0) >= 400,
  judge: (x) => (statusOf(x) === 404 ? violation('no 404', '404', x) : undefined),
})
const surface = {
  endpoints: ['/404', '/400', '/200'],
  parameters: ['page'],
  credentials: { 'x-api-key': inApiKey },
  requests: () => [],
}

type Given = ReplayCase extends infer C ? (C extends ReplayCase ? Omit<C, 'rule' | 'times' | 'instead'> : never) : never

async function replayed(rule: RuleDefinition, given: Given, times = 3): Promise<RuleResult> {
  paths = []
  const known = { sender: wants200, r: rule }
  const catalog = {
    ...{ variant: 'a', reference: {}, surface, preflight: async () => ({ learnt: {} }) },
    rules: Object.entries(known).map(([id, definition]) => ({ ...definition, id, variant: 'a' })),
  } as const
  const { rules } = replayCatalog(
    catalog as never,
    [{ rule: 'r', times, instead: 'npx x run --rule r --seed 1', ...given }],
    { seed: 1, depth: 'quick' },
  )
  const { results } = await run({ r: rules[0]! }, { baseUrl: server.baseUrl, surface, depth: 'quick', replay: [] })
  return results.r!
}
const from = (path: string, c: Json, rule = 'r') => ({ from: { rule, path, case: c } })

function isThere(...drawn: Parameters<typeof rebuildCase>): boolean {
  try {
    return rebuildCase(...drawn) !== undefined
  } catch {
    return false
  }
}

describe('a trial', () => {
  test('repeats only the case at its path', async () => {
    expect(await replayed(wants200, from('first:0', { path: '/200' }))).toMatchObject({ status: 'passed', cases: 3 })
    expect(paths).toEqual(['/200', '/200', '/200'])
    const failed = await replayed(wants200, from('first:1', { path: '/404' }))
    expect(failed).toMatchObject({ status: 'failed', failure: { actual: '404' } })
  })

  test('still fails if it fails intermittently', async () => {
    expect(await replayed(wants200, from('first:2', { path: '/flaky/' }), 12)).toMatchObject({ status: 'failed' })
  })

  test('is not fixed where its smallest form passes, and the first one still fails', async () => {
    const cases = {
      first: [{ n: 9 }],
      any: fc.record({ n: fc.integer({ min: 1, max: 9 }) }),
      count: [1, 1, 1],
    } as const
    const size = (most: number) =>
      trial<{ n: number }, Exchange>({
        ...{ ...about, cases },
        send: (_, tools) => tools.get(get(tools.target, '/200')),
        judge: (_, { n }) => (n > most ? violation(`at most ${most}`, String(n)) : undefined),
      })
    const drawn = { cases, seed: seedFor(1, 'r'), target: {} as Target }
    const path = ['first:0:0', 'first:0:1', 'first:0:2'].find((path) => isThere(drawn, path, { n: 5 }))!
    expect(await replayed(size(4), from(path, { n: 5 }))).toMatchObject({ status: 'failed', failure: { actual: '5' } })
    expect(await replayed(size(5), from(path, { n: 5 }))).toMatchObject({ status: 'failed', failure: { actual: '9' } })
    expect(await replayed(size(9), from(path, { n: 5 }))).toMatchObject({ status: 'passed', cases: 4 })
  })

  test('is undecided where it passes and sends other requests than in the report', async () => {
    const shown = (path: string) => ({
      ...from('first:0', { path: '/200' }),
      shown: whatIsRequested({ endpoint: null, path }),
    })
    expect(await replayed(wants200, shown('/200'))).toMatchObject({ status: 'passed' })
    expect(await replayed(wants200, shown('/201'))).toMatchObject({
      status: 'inconclusive',
      reason: expect.stringMatching(/^the case sends other requests than in the report, .* run instead: .* --seed 1$/),
    })
    const failing = { ...from('first:1', { path: '/404' }), shown: 'other' }
    expect(await replayed(wants200, failing)).toMatchObject({ status: 'failed' })
  })

  test('sends what it usually shares with other cases each time', async () => {
    const shares = trial<{ path: string }, Exchange>({
      ...{ ...about, cases: wants200.cases, judge: wants200.judge },
      send: ({ path }, tools) => tools.once(get(tools.target, path)),
    })
    expect(await replayed(shares, from('first:0', { path: '/200' }))).toMatchObject({ status: 'passed', cases: 3 })
    expect(paths).toEqual(['/200', '/200', '/200'])
  })

  test.for([
    ['first:0', { path: '/elsewhere' }],
    ['first:9', { path: '/200' }],
    ['any:0', { path: '/200' }],
    ['first:0:1', { path: '/200' }],
    ['first:00000', { path: '/200' }],
    ['constructor', { path: '/200' }],
    ['first:0', null],
  ] as [string, Json][])(
    'sends nothing where %s is not the case %j, and names the command to use',
    async ([path, c]) => {
      expect(await replayed(wants200, from(path, c))).toMatchObject({
        status: 'inconclusive',
        reason: expect.stringMatching(
          /^the rule does not generate the case .* edited; run instead: .* run --rule r --seed 1$/,
        ),
      })
      expect(paths).toEqual([])
    },
  )
})

const ACTIVE = { class: 'active', form: 'x-api-key' }
const plain = (more: object = {}) => ({
  request: {
    endpoint: '/404',
    path: '/elsewhere',
    credential: { class: 'active', form: 'x-api-key', headers: [['X-Api-Key', [{ env: 'TENANT_A_KEY' }]]] },
    ...more,
  },
})

describe('an invariant', () => {
  test('judges the response to the described request; the description does not choose its path', async () => {
    expect(await replayed(no404, plain())).toMatchObject({ status: 'failed' })
    expect(new Set(paths)).toEqual(new Set(['/404']))
    expect(await replayed(no404, plain({ endpoint: '/400' }))).toMatchObject({ status: 'passed', cases: 3 })
    expect(await replayed(no404, plain({ endpoint: '/200' }))).toMatchObject({
      status: 'inconclusive',
      reason: expect.stringContaining('does not apply to the current responses (200)'),
    })
  })

  test.for([
    [{ endpoint: '/steal' }, 'not a documented endpoint'],
    [{ endpoint: null }, 'not a documented endpoint'],
    [{ query: [['leak', 'x']] }, 'not a documented query parameter'],
    [{ query: [['page', [{ env: 'TENANT_A_KEY' }]]] }, 'does not describe a plain request'],
    [{ headers: [['Cookie', [{ env: 'TENANT_A_KEY' }]]] }, 'does not describe a plain request'],
    [{ method: 'OPTIONS' }, 'does not describe a plain request'],
    [{ absolute: true }, 'does not describe a plain request'],
    [{ credential: { ...ACTIVE, headers: [['x-api-KEY', [{ env: 'TENANT_A_KEY' }]]] } }, 'sent another key'],
    [{ credential: { ...ACTIVE, headers: [['X-Api-Key', ['x', { env: 'TENANT_A_KEY' }]]] } }, 'sent another key'],
    [{ credential: { ...ACTIVE, headers: [['X-Api-Key', [{ env: 'CREATED_KEY_1' }]]] } }, 'one that the run created'],
    [{ credential: { class: 'active', form: 'bearer' } }, 'no header'],
    [{ credential: { class: 'active', form: 'constructor' } }, 'no header'],
    [{ credential: { class: 'constructor', form: 'x-api-key' } }, 'have no key'],
    [{ credential: { class: 'revoked', form: 'x-api-key' } }, 'have no key'],
  ] as const)('sends nothing for %j', async ([change, expected]) => {
    expect(await replayed(no404, plain(change))).toMatchObject({
      status: 'inconclusive',
      reason: expect.stringContaining(expected),
    })
    expect(paths).toEqual([])
  })

  test('judges the exchanges of its cases and of other rules', async () => {
    expect(await replayed(no404, from('first:1', { path: '/404' }))).toMatchObject({ status: 'failed' })
    expect(await replayed(no404, from('first:0', { path: '/400' }))).toMatchObject({ status: 'passed' })
    expect(await replayed(no404, from('first:1', { path: '/404' }, 'sender'))).toMatchObject({ status: 'failed' })
    expect(await replayed(no404, from('all', null, 'sender'))).toMatchObject({ status: 'failed' })
    expect(new Set(paths)).toEqual(new Set(PATHS))
  })
})

describe.for(['a', 'b'] as Variant[])('the rules of %s', (variant) => {
  test('rebuild each of their cases from its path', async () => {
    const [{ rules }, deployment] = await Promise.all([catalogOf(variant), deploy()])
    const supplied = deployment.target(variant)
    await deployment.close()
    const target = { ...baseTarget(supplied, new Map()), sizes: { '/users': 237 }, project: 'p', dataset: 'd' }
    for (const { id, ...rule } of rules) {
      if (!('cases' in rule) || !rule.cases?.any) continue
      const { first, any } = rule.cases
      const seed = seedFor(1, id)
      const values = fc.sample(fc.tuple(typeof any === 'function' ? any(target) : any), { seed, numRuns: 40 })
      for (const [k, [c]] of values.entries())
        expect([id, rebuildCase({ cases: rule.cases, seed, target }, `any:${k}`, c as Json)]).toEqual([id, c])
      const boundaries = typeof first === 'function' ? first(target) : first
      for (const [k, c] of boundaries.entries())
        expect([id, rebuildCase({ cases: rule.cases, seed, target }, `first:${k}`, c as Json)]).toEqual([id, c])
    }
  })
})

const SETTINGS: Settings = { ...USUAL, seed: 4, strict: true, timeout: 10_000 }

describe.for(['a', 'b'] as Variant[])('failures at the reference server of %s', (variant) => {
  const FAULTS: Record<Variant, string[]> = {
    a: [
      ...['a.users.defaults/per-page-of-20', 'a.users.page-length/one-too-few', 'a.users.partition/zero-based-pages'],
      ...['a.auth.wrong-secret/character-41-unread', 'a.users.since-subset/lost-past-page-one'],
      ...['a.users.total-pages/rounded-down', 'a.auth.401-body/message-in-the-language-of-the-client'],
      ...['a.auth.401-body/message-tells', 'a.key.unique/key-id-from-the-second'],
    ],
    b: [
      ...['b.lists.partition/offset-by-the-default-size', 'b.rows.has-more/page-is-full', 'b.lists.walk/no-order'],
      ...['b.auth.wrong-secret/not-compared', 'b.lists.details-name-parameter/none-at-nodes', 'b.lists.pages/floor'],
    ],
  }
  test.for(FAULTS[variant])('%s still fails there and is fixed on a conforming server', async (fault) => {
    const [id, name] = fault.split('/') as [string, string]
    const catalog = await catalogOf(variant)
    const behaviour = catalog.rules.find((one) => one.id === id)?.faults?.[name]
    expect(behaviour).toBeDefined()
    const [faulty, conforming] = await Promise.all([deploy(behaviour), deploy()])
    const settings = SETTINGS
    const ran = await results({ ...settings, rules: [id] }, faulty, catalog)
    const { seed } = settings
    const report = { targets: [{ variant, rules: ran.filter((one) => one.id === id) }] } as unknown as Report
    const [planned] = planReplay(
      JSON.parse(JSON.stringify(report)),
      [],
      [faulty.target(variant)],
      new Map([[variant, catalog]]),
    )
    expect(planned).toMatchObject({ case: {} })
    const again = replayCatalog(catalog, [planned!.case!], { seed, depth: 'standard' })
    const replay = { ...settings, replay: [planned!.case!] }
    expect(await results(replay, faulty, again)).toMatchObject([{ id, status: 'failed' }])
    expect(await results(replay, conforming, again)).toMatchObject([{ id, status: 'passed' }])
    await Promise.all([faulty.close(), conforming.close()])
  })

  async function results(settings: Settings, deployment: Deployment, catalog: Catalog): Promise<readonly RuleResult[]> {
    const session = startSession(settings, deployment.target(variant), catalog, deployment.control)
    const all = await Promise.all(catalog.rules.map(({ id }) => session.result(id)))
    await session.close()
    return all
  }
})
