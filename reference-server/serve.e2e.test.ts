import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'dotenv'
import { expect, onTestFinished, test } from 'vitest'

const SERVE = join(import.meta.dirname, 'serve.ts')

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reference-server-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Runs the command until it is ready or has ended. */
async function served(...args: string[]) {
  const child = spawn(process.execPath, [SERVE, ...args])
  onTestFinished(() => void child.kill('SIGKILL'))
  let [out, err] = ['', '']
  const ended = once(child, 'exit').then(([code]) => code as number)
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  const ready = new Promise<void>((done) => {
    child.stdout.on('data', (chunk) => {
      out += chunk
      if (out.endsWith('# ready\n')) done()
    })
  })
  await Promise.race([ready, ended])
  return { child, ended, env: parse(out), out, err: () => err }
}

const status = async (env: Record<string, string>, key = env.TENANT_A_KEY!) => {
  const response = await fetch(`${env.TENANT_A_BASE_URL}/api/public/v1/users`, { headers: { 'X-Api-Key': key } })
  await response.text()
  return response.status
}

test('prints a ready .env and ends quietly', async () => {
  const { child, ended, env, out, err } = await served()
  expect(out).toMatch(/# ready\n$/)
  expect(Object.keys(env)).toHaveLength(18)
  expect(await status(env)).toBe(200)
  child.kill('SIGTERM')
  expect([await ended, err()]).toEqual([0, ''])
})

test('the same keys at each start, in memory', async () => {
  const [one, two, three] = await Promise.all([served(), served(), served('--seed', '2')])
  expect(one.env.TENANT_A_KEY).toBe(two.env.TENANT_A_KEY)
  expect(one.env.TENANT_A_KEY).not.toBe(three.env.TENANT_A_KEY)
})

test('ends with its standard input if the option requires it', async () => {
  const { child, ended } = await served('--until-stdin-closes')
  child.stdin.end()
  expect(await ended).toBe(0)
})

test('a database is kept, with its keys but without any secret', async () => {
  const folder = scratch()
  const file = join(folder, 'kept.db')
  const first = await served('--db', file)
  expect(await status(first.env)).toBe(200)
  first.child.kill('SIGTERM')
  await first.ended
  const second = await served('--db', file)
  expect(second.env.TENANT_A_KEY).not.toBe(first.env.TENANT_A_KEY)
  expect(await status(second.env, first.env.TENANT_A_KEY)).toBe(200)
  expect(await status(second.env)).toBe(200)
  second.child.kill('SIGTERM')
  await second.ended
  const kept = readdirSync(folder).map((name) => readFileSync(join(folder, name)))
  for (const [name, key] of Object.entries({ ...first.env, ...second.env }).filter(([name]) => name.includes('_KEY'))) {
    const [, keyId, secret] = key.split('_') as [string, string, string]
    const found = (bytes: string | Buffer) => kept.some((file) => file.includes(bytes))
    expect([name, found(keyId), found(secret), found(Buffer.from(secret, 'hex'))]).toEqual([name, true, false, false])
  }
})

test('a behaviour module overrides the conforming decisions', async () => {
  const file = join(scratch(), 'faults.ts')
  writeFileSync(
    file,
    `export default { faults: { one: { aEchoPage: (page: bigint) => page + 1n }, two: { aTotalPages: () => 0 } }, typo: { aTotl: 1 } }`,
  )
  const { env } = await served('--behaviour', `${file}#default.faults.one`, '--behaviour', `${file}#default.faults.two`)
  const url = `${env.TENANT_A_BASE_URL}/api/public/v1/users`
  const response = await fetch(url, { headers: { 'X-Api-Key': env.TENANT_A_KEY! } })
  const { pagination } = (await response.json()) as { pagination: object }
  expect(pagination).toMatchObject({ page: 2, total_pages: 0 })
  const typo = await served('--behaviour', `${file}#default.typo`)
  expect([await typo.ended, typo.err()]).toEqual([2, expect.stringContaining('there is no decision aTotl')])
})

test('what cannot be used is one line that names the option', async () => {
  const { env } = await served()
  const notADatabase = join(scratch(), 'text.db')
  writeFileSync(notADatabase, 'this is no database at all, only a line of text that is long enough to be looked at')
  for (const args of [
    ['--port', new URL(env.TENANT_A_BASE_URL!).port],
    ['--port', 'x'],
    ['--db', '/no/such/folder/x.db'],
    ['--db', notADatabase],
    ['--users', '-1'],
    ['--behaviour', '/no/such/module.ts'],
    ['--frobnicate'],
  ]) {
    const { ended, err } = await served(...args)
    expect([args, await ended]).toEqual([args, 2])
    expect(err()).toMatch(RegExp(`^[^\n]*${args[0]}[^\n]*\n$`))
  }
})
