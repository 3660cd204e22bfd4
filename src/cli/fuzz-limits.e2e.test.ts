import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { RunFlags } from '../config/options.ts'
import { randomFrom } from '../core/random.ts'
import type { TargetResult } from '../core/results.ts'
import { run } from '../engine/run.ts'
import { type Deployment, deploy } from '../proof/selfcheck/deployment.ts'
import { captured } from '../testing/captured.ts'
import { type Call, type Listening, listen, write } from '../testing/hostile/server.ts'
import { newFolder } from '../testing/new-folder.ts'
import { parseArguments } from './command.ts'
import { settingsFor } from './load-settings.ts'
import { main } from './main.ts'
import { RUN_OPTIONS } from './run-options.ts'

/** More by hand: `RUNS=300 FC_SEED=random`. */
const RUNS = Number(process.env.RUNS ?? 20)

/** What becomes of a response of the reference server on its way. */
const FLAWS = {
  closed: ({ socket }: Call) => socket.destroy(),
  reset: ({ socket }: Call) => socket.resetAndDestroy(),
  'never sent': () => undefined,
  late: async (call: Call) => {
    const legal = await call.legal()
    setTimeout(() => call.socket.writable && write(call, legal), 20)
  },
  'cut off': async (call: Call) => {
    const { body } = await call.legal()
    call.socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length + 1}\r\n\r\n${body}`)
  },
  503: (call: Call) => write(call, { status: 503, reason: 'Busy', headers: [], body: Buffer.alloc(0) }),
  429: (call: Call) =>
    write(call, { status: 429, reason: 'Slow', headers: [['Retry-After', '0']], body: Buffer.alloc(0) }),
} satisfies Record<string, (call: Call) => unknown>

const runs = fc.record({
  variants: fc.constantFrom(['a'], ['b'], ['a', 'b']),
  depth: fc.constantFrom('quick', 'standard', 'exhaustive'),
  control: fc.boolean(),
  maxRequests: fc.option(fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 41, max: 600 }))),
  timeout: fc.constantFrom('3ms', '10ms', '2s'),
  deadline: fc.integer({ min: 100, max: 1200 }),
  concurrency: fc.constantFrom(1, 4, 16, 64),
  flaw: fc.constantFrom(...(Object.keys(FLAWS) as (keyof typeof FLAWS)[])),
  share: fc.constantFrom(0, 0.01, 0.1, 0.5),
  seed: fc.integer({ min: 0, max: 1e6 }),
})

let deployment: Deployment
const fronts: Listening[] = []
let flawed: { readonly flaw: keyof typeof FLAWS; readonly isNext: () => boolean }
beforeAll(async () => {
  deployment = await deploy()
  for (const variant of ['a', 'b'] as const) {
    const { baseUrl } = deployment.target(variant)
    const when = () => flawed.isNext()
    fronts.push(await listen({ when, response: (call) => FLAWS[flawed.flaw](call) }, baseUrl))
  }
})
afterAll(async () => {
  for (const front of fronts) await front.close()
  await deployment.close()
})

const dir = newFolder()
beforeEach(() => {
  for (const [name, value] of Object.entries(deployment.env)) vi.stubEnv(name, value)
  vi.stubEnv('TENANT_A_BASE_URL', fronts[0]!.baseUrl)
  vi.stubEnv('TENANT_B_BASE_URL', fronts[1]!.baseUrl)
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const CONTROL = resolve(import.meta.dirname, '../../reference-server/control/module.ts')
const CRASH = /the suite (itself )?failed|\n\s+at /
const REPORT = join(dir, 'report.json')

function argumentsOf({ variants, control, maxRequests, depth, timeout, deadline, concurrency, seed }: Generated) {
  const valued = { depth, timeout, deadline: `${deadline}ms`, concurrency, seed, out: dir, reporter: 'junit' }
  return [
    ...Object.entries(valued).map(([name, value]) => `--${name}=${value}`),
    ...variants.map((variant) => `--variant=${variant}`),
    ...(maxRequests === null ? [] : [`--max-requests=${maxRequests}`]),
    ...(control ? [`--control=${CONTROL}`] : []),
  ]
}

/** The whole command, with its reports. */
async function byCommand(argv: readonly string[]): Promise<readonly Target[]> {
  const said = captured()
  expect([0, 1, 3]).toContain(await main(['run', ...argv]))
  expect(said.out + said.err).not.toMatch(CRASH)
  return JSON.parse(readFileSync(REPORT, 'utf8')).targets
}

/** Its sessions alone. */
async function bySession(argv: readonly string[]): Promise<readonly Target[]> {
  const flags = parseArguments(argv, RUN_OPTIONS).values as RunFlags
  const { settings } = settingsFor(flags)
  const { report } = await run(settings)
  return report.targets
}

test.for([
  ['a run', byCommand, Math.ceil(RUNS / 8)],
  ['a session', bySession, RUNS],
] as const)('%s does not crash under any limits or losses', { timeout: 3_600_000 }, async ([, drive, numRuns]) => {
  const check = async (one: Generated) => {
    const { share, flaw, seed, maxRequests } = one
    const random = randomFrom(seed)
    flawed = { flaw, isNext: () => random() < share }
    const targets = await drive(argumentsOf(one))
    expect(JSON.stringify(targets)).not.toMatch(CRASH)
    for (const { requests } of targets) expect(requests).toBeLessThanOrEqual(maxRequests ?? Infinity)
  }
  await fc.assert(fc.asyncProperty(runs, check), { numRuns })
})

type Target = Pick<TargetResult, 'requests' | 'stopped' | 'rules'>
type Generated = typeof runs extends fc.Arbitrary<infer Value> ? Value : never
