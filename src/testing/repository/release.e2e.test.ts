import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Report } from '../../core/results.ts'
import type { Outcome } from '../../proof/selfcheck/matrix.ts'
import { command, type Ran, type Served, served } from '../command.ts'
import { newFolder } from '../new-folder.ts'
import { withoutProgress } from '../without-progress.ts'

const checkout = resolve(import.meta.dirname, '../../..')
const out = newFolder()
const binary = join(out, 'tenant-conformance')
const sums = (folder: string): string => readFileSync(join(folder, 'SHA256SUMS'), 'utf8')
const build = (from: string, to: string) =>
  execFileSync(process.execPath, [join(from, 'fixtures/packaging/release.mjs'), to], { stdio: 'pipe' })
let good: Served

beforeAll(async () => {
  build(checkout, out)
  good = await served()
}, 600_000)
afterAll(() => good?.stop())

/** Runs a program in a folder, without Node.js in PATH. */
const run = (
  [file, ...args]: readonly [string, ...string[]],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> =>
  new Promise((done) => {
    const options = { cwd, env: { PATH: '/usr/sbin:/usr/bin:/bin', ...env }, maxBuffer: 64 * 1024 * 1024 }
    execFile(file, args, options, (error, stdout, stderr) =>
      done({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr: withoutProgress(stderr) }),
    )
  })

const QUICK = ['run', '--depth', 'quick', '--seed', '1'] as const
const statuses = (folder: string) => {
  const report: Report = JSON.parse(readFileSync(join(folder, 'conformance-report/report.json'), 'utf8'))
  return report.targets.flatMap(({ rules }) => rules.map(({ id, status }) => `${id} ${status}`))
}

test('another folder builds the same bytes', { timeout: 600_000 }, () => {
  const copy = join(newFolder(), 'elsewhere')
  const skipped = /^\/(\.git|\.vitest|node_modules|dist|release)$/
  cpSync(checkout, copy, { recursive: true, filter: (path) => !skipped.test(path.slice(checkout.length)) })
  symlinkSync(join(checkout, 'node_modules'), join(copy, 'node_modules'))
  const again = newFolder()
  build(copy, again)
  expect(sums(again)).toBe(sums(out))
  expect(sums(out).match(/^[0-9a-f]{64} {2}\S+$/gm)).toHaveLength(4)
})

test('sha256sum accepts the sums, and the licenses of what is inside are there', async () => {
  expect((await run(['sha256sum', '--check', '--quiet', 'SHA256SUMS'], out)).code).toBe(0)
  const licenses = readFileSync(join(out, 'LICENSES.txt'), 'utf8')
  for (const text of ['Copyright Node.js contributors', 'Colin McDonnell', 'Free Software Foundation'])
    expect(licenses).toContain(text)
})

describe('the pages', { timeout: 120_000 }, () => {
  /** Not executed, by the word behind the language, and why. */
  const ELSEWHERE: Readonly<Record<string, string>> = {
    build: 'these tests begin with it',
    docker: 'it needs a daemon',
    registry: 'it needs a registry',
    kubernetes: 'it needs a cluster',
  }
  const page = (name: string): string => readFileSync(join(checkout, 'src/docs', name), 'utf8')
  const blocks = ['install.md', 'pipelines.md'].flatMap((name) =>
    [...page(name).matchAll(/^```bash (\w+)\n(.*?)^```$/gms)].map(([, label, lines]) => ({
      label: label!,
      lines: lines!,
    })),
  )

  test('their commands work without Node.js, two to a verdict where there are settings', async () => {
    const cwd = newFolder()
    const [, sum] = /^(\S+) {2}tenant-conformance-linux-x64\.gz$/m.exec(sums(out))!
    const url = `file://${out}/tenant-conformance-linux-x64.gz`
    const env = { ...good.env, CONFORMANCE_URL: url, CONFORMANCE_SHA256: sum!, DEPTH: 'quick' }
    const executed = blocks.filter(({ label }) => !Object.hasOwn(ELSEWHERE, label))
    expect(executed.map(({ label }) => label)).toEqual(['executable', 'init', 'shell', 'fleet', 'shards', 'canary'])
    for (const { label, lines } of executed) {
      if (label === 'shell') await run([join(cwd, 'tenant-conformance'), 'init', '--yes', '--ci', 'shell'], cwd)
      if (label === 'fleet')
        for (const name of ['eu', 'us']) cpSync(join(cwd, 'conformance-report'), join(cwd, name), { recursive: true })
      const quick = lines.replace('DEPTH=standard', 'DEPTH=quick').replaceAll('--seed 7', '--seed 7 --depth quick')
      const { code, stderr, stdout } = await run(['bash', '-euo', 'pipefail', '-c', quick], cwd, env)
      expect({ label, code, stderr }, stdout).toMatchObject({ label, code: 0 })
    }
    expect(readFileSync(join(cwd, 'fleet.html'), 'utf8')).toContain('<!doctype html>')
  })

  test('a pipeline is adopted in at most ten lines', () => {
    const all = [...page('pipelines.md').matchAll(/^```\w+[^\n]*\n(.*?)^```$/gms)].map(([, lines]) => lines!.trimEnd())
    expect(all.length).toBeGreaterThanOrEqual(5)
    for (const lines of all) expect(lines.split('\n').length).toBeLessThanOrEqual(10)
  })
})

describe('the executable', { timeout: 300_000 }, () => {
  test('is one file of at most 60 MB to download', () => {
    expect(statSync(join(out, 'tenant-conformance-linux-x64.gz')).size).toBeLessThan(60e6)
  })

  test('runs alone, and prints commands that work', async () => {
    const cwd = newFolder()
    expect(await run([binary, '--version'], cwd)).toMatchObject({ code: 0, stdout: /^\d+\.\d+\.\d+\n$/, stderr: '' })
    expect(await run([binary, 'run'], cwd)).toMatchObject({ code: 2, stderr: /`\S*\/tenant-conformance run --demo`/ })
    const { code, stdout, stderr } = await run([binary, 'run', '--demo', '--depth', 'quick', '--seed', '1'], cwd)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/variant A \(demo\): conformant — .*\nvariant B \(demo\): conformant — /)
  })

  test('ignores NODE_OPTIONS, and passes options of Node.js to the command', async () => {
    const cwd = newFolder()
    const { code } = await run([binary, '--version'], cwd, { NODE_OPTIONS: '--no-such-option' })
    expect(code).toBe(0)
    expect(await run([binary, 'run', '--env-file', 'gone.env'], cwd)).toMatchObject({
      code: 2,
      stderr: /--env-file: no such file/,
    })
  })

  test('runs a control module in TypeScript that imports the package', async () => {
    const cwd = newFolder()
    const source = "import { defineControl } from 'tenant-api-conformance'\nconst id: number = 1\n"
    writeFileSync(
      join(cwd, 'control.mts'),
      `${source}export default defineControl({ a: { createUser: async () => ({ id }) } })`,
    )
    const { stdout } = await run([binary, 'doctor', '--variant', 'a', '--control', 'control.mts'], cwd, good.env)
    expect(stdout).toContain('a control module (--control FILE) with createKey')
    expect(stdout).not.toMatch(/\bcreateUser\b/)
  })

  test('carries all rules, pages and templates', async () => {
    const cwd = newFolder()
    const ours = await command(cwd, ['rules', '--json'])
    expect((await run([binary, 'rules', '--json'], cwd)).stdout).toBe(ours.stdout)
    expect((await run([binary, 'init', '--yes', '--control', '--ci', 'shell'], cwd)).code).toBe(0)
  })

  test('catches faults over HTTP as the checkout does', async () => {
    const server = await served('a.users.total-pages/rounded-down', 'b.rows.has-more/page-is-full')
    const [ours, theirs] = [newFolder(), newFolder()]
    const a = await command(ours, QUICK, server.env)
    const b = await run([binary, ...QUICK], theirs, server.env)
    await server.stop()
    expect([a.code, b.code]).toEqual([1, 1])
    expect(statuses(theirs)).toEqual(statuses(ours))
  })

  test('comes to the verdicts of the checkout on twenty faults, in threads', async () => {
    const rules = ['a.users.total-pages', 'a.auth.unknown-key', 'b.rows.has-more']
    const args = [
      ...['selfcheck', '--only', 'faults', '--depth', 'quick', '--json'],
      ...rules.flatMap((rule) => ['--rule', rule]),
    ]
    const verdicts = async (ran: Promise<Ran>) => {
      const outcomes: Outcome[] = JSON.parse((await ran).stdout).outcomes
      return outcomes.map(({ entry, good, red }) => ({ id: entry.id, good, red }))
    }
    const [cwd, elsewhere] = [newFolder(), newFolder()]
    const ours = await verdicts(command(cwd, args))
    expect(ours.length).toBeGreaterThanOrEqual(20)
    expect(await verdicts(run([binary, ...args], elsewhere))).toEqual(ours)
  })
})

const missing = [
  ...['umoci', 'skopeo'].filter((tool) => spawnSync(tool, ['--version']).status !== 0),
  ...(process.getuid?.() === 0 ? [] : ['root, to mount and to change the root folder']),
]

/** What a runtime does with `--read-only`: the root folder cannot be written to, /proc and one folder are mounted. */
const CONTAINER = `set -e
root=$1 out=$2
shift 2
mount --make-rprivate /
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount --bind "$out" "$root/work"
mount -o remount,bind,ro "$root"
exec chroot --userspec=65532:65532 "$root" "$@"`

describe.skipIf(missing.length > 0)(`the image${missing.length > 0 ? ` (missing: ${missing})` : ''}`, () => {
  const work = newFolder()
  const inspect = (file: string) => JSON.parse(readFileSync(join(work, file), 'utf8'))

  beforeAll(() => {
    const [layout, bundle] = [join(work, 'layout'), join(work, 'bundle')]
    mkdirSync(layout)
    execFileSync('tar', ['-xf', join(out, 'tenant-conformance-image.tar'), '-C', layout])
    const [{ annotations }] = inspect('layout/index.json').manifests
    const tag = annotations['org.opencontainers.image.ref.name']
    // Compares each digest with its content.
    execFileSync('umoci', ['unpack', '--image', `${layout}:${tag}`, bundle], { stdio: 'pipe' })
    mkdirSync(join(bundle, 'rootfs/proc'))
  })

  test('has at most 65 MB, one layer, an entry point and a user', () => {
    const [{ digest }] = inspect('layout/index.json').manifests
    const { layers, config } = inspect(`layout/blobs/${digest.replace(':', '/')}`)
    expect(layers).toHaveLength(1)
    expect(layers[0].size).toBeLessThan(65e6)
    expect(inspect(`layout/blobs/${config.digest.replace(':', '/')}`).config).toMatchObject({
      User: '65532:65532',
      Entrypoint: ['/usr/bin/tenant-conformance'],
    })
    expect(inspect('layout/manifest.json')[0].Layers).toEqual([`blobs/${layers[0].digest.replace(':', '/')}`])
  })

  test('is read as an archive of OCI and of Docker', () => {
    const [{ digest }] = inspect('layout/index.json').manifests
    const file = join(out, 'tenant-conformance-image.tar')
    const seen = ['oci-archive', 'docker-archive'].map((kind) =>
      JSON.parse(execFileSync('skopeo', ['inspect', `${kind}:${file}`], { encoding: 'utf8' })),
    )
    expect(seen[0].Digest).toBe(digest)
    for (const { Architecture, Layers } of seen) expect([Architecture, Layers.length]).toEqual(['amd64', 1])
  })

  test('runs read-only as another user, and writes its report to the mounted folder', {
    timeout: 120_000,
  }, async () => {
    const reports = newFolder()
    chmodSync(reports, 0o777)
    const root = join(work, 'bundle/rootfs')
    const entry = ['/usr/bin/tenant-conformance', ...QUICK, '--out', '/work/conformance-report'] as const
    const enter = ['unshare', '--mount', '--pid', '--fork', 'sh', '-c', CONTAINER, 'sh', root, reports] as const
    const { code, stdout, stderr } = await run([...enter, ...entry], work, good.env)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/\nvariant A: conformant so far — .*\nvariant B: conformant so far — /)
    expect(statSync(join(reports, 'conformance-report/report.json')).uid).toBe(65532)
    const elsewhere = await run(
      [...enter, '/usr/bin/tenant-conformance', ...QUICK, '--out', '/usr/out'],
      work,
      good.env,
    )
    expect(elsewhere).toMatchObject({ code: 2, stderr: expect.stringContaining('EROFS') })
  })
})
