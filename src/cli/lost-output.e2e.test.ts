import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newFolder } from '../testing/new-folder.ts'
import { STRANGE, type Strange, serve } from '../testing/strange.ts'

const bin = resolve(import.meta.dirname, 'bin.js')
const dir = newFolder()
let server: Strange
beforeAll(async () => {
  server = await serve(STRANGE['refuses every key'])
})
afterAll(async () => {
  await server.close()
})

/** Runs in a shell; what is behind the command decides what becomes of its output. Its exit code comes last. */
async function run(behind: string, ...args: string[]) {
  const key = `acme_1122334455667788_${'0f'.repeat(32)}`
  const env = { PATH: process.env.PATH, TENANT_A_BASE_URL: server.baseUrl, TENANT_A_KEY: key }
  const line = `'${process.execPath}' -- '${bin}' run ${args.join(' ')} ${behind}; echo "exit \${PIPESTATUS[0]}" >&2`
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', line], { cwd: dir, env })
  return { stdout, stderr }
}

test('a reader that goes away is told where the verdict stands, and changes no exit code', {
  timeout: 180_000,
}, async () => {
  const { stderr } = await run('| true', '--out', 'piped')
  expect(stderr).toMatch(/standard output was not read to its end \(EPIPE\); all of it stands in piped\/report\.html\n/)
  expect(stderr).toMatch(/exit 3\n$/)
  expect(readdirSync(join(dir, 'piped')).sort()).toEqual(['junit.xml', 'report.html', 'report.json'])
})

test('a disk that is full loses nothing that can still be told', { timeout: 180_000 }, async () => {
  const { stderr } = await run('> /dev/full', '--out', 'full')
  expect(stderr).toContain('standard output cannot be written to: ENOSPC')
  expect(stderr).toContain('all of it stands in full/report.html')
})

test('nor does a report that cannot be written', { timeout: 180_000 }, async () => {
  // A folder stands where the report belongs: as good as no room for it.
  await promisify(execFile)('mkdir', ['-p', join(dir, 'taken/report.json')])
  const { stderr: said } = await run('', '--out', 'taken', '--reporter', 'junit')
  expect(said).toMatch(/report\.json cannot be written: E/)
  expect(said).toMatch(/variant A: inconclusive — .*the active key is not accepted/)
  expect(readdirSync(join(dir, 'taken')).sort()).toEqual(['junit.xml', 'report.json'])
})
