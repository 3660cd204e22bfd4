import { readdirSync, rmSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadCatalog } from '../../core/catalog.ts'
import type { Report } from '../../core/results.ts'
import { FOREIGN_SERVERS, type Strange, serve } from '../foreign-servers.ts'
import { leaks } from '../leaks.ts'
import { type Package, pack } from '../package.ts'
import { openSampleProject, type Project } from '../sample-project.ts'

let packed: Package
beforeAll(async () => {
  packed = await pack()
})
afterAll(() => packed?.remove())

const report = async (): Promise<Report> =>
  JSON.parse(await readFile(join(packed.cwd, 'conformance-report/report.json'), 'utf8'))
const KEY = `acme_${'c0ffee0123456789'}_${'7f3a91c05be24d68'.repeat(4)}`

describe('the packed command', { timeout: 120_000 }, () => {
  test('certifies the bundled reference server; the report lists every id of the catalogue once', async () => {
    const { code, stdout, stderr } = await packed.run(['run', '--demo', '--depth', 'quick', '--seed', '1'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/variant A \(demo\): conformant — .*\nvariant B \(demo\): conformant — /)
    const { targets } = await report()
    for (const { variant, rules } of targets) {
      const ids = (await loadCatalog(variant)).rules.map(({ id }) => id)
      expect(rules.map(({ id }) => id).sort()).toEqual(ids.sort())
    }
    expect(await readFile(join(packed.cwd, 'conformance-report/junit.xml'), 'utf8')).toContain('<testsuite')
  })

  test('keeps to the budget of quick depth', async () => {
    await packed.run(['run', '--demo', '--depth', 'quick', '--seed', '2', '--no-timing'])
    for (const { requests } of (await report()).targets) expect(requests).toBeLessThanOrEqual(200)
  })

  test('catches a fault of a server in another process, and writes no secret', async () => {
    const server = await packed.serve(['--port', '0', '--fault', 'a.users.total-pages/rounded-down'])
    const reporters = ['console', 'junit', 'html', 'github', 'markdown', 'tap', 'ctrf'].flatMap((name) => [
      '--reporter',
      name,
    ])
    const summary = join(packed.cwd, 'summary.md')
    const env = { ...server.env, GITHUB_STEP_SUMMARY: summary }
    const { code, stdout, stderr } = await packed.run(['run', '--variant', 'a', '--record', 'all', ...reporters], env)
    const again = await packed.run(['replay', 'conformance-report', '--variant', 'a'], server.env)
    expect(await server.stop()).toBe(0)
    expect(again.stdout).toMatch(/still fails +a\.users\.total-pages/)
    const judged = await packed.run(['regrade', 'conformance-report'])
    expect([again.code, judged.code]).toEqual([1, 1])
    expect(judged.stdout).toContain('FAILED  a.users.total-pages')
    expect(code).toBe(1)
    const failed = (await report()).targets[0]?.rules.filter(({ status }) => status === 'failed').map(({ id }) => id)
    expect(failed).toEqual(['a.users.total-pages'])
    expect(stdout).toContain('$TENANT_A_KEY')
    expect(stdout).toMatch(/^::error title=a\.users\.total-pages::/m)
    const files = ['report.json', 'junit.xml', 'report.html', 'report.md', 'report.tap', 'ctrf-report.json']
    const paths = [...files.map((name) => join(packed.cwd, 'conformance-report', name)), summary]
    const written = await Promise.all(paths.map((path) => readFile(path, 'utf8')))
    const keys = Object.entries(server.env).flatMap(([name, value]) => (name.includes('_KEY') ? [value] : []))
    for (const text of [stdout, stderr, ...written]) {
      expect(leaks(text, keys)).toEqual([])
      expect(text === stderr || text.includes('a.users.total-pages')).toBe(true)
    }
    const html = written[files.indexOf('report.html')]
    expect(html).toContain('<article class="failure" id="failure-a.users.total-pages"')
    // The explanation of the rule comes from the suites in the package.
    expect(html).toContain('Tested by')
  })

  test.for([
    [['run', '--no-such-option'], {}, '--no-such-option'],
    [['run'], { TENANT_A_BASE_URL: 'ftp://x', TENANT_A_KEY: KEY }, 'TENANT_A_BASE_URL'],
    [['run'], { TENANT_A_BASE_URL: 'http://127.0.0.1:1', TENANT_A_KEY: KEY.slice(0, -1) }, 'TENANT_A_KEY'],
    [['run', '--env-file', 'not-there.env'], {}, '--env-file'],
    [['run', '--demo', '--rule', 'a.nothing.*'], {}, '--rule'],
    [['run', '--demo', '--out', '/proc/nowhere'], {}, '--out'],
    [['serve', '--port', '99999'], {}, '--port'],
    [['rules', 'a.users.totl'], {}, 'a.users.total'],
  ] as const)('refuses %j in one line', async ([args, env, named]) => {
    const { code, stdout, stderr } = await packed.run(args, env)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(stderr).toContain(named)
    expect(stderr).not.toContain(KEY.slice(-60))
  })

  test('says in one line that a port is in use', async () => {
    const server = await packed.serve(['--port', '0'])
    const port = new URL(server.env.TENANT_A_BASE_URL!).port
    const { code, stderr } = await packed.run(['serve', '--port', port])
    await server.stop()
    expect(code).toBe(2)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })
})

describe('a server that is not the API', { timeout: 60_000 }, () => {
  const EXIT: Record<keyof typeof FOREIGN_SERVERS, number> = {
    'returns 200 {} to everything': 1,
    'returns 500 to everything': 3,
    'closes every connection': 3,
    'serves files': 3,
    'returns a page of HTML to everything': 3,
    'refuses every key': 3,
  }
  const settings = (baseUrl: string) => ({
    TENANT_A_BASE_URL: baseUrl,
    TENANT_A_KEY: KEY,
    TENANT_B_BASE_URL: baseUrl,
    TENANT_B_KEY: KEY,
  })

  test.for(Object.entries(FOREIGN_SERVERS))('that %s gets a short and true report', async ([name, listener]) => {
    const server: Strange = await serve(listener)
    const { code, stdout, stderr } = await packed.run(['run'], settings(server.baseUrl))
    await server.close()
    expect(code).toBe(EXIT[name as keyof typeof FOREIGN_SERVERS])
    expect(stderr).toMatch(/^(tenant-conformance: the report of .* is kept as .*\n)?$/)
    expect(stdout).not.toMatch(/\bat .*:\d+:\d+/)
    const failed = (await report()).targets.flatMap(({ rules }) => rules.filter(({ status }) => status === 'failed'))
    expect(failed.length).toBeLessThanOrEqual(8)
    if (code === 3) expect(stdout.trim().split('\n').length).toBeLessThanOrEqual(6)
  })

  test.for(['http://no-such-host.invalid', 'http://127.0.0.1:1'])(
    '%s cannot be reached, and it says so',
    async (url) => {
      const { code, stdout } = await packed.run(['run', '--allow-http'], settings(url))
      expect(code).toBe(3)
      expect(stdout).toContain('cannot be reached')
      expect(stdout.trim().split('\n').length).toBeLessThanOrEqual(6)
    },
  )

  test('a base URL of the other variant is recognised', async () => {
    const server = await packed.serve(['--port', '0'])
    const { TENANT_A_BASE_URL: a, TENANT_B_BASE_URL: b, TENANT_A_KEY, TENANT_B_KEY } = server.env
    const swapped = {
      TENANT_A_BASE_URL: b!,
      TENANT_A_KEY: TENANT_B_KEY!,
      TENANT_B_BASE_URL: a!,
      TENANT_B_KEY: TENANT_A_KEY!,
    }
    const { code, stdout } = await packed.run(['run'], swapped)
    await server.stop()
    expect(code).toBe(3)
    expect(stdout).toContain('serves variant B: set it as TENANT_B_BASE_URL')
    expect(stdout).toContain('serves variant A: set it as TENANT_A_BASE_URL')
  })
})

describe('installed by a stranger', { timeout: 240_000 }, () => {
  const RUN = 'tenant-conformance run --demo --depth quick --seed 1 --no-timing'
  const CERTIFIED = /\nvariant A \(demo\): conformant — .*\nvariant B \(demo\): conformant — /
  const projects: Project[] = []
  const opened = (files: Record<string, string>) => projects[projects.push(openSampleProject(files)) - 1]!
  afterAll(() => projects.forEach((project) => void project.remove()))

  test('the package is small, and holds what it needs', async () => {
    const { stdout } = await opened({}).sh(`tar -tzf ${packed.tarball}`)
    const files = stdout.trim().split('\n')
    const meant =
      /^package\/(dist\/.*\.(js|css|d\.ts|txt)|src\/(cli\/(bin|node-version|vitest\/index)|index)\.js|src\/docs\/\w+\.md|fixtures\/(ci\/\S+|init\/control\.\w+|reference\/variant-[ab]\.md|\w+(\.schema)?\.json)|README\.md|LICENSE|package\.json)$/
    expect(files.filter((file) => !meant.test(file) || /\.test\.|\/testing|calibrat|simulated/.test(file))).toEqual([])
    for (const name of ['page.css', 'page.js']) expect(files).toContain(`package/dist/src/report/html/${name}`)
    // Half of it is dependencies.
    expect(statSync(packed.tarball).size).toBeLessThan(1_200_000)
  })

  test('by npm, beside a vitest of another major', async () => {
    const project = opened({
      'package.json': '{ "name": "stranger", "private": true }',
      '.env': 'PORT=3000\n',
    })
    const installed = await project.sh(`npm install -D --prefer-offline --no-audit ${packed.tarball} vitest@3`)
    expect(installed.code, installed.stderr).toBe(0)
    const before = readdirSync(project.cwd)
    const { code, stdout, stderr } = await project.sh(`./node_modules/.bin/${RUN}`)
    expect(code, stderr).toBe(0)
    expect(stderr).not.toMatch(/warning|deprecat/i)
    expect(stdout).toMatch(CERTIFIED)
    expect(readdirSync(project.cwd).sort()).toEqual([...before, 'conformance-report'].sort())
  })

  test('by pnpm, with types for theirs, in tests of their vitest, of jest and of node', async () => {
    const strict = { strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, noEmit: true }
    const types = { types: ['node'], typeRoots: [resolve('node_modules/@types')], target: 'es2022' }
    // Declarations of vitest contradict those of chai; ours are checked.
    const checked = [
      { include: ['typed.ts'], skipLibCheck: false },
      { include: ['test'], skipLibCheck: true },
    ]
    const configs = ['nodenext', 'node16', 'bundler'].flatMap((moduleResolution) =>
      checked.map(({ include: [what], skipLibCheck }) => {
        const module = moduleResolution === 'bundler' ? 'esnext' : moduleResolution
        const compilerOptions = { ...strict, ...types, skipLibCheck, module, moduleResolution }
        return [`${moduleResolution}.${what}.json`, JSON.stringify({ compilerOptions, include: [what] })] as const
      }),
    )
    const project = opened({
      'package.json': '{ "name": "stranger", "private": true, "type": "module" }',
      'typed.ts': TYPED,
      ...Object.fromEntries(configs),
    })
    project.copy('fixtures/certify', 'test')
    const others = 'vitest@3 jest@30 @jest/globals@30 hono'
    const installed = await project.sh(`pnpm add -D --prefer-offline ${packed.tarball} ${others}`)
    expect(installed.code, installed.stdout).toBe(0)
    for (const command of [
      ...configs.map(([name]) => `tsc -p ${name}`),
      './node_modules/.bin/vitest run',
      'node --test test/node-test.ts',
      // Without types it is plain JavaScript, which Jest needs no transform for.
      'cp test/jest.ts test/jest.mjs',
      'NODE_OPTIONS=--experimental-vm-modules ./node_modules/.bin/jest --testMatch "**/jest.mjs"',
      `./node_modules/.bin/${RUN}`,
    ]) {
      const { code, stdout, stderr } = await project.sh(command)
      expect(code, `${command}\n${stdout}${stderr}`).toBe(0)
    }
  })

  test.for(['22.19', '24', '26'])('by npx, on Node %s', async (version) => {
    const project = opened({ 'here.env': `TENANT_A_BASE_URL=ftp://x\nTENANT_A_KEY=${KEY}\nNODE_OPTIONS=--no-such\n` })
    // Node must not take --env-file for one of its options.
    const withFile = (file: string) => `{ tenant-conformance run --env-file ${file}; test $? = 2; }`
    const command = `command -v tenant-conformance && node --version && ${RUN} && ${withFile('gone.env')} && ${withFile('here.env')}`
    const packages = `--package=${packed.tarball} --package=node@${version}`
    const { code, stdout, stderr } = await project.sh(`npm exec --yes --prefer-offline ${packages} -c '${command}'`)
    const [bin = '', node] = stdout.split('\n')
    // npx keeps what it installed, and this tarball never comes again.
    if (bin.includes('/_npx/')) rmSync(resolve(bin, '../../..'), { recursive: true })
    expect(code, stderr).toBe(0)
    expect(node).toMatch(`v${version}.`)
    expect(stdout).toMatch(CERTIFIED)
    expect(stderr).toContain('--env-file: no such file: gone.env')
    expect(stderr).toContain('TENANT_A_BASE_URL: ftp is not supported')
    expect(stderr).not.toContain('Warning')
  })
})

const TYPED = `import { certify, type CertifyOptions, ControlRefused, defineControl, explain, type Report } from 'tenant-api-conformance'
import { conformance } from 'tenant-api-conformance/vitest'

export default defineControl({ a: { createUser: async () => ({ id: 1 }) }, b: { revokeKey: async () => { throw new ControlRefused('no') } } })
const options: CertifyOptions = { variant: 'a', settings: process.env, control: { a: { createUser: async () => ({ id: 1n }) } } }
const report: Report = await certify((request: Request) => new Response(request.url), options)
for (const { verdict, rules } of report.targets)
  for (const { id, status, failure } of rules) if (status === 'failed') console.log(verdict, id, failure?.curl)
console.log(await explain(await certify(new URL('http://localhost'), options)))
await conformance()
await conformance('http://localhost', options)
// @ts-expect-error: no such depth
certify('http://localhost', { settings: {}, depth: 'deep' })
// @ts-expect-error: no such function
defineControl({ a: { removeUser: 1 } })
`
