import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deploy } from '../proof/selfcheck/deployment.ts'
import { FOREIGN_SERVERS, type Strange, serve } from '../testing/foreign-servers.ts'
import { newFolder } from '../testing/new-folder.ts'

const bin = resolve(import.meta.dirname, 'bin.js')
const dir = newFolder()
let server: Strange
beforeAll(async () => {
  server = await serve(FOREIGN_SERVERS['refuses every key'])
})
afterAll(async () => {
  await server.close()
})

/** Runs in a shell; what is behind the command decides what becomes of its output. Its exit code comes last. */
async function run(behind: string, ...args: string[]) {
  const key = `acme_1122334455667788_${'0f'.repeat(32)}`
  return runAt({ TENANT_A_BASE_URL: server.baseUrl, TENANT_A_KEY: key }, behind, ...args)
}

async function runAt(settings: Record<string, string>, behind: string, ...args: string[]) {
  const env = { PATH: process.env.PATH, ...settings }
  const line = `'${process.execPath}' -- '${bin}' run ${args.join(' ')} ${behind}; echo "exit \${PIPESTATUS[0]}" >&2`
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', line], { cwd: dir, env })
  return { stdout, stderr }
}

test('a closed pipe does not change the exit code, and the location of the report is printed', {
  timeout: 180_000,
}, async () => {
  const { stderr } = await run('| true', '--out', 'piped')
  expect(stderr).toMatch(
    /standard output was not read to the end \(EPIPE\); the whole report is in piped\/report\.html\n/,
  )
  expect(stderr).toMatch(/exit 3\n$/)
  expect(readdirSync(join(dir, 'piped')).sort()).toEqual(['junit.xml', 'report.html', 'report.json'])
})

test('a full disk does not hide the location of the report', { timeout: 180_000 }, async () => {
  const { stderr } = await run('> /dev/full', '--out', 'full')
  expect(stderr).toContain('standard output cannot be written to: ENOSPC')
  expect(stderr).toContain('the whole report is in full/report.html')
})

test('prints verdicts when the report cannot be written', { timeout: 180_000 }, async () => {
  // A folder at the path of the report has the same effect as a full disk.
  await promisify(execFile)('mkdir', ['-p', join(dir, 'taken/report.json')])
  const { stderr: said } = await run('', '--out', 'taken', '--reporter', 'junit')
  expect(said).toMatch(/report\.json cannot be written: E/)
  expect(said).toMatch(/variant A: inconclusive — .*the active key is not accepted/)
  expect(readdirSync(join(dir, 'taken')).sort()).toEqual(['junit.xml', 'report.json'])
})

test.for([
  ['html', 'report.html', ['report.html', 'report.json']],
  ['har', 'exchanges.har', ['exchanges.har', 'report.json']],
  ['junit', 'junit.xml', ['junit.xml', 'report.json']],
] as const)(
  'exits 3 when %s of a passing run cannot be written',
  { timeout: 180_000 },
  async ([reporter, file, files]) => {
    const legal = await deploy()
    const { baseUrl, keys } = legal.target('a')
    await promisify(execFile)('mkdir', ['-p', join(dir, `no-${reporter}`, file)])
    const args = ['--out', `no-${reporter}`, '--reporter', reporter, '--rule', 'a.users.envelope', '--depth', 'quick']
    const { stderr } = await runAt({ TENANT_A_BASE_URL: baseUrl, TENANT_A_KEY: keys.active.value }, '', ...args)
    await legal.close()
    expect(stderr.match(/.*cannot be written.*/g)).toEqual([expect.stringMatching(`${file} cannot be written: E`)])
    expect(stderr).toMatch(/exit 3\n$/)
    expect(readdirSync(join(dir, `no-${reporter}`)).sort()).toEqual(files)
  },
)
