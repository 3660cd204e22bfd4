import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Report } from '../core/results.ts'
import { command, type Served, served } from '../testing/command.ts'
import { newFolder } from '../testing/new-folder.ts'

const TOKEN = 'gw-5f2c77d0e19b4a6688c3'
const FAULT = 'a.users.total-pages/rounded-down'
let api: Served
let url: string
let refused: string[]
let seen: number
let down = 0
const gateway = http.createServer((req, res) => {
  seen++
  if (down-- > 0) return void res.writeHead(503).end()
  if (req.headers['x-gateway'] !== TOKEN) {
    refused.push(req.url!)
    return void res.writeHead(403, { server: 'nginx' }).end('<html><center>nginx/1.24</center></html>')
  }
  const to = http.request(api.env.TENANT_A_BASE_URL + req.url!, {
    method: req.method,
    headers: req.rawHeaders as never,
  })
  to.on('response', (from) => from.pipe(res.writeHead(from.statusCode!, [...from.rawHeaders, 'x-echo', TOKEN]))).end()
})
beforeAll(async () => {
  api = await served(FAULT)
  await new Promise<void>((done) => gateway.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
})
afterEach(() => {
  down = 0
})
afterAll(async () => {
  gateway.closeAllConnections()
  gateway.close()
  await api.stop()
})

const RULES = ['--variant', 'a', '--depth', 'quick', '--no-timing', '--seed', '1']
const run = (cwd: string, args: readonly string[] = [], env: Record<string, string> = {}) => {
  refused = []
  seen = 0
  return command(cwd, ['run', ...RULES, ...args], { ...api.env, TENANT_A_BASE_URL: url, ...env })
}
const reportIn = (cwd: string): Report =>
  JSON.parse(readFileSync(join(cwd, 'conformance-report/report.json'), 'utf8')) as Report
const writtenIn = (cwd: string): string =>
  readdirSync(cwd, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== '.env')
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n')

test('--header goes with every request, is shown nowhere, and a printed curl line works with the variable', async () => {
  const cwd = newFolder()
  writeFileSync(join(cwd, '.env'), `GATEWAY_TOKEN=${TOKEN}\n`, { mode: 0o600 })
  const ran = await run(cwd, [
    '--header',
    'X-Gateway: $GATEWAY_TOKEN',
    '--record',
    'all',
    '--reporter',
    'console',
    '--reporter',
    'har',
  ])
  expect([ran.code, refused]).toEqual([1, []])
  expect(seen).toBeGreaterThan(50)
  expect(writtenIn(cwd) + ran.stdout + ran.stderr).not.toContain(TOKEN)
  const regraded = await command(cwd, ['regrade', 'conformance-report', '--out', 'regraded'])
  expect([regraded.code, regraded.stdout.includes(TOKEN)]).toEqual([1, false])
  expect(readFileSync(join(cwd, 'regraded/report.json'), 'utf8')).toContain('"X-Gateway",')
  const { failure } = reportIn(cwd).targets[0]!.rules.find(({ status }) => status === 'failed')!
  expect(failure!.curl).toContain('-H "X-Gateway: $GATEWAY_TOKEN"')
  expect(failure!.again).toContain("--header 'X-Gateway: $GATEWAY_TOKEN'")
  const env = { PATH: process.env.PATH, ...api.env }
  expect((await promisify(execFile)('bash', ['-c', failure!.curl], { env, cwd })).stdout).toContain('HTTP/1.1 200')
  const args = ['curl', 'a.users.total-pages', '--header', `X-Gateway: $${'{GATEWAY_TOKEN}'}`]
  const { stdout: line } = await command(cwd, args, { ...api.env, TENANT_A_BASE_URL: url })
  expect((await promisify(execFile)('bash', ['-c', line], { env, cwd })).stdout).toContain('HTTP/1.1 200')
})

test('without it, the gateway and not the API is blamed', async () => {
  const cwd = newFolder()
  const ran = await run(cwd)
  expect(ran.code).toBe(3)
  expect(reportIn(cwd).targets[0]!.stopped).toMatch(
    /403 .*: a gateway responded, not the API \(the error page of a proxy\)/,
  )
  const doctor = await command(cwd, ['doctor', '--variant', 'a'], { ...api.env, TENANT_A_BASE_URL: url })
  expect([doctor.code, doctor.stdout]).toEqual([3, expect.stringContaining('a gateway responded, not the API')])
  const setting = { TENANT_HEADERS: 'X-Gateway: $GW', GW: TOKEN }
  const again = await command(cwd, ['doctor', '--variant', 'a'], { ...api.env, TENANT_A_BASE_URL: url, ...setting })
  expect(again.code).toBe(0)
})

test.for([
  [`X-Gateway: ${TOKEN}`, "write 'X-Gateway: $VARIABLE'"],
  ['X-Gateway: $NONE', '$NONE is not set'],
  ['X-Api-Key: $GW', "belongs to the suite's own requests"],
  ['X-Copy: $TENANT_A_KEY', 'is an API key'],
])('--header %s is refused before anything is sent', async ([header, why]) => {
  const ran = await run(newFolder(), ['--header', header!], { GW: TOKEN })
  expect(ran).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(why!) })
  expect([seen, ran.stderr.includes(TOKEN), ran.stderr.split('\n').length]).toEqual([0, false, 2])
})

test('a run after --wait in vain says so, and which doctor command knows more', async () => {
  down = Infinity
  const ran = await run(newFolder(), ['--wait', '1s', '--timeout', '1s', '--reporter', 'console'])
  expect(ran.code).toBe(3)
  expect(ran.stderr).toContain(`${url} was not ready in the time of --wait; the run starts all the same`)
  expect(ran.stdout).toMatch(/^next {4}.* doctor --variant a --timeout 1s {3}# says what to change$/m)
})

test('--wait polls until the deployment responds, and --fail-fast ends at the first failed rule', async () => {
  const cwd = newFolder()
  down = 2
  const args = ['--header', 'X-Gateway: $GW', '--wait', '60s', '--fail-fast', '--user-agent', 'staging-check/1']
  const ran = await run(cwd, [...args, '--reporter', 'console'], { GW: TOKEN })
  expect(ran.stderr).toContain('is not ready: 503')
  const [target] = reportIn(cwd).targets
  expect([ran.code, target!.verdict, target!.scope]).toEqual([1, 'nonconformant', 'partial'])
  expect(target!.cut).toEqual({ by: 'fail-fast', reason: 'the run stopped at a failed rule (a.users.total-pages)' })
  expect(target!.counts.inconclusive).toBeGreaterThan(0)
  const agents = target!.rules.flatMap(
    ({ failure }) => failure?.exchanges.flatMap(({ request }) => request.headers) ?? [],
  )
  expect(agents).toContainEqual(['user-agent', 'staging-check/1'])
  expect(ran.stdout).toContain('stopped at a failed rule')
})
