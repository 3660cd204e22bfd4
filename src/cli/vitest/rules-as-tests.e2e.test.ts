import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { served } from '../../testing/command.ts'
import { newFolder } from '../../testing/new-folder.ts'

const checkout = resolve(import.meta.dirname, '../../..')
const folder = newFolder()

/** vitest as somebody starts it at a terminal, and what it has printed. */
function vitest(cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const bin = join(checkout, 'node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [bin, ...args], { cwd, env: { PATH: process.env.PATH!, CI: '', ...env } })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (printed += stripVTControlCharacters(text)))
  return { child, printed: () => printed, until: (pattern: RegExp) => untilPrinted(child, () => printed, pattern) }
}

async function untilPrinted(child: ChildProcess, printed: () => string, pattern: RegExp): Promise<string> {
  while (!pattern.test(printed())) {
    if (child.exitCode !== null) throw new Error(`vitest ended: ${printed()}`)
    await Promise.race([once(child.stdout!, 'data'), once(child, 'exit')])
  }
  return printed()
}

const ENVELOPE_AND_PAGES = ['-t', 'a.users.(envelope|total-pages)']

test('rules are tests under their ids, and a violated one shows what the console would', {
  timeout: 120_000,
}, async () => {
  const server = await served('a.users.total-pages/rounded-down')
  const { child, printed } = vitest(checkout, ['run', '--project', 'a', ...ENVELOPE_AND_PAGES], server.env)
  const [code] = await once(child, 'close')
  await server.stop()
  expect(code, printed()).toBe(1)
  expect(printed()).toMatch(/^variant A: nonconformant — 2 of \d+ rules selected: .*1 failed/m)
  expect(printed()).toMatch(/^seed \d+, report conformance-report\/vitest-a\/report\.json$/m)
  expect(printed()).toMatch(/✓ a\.users\.envelope/)
  expect(printed()).toMatch(/× a\.users\.total-pages/)
  expect(printed()).toMatch(/Tests +1 failed \| 1 passed \| \d+ skipped/)
  for (const part of [
    /reference +§2 .*total_pages/,
    /actual +pagination\.total_pages \d+/,
    /expected +\d+ \(total \d+/,
    /curl +curl .*\$TENANT_A_KEY/,
    /again +CONFORMANCE_SEED=\d+ npx vitest --project a -t a\.users\.total-pages/,
    /suites\/a\/users\/total-pages\.ts/,
  ])
    expect(printed()).toMatch(part)
  expect(printed()).not.toContain(server.env.TENANT_A_KEY!.slice(-64))
})

test('they run again when a rule changes, as it is now', { timeout: 120_000 }, async () => {
  for (const name of [
    'src',
    'suites',
    'reference-server',
    'package.json',
    'tsconfig.json',
    'vitest.config.ts',
    'fixtures',
  ])
    cpSync(join(checkout, name), join(folder, name), { recursive: true })
  symlinkSync(join(checkout, 'node_modules'), join(folder, 'node_modules'))
  const { child, until } = vitest(folder, ['watch', '--project', 'a', ...ENVELOPE_AND_PAGES])
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await once(child, 'close')
  })
  expect(await until(/Waiting for file changes/)).toMatch(/Tests +2 passed/)
  const rule = join(folder, 'suites/a/users/total-pages.ts')
  const source = readFileSync(rule, 'utf8')
  const failing = source.replace('if (!wrong) return undefined', '')
  expect(failing).not.toBe(source)
  writeFileSync(rule, failing)
  expect(await until(/Watching for file changes/)).toMatch(/Tests +1 failed \| 1 passed/)
})
