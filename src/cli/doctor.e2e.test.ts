import { expect, test } from 'vitest'
import { command } from '../testing/command.ts'
import { serve } from '../testing/foreign-servers.ts'
import { newFolder } from '../testing/new-folder.ts'
import type { Diagnosis } from './doctor/diagnose.ts'

const cwd = newFolder()
const KEY = `acme_${'a1'.repeat(8)}_${'7f3a91c05be24d68'.repeat(4)}`

test('--demo checks the bundled server, where nothing is missing', { timeout: 60_000 }, async () => {
  const { code, stdout, stderr } = await command(cwd, ['doctor', '--demo'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^demo: this is the bundled reference server, not your deployment$/m)
  expect(stdout.match(/^a run can start, \d+ requests sent$/gm)).toHaveLength(2)
  expect(stdout).toMatch(/^ {2}standard +about \d+ +\d+ +\d+ s$/m)
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(100)
})

test('exits 2 for invalid settings, before any request, and 3 for a server without the API', {
  timeout: 60_000,
}, async () => {
  const server = await serve((_, res) => res.writeHead(404).end())
  const env = { TENANT_A_BASE_URL: server.baseUrl, TENANT_A_KEY: KEY.slice(0, -1) }
  const malformed = await command(cwd, ['doctor'], env)
  expect(malformed).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('63 characters') })
  expect(server.requests()).toBe(0)
  const { code, stdout } = await command(cwd, ['doctor', '--json'], { ...env, TENANT_A_KEY: KEY })
  await server.close()
  const { bundled, targets } = JSON.parse(stdout) as { bundled: boolean; targets: Diagnosis[] }
  expect(bundled).toBe(false)
  expect(code).toBe(3)
  expect(targets).toMatchObject([{ variant: 'a', usable: false, requests: 3 }])
  expect(stdout).not.toContain(KEY.slice(-20))
})
