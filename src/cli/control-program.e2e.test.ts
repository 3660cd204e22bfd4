import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Report } from '../core/results.ts'
import { command, type Served, served } from '../testing/command.ts'
import { newFolder } from '../testing/new-folder.ts'

let api: Served
/** Variant of each created key, and those that were revoked. */
const created = new Map<string, string>()
const revoked = new Set<string>()

/** The admin side that the skeletons speak to, in front of the reference server's console. */
const admin = http.createServer(async (req, res) => {
  let text = ''
  for await (const chunk of req) text += chunk
  const answer = (status: number, body: object) => res.writeHead(status).end(JSON.stringify(body))
  try {
    const { status, result } = await act(req.url!.split('/').slice(1), JSON.parse(text || '{}'))
    answer(status, status === 200 ? { ...result, key_id: result?.keyId, ...times(result) } : {})
  } catch {
    answer(500, {})
  }
})
const times = (result: Record<string, unknown> = {}) => ({ expires_at: result.expiresAt, updated_at: result.updatedAt })

async function act([what, id = '', action = '']: string[], body: Record<string, unknown>) {
  const { scopes, expires_at: expiresAt, name, lifetime_days: lifetimeDays, issued_by: issuedBy } = body
  if (what === 'users') return id ? call('a', 'touchUser', id) : call('a', 'createUser')
  if (id) {
    if (action === 'revoke') revoked.add(id)
    return call(created.get(id)!, `${action}Key`, id, ...(action === 'renew' ? [{ lifetimeDays }] : []))
  }
  const variant = name === undefined ? 'a' : 'b'
  const made = await call(variant, 'createKey', { scopes, expiresAt, name, lifetimeDays, issuedBy })
  if (made.result) created.set(String(made.result.keyId), variant)
  return made
}

async function call(variant: string, name: string, ...args: unknown[]) {
  const url = `${api.env.TENANT_REFERENCE_CONTROL}/${variant}/${name}`
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(args), headers: { connection: 'close' } })
  const { result } = (await response.json()) as { result?: Record<string, unknown> }
  return { status: response.status, result }
}

let url: string
beforeAll(async () => {
  api = await served()
  await new Promise<void>((done) => admin.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(admin.address() as AddressInfo).port}`
})
afterAll(async () => {
  admin.closeAllConnections()
  admin.close()
  await api.stop()
})

test.for([
  ['control.py', 'control.py', '*.key.*'],
  // Some processes for each call take their time.
  ['control.sh', 'control.sh', '*.key.re*'],
  ['control.go', 'control', '*.key.*'],
])('init --control %s writes a program that tests keys against the reference server', async ([file, program, rule]) => {
  const cwd = newFolder()
  const env = { ...api.env, ADMIN_URL: url, ADMIN_TOKEN: 'x' }
  const written = await command(cwd, ['init', '--yes', '--control', file!])
  expect([written.code, written.stdout]).toEqual([0, expect.stringContaining(`--control ${program}`)])
  if (file !== program)
    execFileSync('go', ['build', '-o', program!, file!], { cwd, env: { ...process.env, GO111MODULE: 'off' } })
  created.clear()
  revoked.clear()
  const args = ['run', '--depth', 'quick', '--no-timing', '--seed', '1', '--rule', rule!, '--control', `./${program}`]
  const ran = await command(cwd, args, env)
  expect([ran.code, ran.stderr], ran.stdout).toEqual([0, ''])
  const { targets } = JSON.parse(readFileSync(join(cwd, 'conformance-report/report.json'), 'utf8')) as Report
  const rules = targets.flatMap(({ rules }) => rules).filter(({ unselected }) => !unselected)
  expect(rules.filter(({ status }) => !['passed', 'skipped', 'observed'].includes(status))).toEqual([])
  const passed = rules.flatMap(({ id, status }) => (status === 'passed' ? [id] : []))
  expect(passed).toEqual(expect.arrayContaining(['a.key.revoke-instant', 'b.key.revoke-permanent', 'b.key.renew']))
  expect(created.size).toBeGreaterThan(4)
  expect([...created.keys()].filter((id) => !revoked.has(id))).toEqual([])
})
