import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { parse } from 'dotenv'
import { expect, test, vi } from 'vitest'
import { Variables } from '../config/setting-variables.ts'
import { home } from '../core/catalog.ts'
import { namesOf } from '../core/control-module.ts'
import { loadControlModule } from '../engine/control/load-control-module.ts'
import { newFolder } from '../testing/new-folder.ts'
import { rulesBySetting } from './init/rules-by-setting.ts'
import { controlModule, envFile, PIPELINES } from './init/templates.ts'
import { addToGitignore } from './init/write-files.ts'

// Each starts the command, which takes a while on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const folder = () => newFolder()
const ENV = envFile({}, await rulesBySetting())
const bin = join(home, 'src/cli/bin.js')
const KEY = `ac'me_${'a1'.repeat(8)}_${'7f3a91c05be24d68'.repeat(4)}`

function init(cwd: string, ...args: string[]) {
  return initWith({}, cwd, ...args)
}

function initWith(env: Record<string, string>, cwd: string, ...args: string[]) {
  const options = { cwd, encoding: 'utf8', env: { PATH: process.env.PATH, ...env } } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, 'init', ...args], options)
  return { status, stdout, stderr }
}

test('the .env names every setting and sets none', () => {
  expect(parse(ENV)).toEqual({})
  const named = [...ENV.matchAll(/^#(TENANT_\w+)=/gm)].map(([, name]) => name)
  expect(named.sort()).toEqual(Object.keys(Variables.shape).sort())
})

test('the .env says how many rules need a setting, most first', () => {
  expect(ENV).toMatch(
    /# a disabled key \(needed by 3 rules\)\n#TENANT_A_KEY_DISABLED=\n# a valid key of the same company that lacks/,
  )
  expect(ENV).toMatch(/ \(needed by \d+ rules of variant A, \d+ of variant B\)\n#TENANT_CONTROL=/)
  expect(initWith({}, folder(), '--a-url', 'https://x.example').stdout).toMatch(
    /number of rules that need each:\n +\d\d {2}TENANT_CONTROL .*\n +3 {2}TENANT_A_KEY_DISABLED +a disabled key\n( +1 {2}TENANT_A_KEY_.*\n)+then: /,
  )
})

test('never overwrites a file', () => {
  const cwd = folder()
  expect(init(cwd).status).toBe(0)
  expect(readFileSync(join(cwd, '.env'), 'utf8')).toBe(ENV)
  expect(init(cwd)).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(
      /^\.env: exists and is unchanged; it sets nothing\nlines to add .*\n +all {2}TENANT_A_BASE_URL= /m,
    ),
  })
  expect(init(cwd, '--a-url', 'https://a.example.com')).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringContaining('is not overwritten; write there: TENANT_A_BASE_URL=https://a.example.com\n'),
  })
  expect(readFileSync(join(cwd, '.env'), 'utf8')).toBe(ENV)
  expect(init(cwd, '--control', 'mine.ts')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('exists and is unchanged'),
  })
  expect(init(cwd, '--control', 'mine.ts')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('mine.ts exists'),
  })
  expect(init(cwd, 'mine.ts')).toMatchObject({ status: 2, stderr: expect.stringContaining('unexpected argument') })
  expect(existsSync(join(cwd, 'control.mts'))).toBe(false)
})

test('says what an existing .env and the environment set, and no key', () => {
  const cwd = folder()
  writeFileSync(join(cwd, '.env'), 'TENANT_A_BASE_URL=https://a.example.com\n')
  const { status, stdout } = initWith({ TENANT_A_KEY: KEY }, cwd)
  expect(status).toBe(0)
  expect(stdout).toContain('unchanged; it sets TENANT_A_BASE_URL\n')
  expect(stdout).toContain('the environment sets TENANT_A_KEY, and overrides .env\n')
  expect(stdout).not.toMatch(/^ .*TENANT_(A_KEY|B_KEY)=/m)
  expect(stdout).not.toContain(KEY.slice(-20))
})

test('writes options and environment to .env, readable only by its owner', () => {
  const cwd = folder()
  const env = { TENANT_A_KEY: KEY, TENANT_B_KEY_REVOKED: '' }
  const said = initWith(env, cwd, '--a-url', 'https://a.example.com', '--from-env', '--yes')
  expect(said).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('doctor') })
  expect(said.stdout).not.toContain(KEY.slice(-20))
  const file = join(cwd, '.env')
  expect(parse(readFileSync(file))).toEqual({ TENANT_A_BASE_URL: 'https://a.example.com', TENANT_A_KEY: KEY })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(cwd)).toEqual(['.env'])
})

test('writes each pipeline as tested, where its system looks for it', () => {
  for (const [name, { files, next }] of Object.entries(PIPELINES)) {
    const cwd = folder()
    expect(init(cwd, '--yes', '--ci', name)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(`${files.map(([, path]) => path).join(', ')}: ${next}`),
    })
    for (const [source, path] of files) {
      expect(readFileSync(join(cwd, path), 'utf8')).toBe(readFileSync(join(home, 'fixtures/ci', source), 'utf8'))
      expect(statSync(join(cwd, path)).mode & 0o111).toBe(path.endsWith('.sh') ? 0o111 : 0)
    }
  }
})

test('rejects invalid options with one line, and writes nothing', () => {
  const cwd = folder()
  mkdirSync(join(cwd, '.github'))
  for (const [args, said] of [
    [['--a-url', 'a.example.com'], '--a-url: not a URL with a scheme'],
    [['--ci', 'travis'], '--ci: takes one of github, gitlab, jenkins, kubernetes, shell'],
    [['--from-env'], '--from-env: the environment has no settings'],
    [['--control', '/dev/null/x/y.ts'], '--control: /dev/null/x/y.ts cannot be written (ENOTDIR)'],
  ] as const) {
    expect(init(cwd, ...args)).toMatchObject({ status: 2, stderr: expect.stringContaining(said) })
  }
  expect(initWith({ TENANT_A_KEY: 'x' }, cwd, '--from-env').stderr).toContain('TENANT_A_KEY: not a key')
  expect(readdirSync(cwd)).toEqual(['.github'])
})

test('adds .env to .gitignore once, and only inside a checkout', () => {
  const [plain, listed, checkout, covered] = [folder(), folder(), folder(), folder()]
  writeFileSync(join(listed, '.gitignore'), 'dist')
  for (const cwd of [checkout, covered]) execFileSync('git', ['init', '-q'], { cwd })
  writeFileSync(join(covered, '.gitignore'), '.env*\n')
  mkdirSync(join(checkout, 'deep'))
  const found = [plain, listed, listed, join(checkout, 'deep'), checkout, covered].map((cwd) =>
    addToGitignore('.env', cwd),
  )
  expect(found).toEqual([false, true, false, true, true, false])
  expect(existsSync(join(plain, '.gitignore'))).toBe(false)
  expect(readFileSync(join(listed, '.gitignore'), 'utf8')).toBe('dist\n.env\n')
  expect(readFileSync(join(covered, '.gitignore'), 'utf8')).toBe('.env*\n')
})

const IN_PTY = 'import os,pty,sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))'

/** The real command in a real pseudo-terminal; each answer is typed when its question appears. */
async function atTerminal(cwd: string, answers: readonly string[]): Promise<{ shown: string; code: number | null }> {
  const child = spawn('python3', ['-c', IN_PTY, process.execPath, bin, 'init'], { cwd })
  let [shown, seen, next] = ['', 0, 0]
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text
    if (!/[:?] $/.test(stripVTControlCharacters(shown.slice(seen)))) return
    seen = shown.length
    child.stdin.write(answers[next++] ?? '\r')
  })
  await once(child, 'close')
  return { shown, code: child.exitCode }
}

test('asks at a terminal, repeats invalid answers, and shows no key', async () => {
  const cwd = folder()
  const { shown, code } = await atTerminal(cwd, ['a.example.com\r', 'https://a.example.com\r', `${KEY}\r`, '\r', 'y\r'])
  expect(code).toBe(0)
  expect(shown).toContain('start it with http:// or https://')
  expect(shown).not.toContain(KEY.slice(-20))
  expect(parse(readFileSync(join(cwd, '.env')))).toEqual({
    TENANT_A_BASE_URL: 'https://a.example.com',
    TENANT_A_KEY: KEY,
  })
  expect(readdirSync(cwd).sort()).toEqual(['.env', 'control.mts'])
})

test('writes nothing after Ctrl-C', async () => {
  const cwd = folder()
  expect((await atTerminal(cwd, ['https://a.example.com\r', '\x03'])).code).toBe(130)
  expect(readdirSync(cwd)).toEqual([])
})

test('quotes values so that dotenv reads them back', () => {
  for (const prefix of ['a#b', 'a$1', "a'b", 'a"b`', '$&'])
    expect(parse(envFile({ TENANT_A_KEY: `${prefix}_x` }))).toEqual({ TENANT_A_KEY: `${prefix}_x` })
})

/** With every function uncommented. */
const filledIn = controlModule().replace(/^ {4}\/\/ (?=(async|\}| {2}))/gm, '    ')

test('the control module can be loaded from any folder', async () => {
  const file = join(folder(), 'control.ts')
  writeFileSync(file, controlModule())
  expect((await loadControlModule({ from: '--control', file, variables: {} })).module).toEqual({ a: {}, b: {} })
})

test('the control module type-checks, commented out and filled in', () => {
  const cwd = folder()
  writeFileSync(join(cwd, 'control.ts'), controlModule())
  writeFileSync(join(cwd, 'filled-in.ts'), filledIn)
  expect(filledIn.match(/^ {4}async /gm)).toHaveLength(namesOf('a').length + namesOf('b').length)
  const paths = { 'tenant-api-conformance': [join(home, 'src/index.d.ts')] }
  const compilerOptions = { noEmit: true, paths, typeRoots: [join(home, 'node_modules/@types')] }
  writeFileSync(
    join(cwd, 'tsconfig.json'),
    JSON.stringify({ extends: join(home, 'tsconfig.json'), compilerOptions, include: ['*.ts'] }),
  )
  writeFileSync(join(cwd, 'package.json'), '{"type":"module"}')
  execFileSync(process.execPath, [join(home, 'node_modules/.bin/tsc'), '-p', cwd], { encoding: 'utf8', stdio: 'pipe' })
})
