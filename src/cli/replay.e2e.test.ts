import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Outcome } from '../core/replay-case.ts'
import type { Report } from '../core/results.ts'
import { command, type Served, served } from '../testing/command.ts'
import { serve } from '../testing/foreign-servers.ts'
import { Har } from '../testing/har-schema.ts'
import { newFolder } from '../testing/new-folder.ts'

const dir = newFolder()
const FAULTS = [
  'a.users.total-pages/rounded-down',
  'a.auth.wrong-secret/first-character-unread',
  'b.lists.envelope/no-pages',
]
let faulty: Served
let conforming: Served
let report: Report
beforeAll(async () => {
  ;[faulty, conforming] = await Promise.all([served(...FAULTS), served()])
  const args = ['run', '--depth', 'quick', '--no-timing', '--record', 'all', '--reporter', 'har']
  const { code, stderr } = await command(dir, args, faulty.env)
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  report = JSON.parse(readFileSync(join(dir, 'conformance-report/report.json'), 'utf8'))
}, 120_000)
afterAll(async () => {
  await Promise.all([faulty?.stop(), conforming?.stop()])
})

const REPORT = 'conformance-report/report.json'

/** Writes the report as if it were from these deployments. */
function reportFrom(env: Readonly<Record<string, string>>): string {
  const targets = report.targets.map((target) => ({
    ...target,
    baseUrl: env[`TENANT_${target.variant.toUpperCase()}_BASE_URL`]!,
  }))
  writeFileSync(join(dir, 'moved.json'), JSON.stringify({ ...report, targets }))
  return 'moved.json'
}

const broken = ({ targets }: Report) =>
  targets.flatMap(({ rules }) => rules.filter(({ failure }) => failure).map(({ id, status }) => `${id} ${status}`))
const outcomes = (stdout: string): Outcome[] => JSON.parse(stdout).outcomes
const summaryOf = (stdout: string) => outcomes(stdout).map(({ rule, outcome }) => `${rule} ${outcome}`)

const ajv = new Ajv2020({ allErrors: true })
addFormats.default(ajv)
const schema = new URL('../../fixtures/report.schema.json', import.meta.url)
const validate = ajv.compile(JSON.parse(readFileSync(schema, 'utf8')))

test('a recorded report matches its schema, and names its recordings', () => {
  validate(report)
  expect(validate.errors).toBeNull()
  expect(report.run.recording).toEqual(['recording-a.ndjson.gz', 'recording-b.ndjson.gz'])
})

describe('replay', { timeout: 120_000 }, () => {
  test('reports each failing case as still failing, and exits 1', async () => {
    const { code, stdout } = await command(dir, ['replay', REPORT], faulty.env)
    expect(code).toBe(1)
    for (const line of broken(report)) expect(stdout).toMatch(new RegExp(`still fails +${line.split(' ')[0]}`))
    expect(stdout).toContain('$TENANT_A_KEY')
    expect(stdout).toMatch(/^ +report {2}(GET \/users, key: wrong-secret .* → 200 OK)\n +now {5}\1$/m)
    expect(stdout).toContain(`${broken(report).length} still failing, 0 passing now, 0 undecided`)
  })

  test('exits 0 when a repaired deployment passes all cases', async () => {
    const { code, stdout } = await command(dir, ['replay', reportFrom(conforming.env), '--json'], conforming.env)
    expect(summaryOf(stdout)).toEqual(broken(report).map((line) => `${line.split(' ')[0]} passes now`))
    expect(code).toBe(0)
  })

  test('replays one variant at --base-url with the keys of the settings', async () => {
    const { TENANT_A_BASE_URL: url, ...keys } = conforming.env
    const elsewhere = { ...keys, TENANT_A_BASE_URL: 'http://127.0.0.1:1' }
    const args = ['replay', REPORT, '--variant', 'a', '--base-url', url!, '--rule', 'a.users.*']
    const { code, stdout } = await command(dir, args, elsewhere)
    expect(stdout).toContain(`to ${url}; the report is from ${faulty.env.TENANT_A_BASE_URL}`)
    expect(stdout).toMatch(/^passes now +a\.users\.total-pages +tried 8 times$/m)
    expect(stdout).not.toContain('b.lists')
    expect(code).toBe(0)
  })

  test('replays at the deployment of --env-file', async () => {
    const lines = Object.entries(conforming.env).map(([name, value]) => `${name}=${value}\n`)
    writeFileSync(join(dir, 'fixed.env'), lines.join(''), { mode: 0o600 })
    const args = ['replay', REPORT, '--variant', 'a', '--env-file', 'fixed.env', '--rule', 'a.users.*']
    const { code, stdout } = await command(dir, args, {})
    expect(stdout).toContain(
      `to ${conforming.env.TENANT_A_BASE_URL}; the report is from ${faulty.env.TENANT_A_BASE_URL}`,
    )
    expect(code).toBe(0)
  })

  test('exits 3 when the deployment is down', async () => {
    const env = { ...faulty.env, TENANT_A_BASE_URL: 'http://127.0.0.1:1', TENANT_B_BASE_URL: 'http://127.0.0.1:1' }
    const { code, stdout } = await command(dir, ['replay', reportFrom(env), '--json'], env)
    expect(outcomes(stdout).every(({ outcome }) => outcome === 'undecided')).toBe(true)
    expect(outcomes(stdout)[0]?.reason).toContain('cannot be reached')
    expect(code).toBe(3)
  })

  test('sends no key to the base URL of an edited report', async () => {
    const heard: string[] = []
    const trap = await serve((req, res) => {
      heard.push(req.url!)
      res.end()
    })
    const edited = reportFrom({ TENANT_A_BASE_URL: trap.baseUrl, TENANT_B_BASE_URL: trap.baseUrl })
    const { code, stderr } = await command(dir, ['replay', edited], faulty.env)
    await trap.close()
    expect(heard).toEqual([])
    expect(stderr).toContain(
      `the report is from ${trap.baseUrl}, and the settings name ${faulty.env.TENANT_A_BASE_URL}: pass`,
    )
    expect(code).toBe(2)
  })

  test('reports an older version and unknown rules, and continues', async () => {
    const [a, b] = report.targets
    const strange = { ...a!.rules.find(({ failure }) => failure)!, id: 'a.gone.rule' }
    const old = {
      ...report,
      suite: { ...report.suite, version: '0.0.1' },
      targets: [
        { ...a!, rules: [strange, ...a!.rules] },
        { ...b!, rules: b!.rules.map(withoutRequest) },
      ],
    }
    writeFileSync(join(dir, 'old.json'), JSON.stringify(old))
    const { stdout } = await command(dir, ['replay', 'old.json'], faulty.env)
    expect(stdout).toContain('the report is from version 0.0.1 of the suite')
    expect(stdout).toMatch(/undecided +a\.gone\.rule +this version of the suite has no such rule/)
    expect(stdout).toMatch(/undecided +b\.lists\.envelope +the report lacks the violating request/)
  })
})

const withoutRequest = <R extends Report['targets'][number]['rules'][number]>({ failure, ...rule }: R) =>
  failure ? { ...rule, failure: { ...failure, request: undefined } } : rule

describe('regrade', { timeout: 120_000 }, () => {
  test('reaches the verdict of the run, from the report or a recording', async () => {
    const { code, stdout } = await command(dir, ['regrade', REPORT])
    expect(code).toBe(1)
    expect(stdout).toContain('variant A: nonconformant')
    const again: Report = JSON.parse(readFileSync(join(dir, 'conformance-regraded/report.json'), 'utf8'))
    validate(again)
    expect(validate.errors).toBeNull()
    const statuses = ({ targets }: Report) =>
      targets.map(({ rules }) => rules.map(({ id, status }) => `${id} ${status}`))
    expect(statuses(again)).toEqual(statuses(report))
    expect(again.run).toMatchObject({ seed: report.run.seed, regraded: { recordedBy: report.suite.version } })
    const one = await command(dir, [
      'regrade',
      'conformance-report/recording-b.ndjson.gz',
      '--out',
      'only-b',
      '--reporter',
      'har',
    ])
    expect(one).toMatchObject({ code: 1, stdout: '' })
    const har = Har.parse(JSON.parse(readFileSync(join(dir, 'only-b/exchanges.har'), 'utf8')))
    expect(har.log.entries.length).toBe(report.targets[1]!.requests)
  })

  test('detects the recording of another run', async () => {
    const other = { ...report, run: { ...report.run, seed: report.run.seed + 1 } }
    writeFileSync(join(dir, 'conformance-report/other.json'), JSON.stringify(other))
    const { code, stderr } = await command(dir, ['regrade', 'conformance-report/other.json'])
    expect(code).toBe(2)
    expect(stderr).toContain('belongs to another run')
  })
})

test('the HAR of a recorded run contains every exchange', () => {
  const har = Har.parse(JSON.parse(readFileSync(join(dir, 'conformance-report/exchanges.har'), 'utf8')))
  expect(har.log.entries.length).toBe(report.targets.reduce((sum, { requests }) => sum + requests, 0))
})
