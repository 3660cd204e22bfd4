import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Deployment, deploy } from '../proof/selfcheck/deployment.ts'
import { catalogOf } from '../proof/selfcheck/try-against.ts'
import { command, type Ran } from '../testing/command.ts'
import { echoBehaviour } from '../testing/echo-behaviour.ts'
import { leakFinder } from '../testing/leaks.ts'
import { newFolder } from '../testing/new-folder.ts'
import { opened, readFolder } from '../testing/read-folder.ts'

const checkout = resolve(import.meta.dirname, '../..')
const fixture = (name: string) => join(checkout, 'fixtures/secrets', name)
const REPORTERS = ['console', 'json', 'junit', 'html', 'github', 'markdown', 'tap', 'ctrf', 'har'].flatMap((name) => [
  '--reporter',
  name,
])
const QUICK = ['--depth', 'quick', '--no-timing']

const dir = newFolder()
const keysFile = join(newFolder(), 'keys')
const ran: Record<string, Ran> = {}
let broken: Deployment
let good: Deployment
let raw: Awaited<ReturnType<typeof serveRaw>>
let env: Record<string, string>

/** Runs by name, with their output. */
async function run(name: string, args: readonly string[], more: Record<string, string> = {}): Promise<number> {
  ran[name] = await command(dir, args, { ...env, ...more })
  return ran[name].code
}

/** A server that echoes requests and violates a rule of each family. */
async function deployBroken(): Promise<Deployment> {
  const rules = (await Promise.all([catalogOf('a'), catalogOf('b')])).flatMap(({ rules }) => rules)
  const families = Map.groupBy(rules, ({ id }) => id.split('.').slice(0, 2).join('.'))
  const faults = [...families.values()].flatMap((family) =>
    Object.values(family.find(({ faults }) => faults)?.faults ?? {}).slice(0, 1),
  )
  expect(faults.length).toBeGreaterThan(8)
  return deploy(Object.assign({}, ...faults, echoBehaviour()))
}

const settingsOf = (deployment: Deployment): Record<string, string> =>
  Object.assign(
    {},
    ...(['a', 'b'] as const).map((variant) => {
      const { baseUrl, keys } = deployment.target(variant)
      return {
        [`TENANT_${variant.toUpperCase()}_BASE_URL`]: baseUrl,
        ...Object.fromEntries(Object.values(keys).map(({ env, value }) => [env, value])),
      }
    }),
  )

beforeAll(async () => {
  broken = await deployBroken()
  good = await deploy(echoBehaviour())
  raw = await serveRaw()
  const { TENANT_REFERENCE_CONTROL } = broken.env
  env = {
    ...settingsOf(broken),
    TENANT_REFERENCE_CONTROL: TENANT_REFERENCE_CONTROL!,
    HONEST_CONTROL: join(checkout, 'reference-server/control/module.ts'),
    KEYS_FILE: keysFile,
    GITHUB_STEP_SUMMARY: join(dir, 'summary.md'),
  }
}, 60_000)
afterAll(async () => {
  await broken?.close()
  await good?.close()
  raw?.close()
})

/** Exit codes by run. The runs share one folder and run sequentially. */
test('runs every command', { timeout: 900_000 }, async () => {
  const report = 'conformance-report/report.json'
  const talkative = { DEBUG: 'vite:*,vitest:*', NODE_OPTIONS: '--enable-source-maps --inspect=127.0.0.1:0' }
  const control = (name: string) => ['--control', fixture(name)]
  const one = (id: string) => ['run', ...QUICK, '--variant', 'a', '--rule', id]

  const all = ['run', ...QUICK, '--record', 'all', '--write-expect', 'expect.yaml', ...REPORTERS]
  expect(await run('run', [...all, ...control('control.mjs')], talkative)).toBe(1)
  expect(readFileSync(keysFile, 'utf8').split('\n').length).toBeGreaterThan(10)
  writeFileSync(join(dir, 'expect.yaml'), text('expect.yaml').replaceAll('reason: ""', 'reason: later'))
  expect(await run('doctor', ['doctor', ...control('control.mjs')])).toBeLessThan(4)
  expect(await run('doctor as JSON', ['doctor', '--json'])).toBeLessThan(4)
  expect(await run('replay', ['replay', report, '--variant', 'a'])).toBe(1)
  expect(await run('replay as JSON', ['replay', report, '--json', '--variant', 'b'])).toBe(1)
  expect(await run('regrade', ['regrade', report, ...REPORTERS])).toBe(1)
  expect(await run('diff', ['diff', report, 'conformance-regraded'])).toBeLessThan(2)

  const again = [...one('a.*'), '--expect', 'expect.yaml', '--baseline', report, '--out', 'again']
  expect(await run('expected', again)).toBeLessThan(2)
  writeKeyPair()
  const subject = `gitCommit:${'c'.repeat(40)}`
  const signing = ['--certificate', 'certificate.json', '--sign-key', 'sign.pem', '--subject', subject]
  const certifying = ['--partial', ...signing, '--out', 'good']
  expect(await run('certify', [...one('a.users.*'), ...certifying], settingsOf(good))).toBe(0)
  for (const command of ['verify', 'badge'])
    expect(await run(command, [command, 'certificate.json', '--public-key', 'public.pem'])).toBe(0)
  expect(await run('rules', ['rules', '--json'])).toBe(0)
  const fault = ['--rule', 'a.users.total', '--only', 'faults', '--depth', 'quick', '--alone', '--json']
  expect(await run('selfcheck', ['selfcheck', ...fault])).toBeLessThan(2)
  expect(await run('init', ['init', '--control'])).toBe(0)

  const crash = [...one('a.key.*'), ...control('crash.mjs'), '--out', 'crash']
  expect(await run('crash', crash, { DEBUG: '1', NODE_OPTIONS: '--report-uncaught-exception' })).toBe(3)
  expect(await run('unloadable', [...one('a.*'), ...control('unloadable.mjs')])).toBe(2)
  expect(await run('not HTTP', [...one('a.*'), '--out', 'raw'], { TENANT_A_BASE_URL: raw.baseUrl })).toBe(3)
  for (const value of ['*', 'worker']) expect(await run(`NODE_DEBUG=${value}`, ['run'], { NODE_DEBUG: value })).toBe(2)
})

test('usage errors do not repeat a key', { timeout: 300_000 }, async () => {
  const key = env.TENANT_A_KEY!
  const lines = Object.entries(env).map(([name, value]) => `${name}=${value}\n`)
  const outside = newFolder()
  const file = join(outside, 'keys.env')
  writeFileSync(file, lines.join(''))
  chmodSync(file, 0o644)
  const refused: [name: string, args: string[], more?: Record<string, string>][] = [
    ['as a report', ['replay', file]],
    ['verify', ['verify', file, '--public-key', file]],
    ['as expectations', ['run', '--expect', file]],
    ['as a control module', ['run', '--control', file]],
    ['as a key to sign with', ['run', '--certificate', 'c', '--sign-key', file]],
    ['an argument', ['run', key]],
    ['cut short', ['run'], { TENANT_A_KEY: key.slice(0, -1) }],
    ['for a URL', ['run'], { TENANT_A_BASE_URL: key }],
  ]
  for (const [name, args, more] of refused) {
    expect([name, await run(`refused: ${name}`, args, more)]).toEqual([name, 2])
    expect(ran[`refused: ${name}`]!.stderr.trim().split('\n')).toHaveLength(1)
  }
  expect(await run('warned', ['run', ...QUICK, '--env-file', file, '--rule', 'a.users.total'])).toBeLessThan(4)
  expect(ran.warned!.stderr).toContain(`chmod 600 ${file}`)
})

test('no output contains part of a key in any encoding', { timeout: 300_000 }, () => {
  const created = readFileSync(keysFile, 'utf8').trim().split('\n')
  const supplied = Object.entries({ ...env, ...settingsOf(good) }).flatMap(([name, value]) =>
    /_KEY/.test(name) ? [value] : [],
  )
  const find = leakFinder([...new Set([...created, ...supplied])])
  const said = Object.entries(ran).map(([name, { stdout, stderr }]) => [name, opened(`${stdout}\n${stderr}`)] as const)
  const files = readFolder(dir)
  for (const name of ['exchanges.har', 'recording-a.ndjson.gz', 'recording-b.ndjson.gz', 'report.html', 'report.tap'])
    expect(files.map(([path]) => path)).toContain(`conformance-report/${name}`)
  expect(
    files.filter(([path]) => /certificate\.json|\.env|summary\.md|^report\..*\.json$/.test(path)).length,
  ).toBeGreaterThan(2)
  for (const [name, text] of [...said, ...files]) expect([name, find(text).slice(0, 3)]).toEqual([name, []])
})

const text = (name: string) => readFileSync(join(dir, name), 'utf8')

function writeKeyPair(): void {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  writeFileSync(join(dir, 'sign.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
  writeFileSync(join(dir, 'public.pem'), publicKey.export({ type: 'spki', format: 'pem' }))
}

/** Echoes the request as the first line, which is invalid HTTP. */
async function serveRaw() {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (head) => {
      const [key = ''] = /acme\S*|\w+_[0-9a-f]{16}_[0-9a-f]{64}/.exec(head.toString('latin1')) ?? []
      socket.end(`${key} ${Buffer.from(key).toString('base64')}\r\n\r\n${head}`)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}
