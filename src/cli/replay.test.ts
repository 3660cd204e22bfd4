import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Json, writeJson } from '../core/json.ts'
import type { TargetResult } from '../core/results.ts'
import { captured } from '../testing/captured.ts'
import { newFolder } from '../testing/new-folder.ts'
import { everyStatus, sampleReport } from '../testing/sample-report.ts'
import { main } from './main.ts'

const dir = newFolder()

let written: ReturnType<typeof captured>
beforeEach(() => {
  written = captured()
  vi.stubEnv('TENANT_A_BASE_URL', 'http://127.0.0.1:1')
  vi.stubEnv('TENANT_A_KEY', `acme_c0ffee0123456789_${'7f3a91c05be24d68'.repeat(4)}`)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

const report = sampleReport([everyStatus('a'), everyStatus('b')])
const file = (name: string, content: unknown): string => {
  const path = join(dir, name)
  writeFileSync(path, typeof content === 'string' ? content : writeJson(content as Json))
  return path
}
const whole = file('whole.json', report)
const large = file('large.json', '')
truncateSync(large, 64 * 1024 * 1024 + 1)
const recorded = file('recorded.json', { ...report, run: { ...report.run, recording: ['recording-a.ndjson.gz'] } })

test.for([
  [['replay'], 'replay: name a report, for example: replay conformance-report'],
  [
    ['replay', 'a.users.echo', 'out'],
    'replay: name the report first, then the rule: replay REPORT --rule a.users.echo',
  ],
  [['replay', join(dir, 'none.json')], 'none.json" is not there: name the folder that `run` wrote'],
  [['replay', dir], '" has no report.json: name the folder that `run` wrote, such as conformance-report'],
  [['replay', file('no.json', 'no')], 'no.json" is not a report: it is not JSON'],
  [['replay', file('other.json', { a: 1 })], 'other.json" is not a report of tenant-conformance'],
  [
    ['replay', file('later.json', { ...report, schemaVersion: 2 })],
    'later.json" was written by a later version of the suite (schemaVersion 2)',
  ],
  [
    ['replay', file('part.json', { ...report, targets: 1 })],
    'part.json" is not a report of tenant-conformance: targets',
  ],
  [['replay', large], 'large.json" is not a report: it is larger than 64 MiB'],
  [['replay', whole, '--rule', 'a.key.*'], 'no failing rule of the report matches "a.key.*"'],
  [['replay', whole, '--base-url', 'http://x'], '--base-url: needs exactly one --variant'],
  [['replay', whole, '--depth', 'quick'], 'unknown option --depth'],
  [['replay', whole, whole], 'unexpected argument'],
  [['regrade'], 'regrade: name a report or a recording'],
  [['regrade', join(dir, 'none.json')], 'none.json" is not there'],
  [['regrade', whole], 'whole.json: its run was not recorded; `run --record all` does that'],
  [['regrade', recorded], 'recording-a.ndjson.gz (beside '],
  [['regrade', file('cut.gz', Buffer.from([0x1f, 0x8b]).toString('latin1'))], 'cut.gz'],
  [['regrade', file('header.ndjson', '{"header":{"version":9}}')], 'its format version is 9'],
  [['regrade', whole, '--reporter', 'x'], '--reporter: must be'],
  [['run', '--record', 'some'], '--record: must be failures or all, not "some"'],
] as const)('rejects %j with one line', async ([args, said]) => {
  expect(await main(args)).toBe(2)
  expect(written.err).toContain(said)
  expect(written.err.trim().split('\n')).toHaveLength(1)
  expect(written.out).toBe('')
})

test('rejects a replay without settings', async () => {
  vi.stubEnv('TENANT_A_BASE_URL', undefined)
  vi.stubEnv('TENANT_A_KEY', undefined)
  expect(await main(['replay', whole])).toBe(2)
  expect(written.err).toContain('a report contains no keys: pass the --env-file of the run, or set TENANT_A_BASE_URL')
})

test('exits 3 for a report without failures, 0 for a conformant one', async () => {
  const rules = report.targets.map((target) => ({ ...target, rules: target.rules.filter(({ failure }) => !failure) }))
  expect(await main(['replay', file('good.json', { ...report, targets: rules })])).toBe(3)
  expect(written.out).toContain('the report has no failing case')
  const passed = ({ rules }: TargetResult) => rules.filter(({ status }) => status === 'passed')
  const green = report.targets.map((one) => ({ ...one, verdict: 'conformant', rules: passed(one) }))
  expect(await main(['replay', file('good.json', { ...report, targets: green })])).toBe(0)
})
