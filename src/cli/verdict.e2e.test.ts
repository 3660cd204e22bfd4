import { generateKeyPairSync } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Report } from '../core/results.ts'
import { command, served } from '../testing/command.ts'
import { newFolder } from '../testing/new-folder.ts'

const DEPTH = ['--depth', 'quick']
const QUICK = ['run', '--no-timing', '--seed', '1', ...DEPTH]

/** The command against the reference server, as a user without a control module would run it. */
async function runAgainst(fault: string | undefined, ...args: string[]) {
  const server = await served(...(fault === undefined ? [] : [fault]))
  onTestFinished(() => server.stop())
  const cwd = newFolder()
  const ran = await command(
    cwd,
    ['run', '--no-timing', '--seed', '1', '--variant', fault?.[0] ?? 'a', ...args],
    server.env,
  )
  const read = (name: string) => readFileSync(join(cwd, 'conformance-report', name), 'utf8')
  return { ...ran, cwd, env: server.env, read, report: JSON.parse(read('report.json')) as Report }
}

describe('without a deployment', () => {
  test('empty settings are an error, and nothing is certified', async () => {
    const cwd = newFolder()
    const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })
    writeFileSync(join(cwd, 'k.pem'), pem)
    const certifying = ['--subject', `gitCommit:${'c'.repeat(40)}`, '--certificate', 'cert.json', '--sign-key', 'k.pem']
    const env = { CI: 'true', TENANT_A_BASE_URL: '', TENANT_A_KEY: '' }
    const { code, stdout, stderr } = await command(cwd, ['run', '--depth', 'quick', ...certifying], env)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('TENANT_A_BASE_URL: is set but empty')
    expect(readdirSync(cwd)).toEqual(['k.pem'])
  })

  test('a demo is tested on request, is called one everywhere, and cannot be certified', async () => {
    const cwd = newFolder()
    const { code, stdout } = await command(cwd, [...QUICK, '--demo', '--rule', 'a.users.*'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^demo: this is the bundled reference server, not your deployment$/m)
    expect(stdout).toMatch(/^variant A \(demo\): partial run — /m)
    const read = (name: string) => readFileSync(join(cwd, 'conformance-report', name), 'utf8')
    expect(JSON.parse(read('report.json')).run).toMatchObject({ demo: true })
    expect(read('junit.xml')).toContain('name="demo"')
    expect(read('report.html')).toContain('Demo.')
    const certifying = await command(cwd, ['run', '--demo', '--certificate', 'cert.json'])
    expect(certifying.code).toBe(2)
    expect(existsSync(join(cwd, 'cert.json'))).toBe(false)
  })
})

describe('severity', () => {
  test("another company's data is a failure, and the first headline everywhere", async () => {
    const reporters = ['console', 'junit', 'html', 'tap', 'markdown', 'github'].flatMap((name) => ['--reporter', name])
    const fault = 'b.tenancy.isolated/any-project-for-rows'
    const { code, stdout, read, report } = await runAgainst(fault, ...DEPTH, ...reporters)
    const headline = /Another company's key read \d+ rows of this dataset/
    expect(code).toBe(1)
    const leak = report.targets[0]!.rules.find(({ id }) => id === 'b.tenancy.isolated')
    expect(leak).toMatchObject({ level: 'implied', severity: 'error', status: 'failed' })
    expect(leak?.failure?.summary).toMatch(headline)
    expect(stdout).toMatch(/^FAILED {2}b\.tenancy\.isolated .*\n {2}Another company's key read 100 rows/m)
    expect(stdout).toMatch(/^::error title=b\.tenancy\.isolated::/m)
    expect(stdout).toMatch(/^variant B: nonconformant — \d+ rules: \d+ passed, 1 failed, /m)
    expect(read('junit.xml').match(/<testcase[^>]*name="([^"]*)"/)?.[1]).toBe('b.tenancy.isolated')
    expect(
      read('junit.xml')
        .match(/<failure message="([^"]*)"/)?.[1]
        ?.replaceAll('&apos;', "'"),
    ).toMatch(headline)
    expect(read('report.tap')).toMatch(/^not ok 1 - b\.tenancy\.isolated: Another company's key read 100 rows/m)
    expect(read('report.md').match(/<details><summary>(.*)/)?.[1]).toMatch(/failed.*b\.tenancy\.isolated/)
    expect(read('report.html').match(/<article class="failure" id="[^"]*b\.tenancy\.isolated/)).not.toBeNull()
  })

  test('a server that ignores updated_since fails without a control module', async () => {
    const { code, stdout } = await runAgainst('a.users.since-future/filter-ignored', ...DEPTH)
    expect(code).toBe(1)
    expect(stdout).toMatch(/FAILED {2}a\.users\.since-future/)
  })

  test('responses with 5xx are counted, and a warning where nothing else is violated', async () => {
    const { code, stdout, report } = await runAgainst('a.error.server-error/updated-since-not-a-date', ...DEPTH)
    expect(code).toBe(0)
    expect(report.targets[0]!.serverErrors).toBeGreaterThan(0)
    expect(stdout).toMatch(/^WARNED {2}a\.error\.server-error .*\n {2}The server failed with 500 on GET \/users\?/m)
    expect(stdout).toMatch(/^variant A: conformant so far with 1 warning — .* the server failed on \d+ requests?, /m)
  })

  test('a warning is counted, and fails only under --strict', async () => {
    const fault = 'a.auth.wrong-prefix/not-compared'
    const mild = await runAgainst(fault, ...DEPTH)
    expect(mild.code).toBe(0)
    expect(mild.stdout).toMatch(
      /^variant A: conformant so far with 1 warning — \d+ rules: .*, \d+ of \d+ required rules decided, /m,
    )
    expect((await runAgainst(fault, ...DEPTH, '--strict')).code).toBe(1)
  })
})

describe('scope', () => {
  test('rules that were not selected or could not be tested are named', async () => {
    const { code, stdout, report } = await runAgainst(
      'a.users.total-pages/rounded-down',
      ...DEPTH,
      '--rule',
      'a.users.defaults',
    )
    expect(code).toBe(0)
    expect(stdout).toMatch(/^variant A: partial run — 1 of \d+ rules selected: 1 \w+, /m)
    const [target] = report.targets
    expect(target).toMatchObject({ verdict: 'conformant', scope: 'partial', coverage: { decided: 1, skipped: [] } })
    expect(target!.coverage.unselected).toContain('a.users.total-pages')
  })

  test('a required rule that lacks a setting keeps the verdict from being complete', async () => {
    const server = await served()
    onTestFinished(() => server.stop())
    const cwd = newFolder()
    const { TENANT_B_KEY_OTHER_COMPANY, ...env } = server.env
    expect(TENANT_B_KEY_OTHER_COMPANY).toBeDefined()
    const { code, stdout, stderr } = await command(cwd, [...QUICK, '--variant', 'b', '--require-complete'], env)
    expect(code).toBe(1)
    expect(stderr).toMatch(/--require-complete: exit code 1, because \d+ of \d+ rules were not decided$/m)
    expect(stdout).toMatch(/^variant B: conformant so far — /m)
    expect(stdout).toMatch(/^next {4}supply /m)
    const report: Report = JSON.parse(readFileSync(join(cwd, 'conformance-report/report.json'), 'utf8'))
    expect(report.targets[0]!.coverage.skipped).toContain('b.tenancy.isolated')
  })

  test('accepted failures are named, and never read as conformant', async () => {
    const rule = 'a.users.total-pages'
    const { cwd, env } = await runAgainst(`${rule}/rounded-down`, ...DEPTH)
    writeFileSync(join(cwd, 'expect.yaml'), `- { rule: ${rule}, reason: JIRA-7 }\n`)
    const args = [...QUICK, '--variant', 'a', '--rule', rule, '--expect', 'expect.yaml']
    const { code, stdout } = await command(cwd, args, env)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^variant A: partial run with 1 accepted failure — .*, 1 accepted: a\.users\.total-pages, /m)
  })

  test('a cut run keeps what a quick one decides, and names the rules that had fewer cases', async () => {
    const quick = await runAgainst(undefined, ...DEPTH)
    const cut = await runAgainst(undefined, '--depth', 'exhaustive', '--max-requests', '200')
    expect([quick.code, cut.code]).toEqual([0, 0])
    const [known, kept] = [quick, cut].map(({ report }) => report.targets[0]!.coverage)
    expect(kept!.decided).toBe(known!.decided)
    expect(kept!.cutShort.length).toBeGreaterThan(5)
    expect(cut.stdout).toMatch(/^variant A: conformant so far — .*, \d+ decided with fewer cases than planned: /m)
    const total = cut.report.targets[0]!.rules.find(({ id }) => id === 'a.users.total-pages')
    expect(total!.reason).toMatch(/^\d+ of \d+ cases; the run reached --max-requests 200$/)
  })

  test('a run that decided no stated rule has no verdict', async () => {
    const { code, stdout } = await runAgainst('a.users.total-pages/rounded-down', ...DEPTH, '--rule', 'a.observed.*')
    expect(code).toBe(3)
    expect(stdout).toMatch(/^variant A: inconclusive — /m)
  })
})
