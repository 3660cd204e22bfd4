import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { Variant } from '../core/rule.ts'
import { testTarget } from '../engine/test-target.ts'
import { curlLines } from '../report/failure-text.ts'
import { deploy } from './selfcheck/deployment.ts'
import { catalogOf, settingsFor } from './selfcheck/try-against.ts'

const run = promisify(execFile)

const FAULTS = [
  'a.auth.expired-key/accepted-by-bearer',
  'a.auth.malformed-key/filter-of-the-directory',
  'a.auth.other-paths/trailing-slash',
  'a.auth.wrong-secret/stored-digest-accepted',
  'a.clients.never-without-key/trusted-network',
  'a.error.server-error/page-beyond-32-bits',
  'a.users.since-future/filter-ignored',
  'a.users.total-pages/rounded-down',
  'a.users.total/of-the-page',
  'b.auth.other-headers-unread/cookie-read',
  'b.auth.wrong-secret/characters-in-any-order',
  'b.lists.past-end/last-page-again',
  'b.rows.has-more/page-is-full',
  'b.tenancy.isolated/any-project',
]

test.each(FAULTS)('the curl lines of %s show its violation in sh', { timeout: 60_000 }, async (id) => {
  const [rule, name] = id.split('/') as [string, string]
  const variant = rule[0] as Variant
  const catalog = await catalogOf(variant)
  const deployment = await deploy(catalog.rules.find((one) => one.id === rule)!.faults![name])
  try {
    const target = deployment.target(variant)
    const settings = settingsFor({ rules: [rule], depth: 'standard', seed: 1 }, [target])
    const { rules } = await (await testTarget(settings, target, { catalog, control: deployment.control })).finish()
    const result = rules.find((one) => one.id === rule)!
    const lines = curlLines(result.failure!)
    const env = { PATH: process.env.PATH, ...deployment.env }
    for (const { request, response } of result.failure!.exchanges.filter((x) => lines.includes(x.request.curl))) {
      const { stdout } = await run('sh', ['-c', request.curl], { env })
      const [head = '', body] = stdout.split('\r\n\r\n')
      expect(head).toMatch(new RegExp(`^HTTP/1.1 ${response!.status} `))
      expect(body!.slice(0, 200)).toBe(response!.body.slice(0, 200))
    }
    expect(lines).toContain(result.failure!.exchanges.at(-1)!.request.curl)
  } finally {
    await deployment.close()
  }
})
