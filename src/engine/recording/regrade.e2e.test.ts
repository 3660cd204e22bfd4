import { readFileSync, writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Catalog } from '../../core/catalog.ts'
import { canonical, type Json } from '../../core/json.ts'
import type { RuleResult } from '../../core/results.ts'
import { type Variant, violation } from '../../core/rule.ts'
import { catalogOf } from '../../proof/selfcheck/try-against.ts'
import { type Recorded, recorded } from '../../testing/recorded.ts'
import { readRecording } from './read-recording.ts'
import { regrade } from './regrade.ts'

const made: Recorded[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const one of made.splice(0)) await one.remove()
})

async function record(choice: Parameters<typeof recorded>[0]): Promise<Recorded> {
  const one = await recorded(choice)
  made.push(one)
  return one
}

/** The fields that both reports must agree on. */
const comparable = ({ id, status, observation, failure, requests }: RuleResult): string =>
  canonical([
    id,
    status,
    observation ?? null,
    (failure?.counterexample ?? null) as Json,
    failure?.actual ?? '',
    requests,
  ])

async function expectSame({ file, results }: Recorded, catalog: Catalog): Promise<void> {
  const connect = vi.spyOn(Socket.prototype, 'connect')
  const again = await regrade(await readRecording(file), catalog)
  expect(connect).not.toHaveBeenCalled()
  expect(again.rules.map(comparable)).toEqual(results.map(comparable))
}

const FAULTS: readonly [string, { control?: boolean; timing?: boolean }][] = [
  ['a.users.total-pages/rounded-down', {}],
  ['a.auth.no-session/session-cookie', {}],
  ['b.auth.no-session/session-of-the-company-endpoint', {}],
  ['a.auth.uniform-401/mark-in-the-request-id', {}],
  ['a.auth.key-only-credential/as-basic', {}],
  ['a.key.unique/key-id-from-the-second', { control: true }],
  ['a.key.revoke-instant/unknown-to-bearer', { control: true }],
  ['b.lists.total/on-page-1-only', {}],
  ['b.key.renew/expiry-as-it-was', { control: true }],
]

describe('regrading a recorded run', { timeout: 120_000 }, () => {
  test.for([
    ['a', { control: true, timing: true }],
    ['b', { control: true }],
  ] as const)(
    'gives the same results for the conforming server of %s, without a request',
    async ([variant, choice]) => {
      const catalog = await catalogOf(variant)
      const run = await record({ variant, ...choice, depth: 'quick' })
      expect(run.results.filter(({ status }) => status === 'failed')).toEqual([])
      await expectSame(run, catalog)
    },
  )

  test('a run in two rounds gets the same results without a request', async () => {
    const rules = ['a.key.lifecycle', 'a.key.rotation', 'a.users.total', 'a.users.envelope', 'a.auth.uniform-401']
    const run = await record({ variant: 'a', control: true, depth: 'exhaustive', rules })
    expect(run.results.filter(({ status }) => status === 'passed').map(({ id }) => id)).toEqual(rules.toSorted())
    await expectSame(run, await catalogOf('a'))
  })

  test.for(FAULTS)('with the fault %s comes to the same, without a request', async ([id, choice]) => {
    const [rule, fault] = id.split('/') as [string, string]
    const variant = id[0] as Variant
    const catalog = await catalogOf(variant)
    const behaviour = catalog.rules.find((one) => one.id === rule)!.faults![fault]!
    const run = await record({ variant, behaviour, ...choice, depth: 'quick' })
    expect(run.results.filter(({ status }) => status === 'failed').map((one) => one.id)).toContain(rule)
    await expectSame(run, catalog)
  })
})

describe('regrading with another suite version', () => {
  let catalog: Catalog
  beforeAll(async () => {
    catalog = await catalogOf('a')
  })
  const only = (rules: readonly string[]) => record({ variant: 'a', depth: 'quick', rules })
  const withRule = (id: string, change: object): Catalog => ({
    ...catalog,
    rules: catalog.rules.map((rule) => (rule.id === id ? ({ ...rule, ...change } as typeof rule) : rule)),
  })
  const find = (rules: readonly RuleResult[], id: string) => rules.find((rule) => rule.id === id)

  test('a stricter judge changes the verdict', async () => {
    const { file, results } = await only(['a.users.defaults'])
    expect(find(results, 'a.users.defaults')?.status).toBe('passed')
    const stricter = withRule('a.users.defaults', { judge: () => violation('something else', 'this') })
    const { rules, verdict } = await regrade(await readRecording(file), stricter)
    expect(find(rules, 'a.users.defaults')).toMatchObject({ status: 'failed', failure: { actual: 'this' } })
    expect(find(rules, 'a.users.defaults')?.failure).not.toHaveProperty('flaky')
    expect(verdict).toBe('nonconformant')
  })

  test('a rule that requests something unrecorded is inconclusive and names the request', async () => {
    const { file } = await only(['a.users.defaults'])
    const asking = withRule('a.users.defaults', {
      send: (_: unknown, { once, target }: { once: (req: object) => unknown; target: { keys: { active: object } } }) =>
        once({
          endpoint: '/users',
          path: '/users',
          query: [['page', '77']],
          credential: { class: 'active', form: 'x-api-key', headers: [] },
          target,
        }),
    })
    const { rules } = await regrade(await readRecording(file), asking)
    const { status, reason } = find(rules, 'a.users.defaults')!
    expect({ status, reason }).toEqual({
      status: 'inconclusive',
      reason: expect.stringContaining('the recording has no response to GET /users?page=77 with the active key'),
    })
  })

  test('only the recording version judges control evidence', async () => {
    const { file } = await record({ variant: 'a', depth: 'quick', control: true, rules: ['a.key.rotation'] })
    const text = gunzipSync(readFileSync(file))
      .toString()
      .replace(/"version":"\d+\.\d+\.\d+[^"]*"/, '"version":"0.0.1"')
    writeFileSync(file, text)
    const { rules } = await regrade(await readRecording(file), catalog)
    expect(find(rules, 'a.key.rotation')).toMatchObject({
      status: 'inconclusive',
      reason: expect.stringContaining('comes from version 0.0.1'),
    })
  })
})

test('judges what a truncated recording contains; other rules are inconclusive with a reason', async () => {
  const catalog = await catalogOf('a')
  const { file, results } = await record({ variant: 'a', depth: 'quick' })
  const whole = readFileSync(file)
  writeFileSync(file, whole.subarray(0, whole.length * 0.7))
  const { rules, verdict } = await regrade(await readRecording(file), catalog)
  expect(rules.map(({ id }) => id)).toEqual(results.map(({ id }) => id))
  const open = rules.filter(({ status }) => status === 'inconclusive')
  expect(open.length).toBeGreaterThan(5)
  for (const { reason } of open)
    expect(reason).toMatch(
      /the recording ends early|received no response that the rule applies to|could not be repeated/,
    )
  expect(rules.filter(({ status }) => status === 'failed')).toEqual([])
  expect(verdict).toBe('inconclusive')
})
