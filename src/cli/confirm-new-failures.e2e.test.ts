import { readFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Report } from '../core/results.ts'
import { command, type Served, served } from '../testing/command.ts'
import { newFolder } from '../testing/new-folder.ts'

let good: Served
let faulty: Served
/** Number of requests that go to the faulty server before all others go to the conforming one. */
let left = 0
const proxy = http.createServer((req, res) => {
  const { TENANT_A_BASE_URL } = (left-- > 0 ? faulty : good).env
  const to = http.request(TENANT_A_BASE_URL + req.url!, { method: req.method, headers: req.rawHeaders as never })
  to.on('response', (from) => from.pipe(res.writeHead(from.statusCode!, from.rawHeaders))).end()
})
beforeAll(async () => {
  ;[good, faulty] = await Promise.all([served(), served('a.users.total-pages/rounded-down')])
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
})
afterAll(async () => {
  proxy.closeAllConnections()
  proxy.close()
  await Promise.all([good.stop(), faulty.stop()])
})

test('a newly failed rule alerts only if it fails again', async () => {
  const cwd = newFolder()
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const env = { ...good.env, TENANT_A_BASE_URL: url }
  const run = async (faults: number, out: string, ...more: string[]) => {
    left = faults
    const args = ['run', '--variant', 'a', '--rule', 'a.users.*', '--seed', '1', '--concurrency', '1']
    const ran = await command(cwd, [...args, '--depth', 'quick', '--out', out, ...more], env)
    const report = JSON.parse(readFileSync(join(cwd, out, 'report.json'), 'utf8')) as Report
    return { ...ran, report, rule: report.targets[0]!.rules.find(({ id }) => id === 'a.users.total-pages')! }
  }
  expect((await run(0, 'before')).code).toBe(0)
  const lasting = await run(Number.POSITIVE_INFINITY, 'lasting', '--baseline', 'before')
  expect([lasting.code, lasting.rule.status]).toEqual([1, 'failed'])
  expect(lasting.stderr).toContain('newly failed, sent again to confirm: a.users.total-pages')
  const passing = await run(lasting.report.targets[0]!.requests, 'passing', '--baseline', 'before')
  expect(passing.rule).toMatchObject({
    ...{ status: 'inconclusive', unconfirmed: true },
    reason: expect.stringContaining('failed once, and passed when sent again (tried 8 times): '),
  })
  expect([passing.code, passing.report.targets[0]!.verdict, passing.report.run.complete]).toEqual([
    0,
    'conformant',
    false,
  ])
  const known = await run(Number.POSITIVE_INFINITY, 'known', '--baseline', 'lasting')
  expect([known.code, known.stderr]).toEqual([1, ''])
})
