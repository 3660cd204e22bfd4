import { execFile, execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { writeJson } from '../core/json.ts'
import type { Failure } from '../core/results.ts'
import type { Rule, Variant } from '../core/rule.ts'
import type { Settings } from '../core/settings.ts'
import { isTimed, usesControl } from '../engine/session/run-order.ts'
import { startSession } from '../engine/session/session.ts'
import { deploy } from '../proof/selfcheck/deployment.ts'
import { catalogOf } from '../proof/selfcheck/try-against.ts'
import { curlLines } from '../report/failure-text.ts'
import { captured } from '../testing/captured.ts'
import { newFolder } from '../testing/new-folder.ts'
import { sampleReport, sampleRule, sampleTarget } from '../testing/sample-report.ts'
import { SETTINGS as USUAL } from '../testing/session.ts'
import { main } from './main.ts'

/** What scripts run in on Debian; it knows little more than POSIX. */
const SHELL = existsSync('/bin/dash') ? 'dash' : 'sh'
const hasCurl = isInstalled('curl')
if (!hasCurl) console.warn('curl is not installed: the lines are not run')

function isInstalled(name: string): boolean {
  try {
    execFileSync(name, ['--version'])
    return true
  } catch {
    return false
  }
}

const SETTINGS: Settings = { ...USUAL, seed: 4, strict: true, timeout: 10_000 }

const folder = newFolder()

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

/** Output of the command for a failure of a report. */
async function printed(variant: Variant, id: string, failure: Failure | undefined, baseUrl: string) {
  const rule = sampleRule(id, failure ? 'failed' : 'passed', { failure })
  const file = join(folder, 'report.json')
  writeFileSync(file, writeJson(sampleReport([{ ...sampleTarget(variant, [rule]), baseUrl }]) as never))
  const written = captured()
  const code = await main(['curl', id, '--report', file])
  vi.restoreAllMocks()
  return { code, ...written }
}

const shell = (line: string, env: Readonly<Record<string, string>>, cwd = folder) =>
  promisify(execFile)(SHELL, ['-c', line], { cwd, env: { PATH: process.env.PATH!, ...env }, encoding: 'latin1' })

const rules = (await Promise.all((['a', 'b'] as const).map(catalogOf))).flatMap((catalog) => catalog.rules)
/** The keys of such servers are of no form that settings may have; one takes half a minute; one needs the other rules of a run. */
const isLeftOut = ({ id }: Rule): boolean =>
  id.includes('.key.') || ['b.rows.ordered-partition', 'a.clients.steady', 'b.clients.steady'].includes(id)
const faulty = rules.filter((rule) => rule.faults && !isTimed(rule) && !usesControl(rule) && !isLeftOut(rule))

describe('each command reproduces its failure in a POSIX shell', { timeout: 60_000 }, () => {
  let lines = 0
  test.runIf(hasCurl).for(faulty.map((rule) => [rule.id, rule] as const))('%s', async ([id, rule]) => {
    const { failure, env, close } = await failing(rule)
    try {
      for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
      const ran = await printed(rule.variant, id, failure, env[`TENANT_${rule.variant.toUpperCase()}_BASE_URL`]!)
      const commands = curlLines(failure)
      expect(commands.length).toBe(failure.curl === '' ? (failure.requests?.length ?? 0) : 1)
      if (commands.length === 0) {
        expect(ran).toMatchObject({ code: 1, out: '', err: expect.stringContaining(failure.noCurl!) })
        return
      }
      lines++
      expect(ran).toMatchObject({ code: 0, err: '' })
      expect(ran.out.split('\n').filter((line) => line !== '' && !line.startsWith('# '))).toEqual(commands)
      const { stdout } = await shell(ran.out, env)
      // A server that remembers the connection responds otherwise to several commands.
      const status = commands.length > 1 ? '\\d+' : failure.exchanges.at(-1)!.response!.status
      expect(stdout.match(new RegExp(`HTTP/1.1 ${status} `, 'g'))).toHaveLength(commands.length)
    } finally {
      await close()
    }
  })

  test.runIf(hasCurl)('covers more than 30 failures', () => expect(lines).toBeGreaterThan(30))

  /** The rule's failure at a server with its first fault. */
  async function failing({ id, variant, faults }: Rule) {
    const [catalog, deployment] = await Promise.all([catalogOf(variant), deploy(Object.values(faults!)[0])])
    const session = startSession({ ...SETTINGS, rules: [id] }, deployment.target(variant), catalog)
    const { failure } = await session.result(id)
    await session.close()
    expect(failure).toBeDefined()
    return { failure: JSON.parse(writeJson(failure as never)) as Failure, env: deployment.env, close: deployment.close }
  }
})

const BASE_URL = 'http://127.0.0.1:4010'
const failureOf = (request: object, more: Partial<Failure> = {}): Failure => ({
  ...{ summary: '', clause: '', expected: '', actual: '', meaning: '', causes: [], counterexample: {}, seed: 1 },
  ...{ path: 'first:0', curl: 'touch ran', exchanges: [] },
  request: { path: '/users', credential: { class: 'active', form: 'x-api-key', headers: [] }, ...request } as never,
  ...more,
})

test('sends to the deployment of the settings, and reads the key from its file', async () => {
  const key = `acme_${'0123456789abcdef'}_${'7f3a91c05be24d68'.repeat(4)}`
  const cwd = newFolder()
  writeFileSync(join(cwd, 'my.env'), `TENANT_A_BASE_URL=https://mine.example\nTENANT_A_KEY='${key}'\n`, { mode: 0o600 })
  const headers = [['X-Api-Key', [{ env: 'TENANT_A_KEY' }]]]
  const file = join(cwd, 'report.json')
  const rule = sampleRule('a.x.y', 'failed', { failure: failureOf({ credential: { class: '', form: '', headers } }) })
  writeFileSync(
    file,
    writeJson(sampleReport([{ ...sampleTarget('a', [rule]), baseUrl: 'https://evil.example' }]) as never),
  )
  const written = captured()
  vi.spyOn(process, 'cwd').mockReturnValue(cwd)
  expect(await main(['curl', 'a.x.y', '--report', file, '--env-file', 'my.env'])).toBe(0)
  expect(written.out).toMatch(/^\(TENANT_A_KEY=\$\(node --env-file=\S*my\.env -p process.env.TENANT_A_KEY\) && curl /)
  expect(written.out).toContain("'https://mine.example/api/public/v1/users'")
  expect(written.err).toContain('goes to https://mine.example of the settings; the report is from https://evil.example')
})

test('numbers the commands of a failure that two requests show', async () => {
  const request = { endpoint: null, path: '/users', credential: { class: 'active', form: 'x-api-key', headers: [] } }
  const requests = [request, { ...request, path: '/users/1' }] as never
  const several = failureOf({}, { curl: '', noCurl: 'it takes several requests', request: undefined, requests })
  const { code, out } = await printed('a', 'a.x.y', several, BASE_URL)
  expect(code).toBe(0)
  expect(out).toMatch(/^# 1 of 2\ncurl .*\/users'\n# 2 of 2\ncurl .*\/users\/1'\n$/)
})

test.for([
  ['same connection', /^curl .*\/users' --next -sS .*\/users\/1'\n$/],
  ['concurrent', /^\(for i in [\d ]+; do curl -Z .*\/users' --next .*\/users\/1' --next .*\/users' & done; wait\)\n$/],
] as const)('prints one line for requests in the context %s', async ([context, line]) => {
  const request = failureOf({}).request!
  const requests = [request, { ...request, path: '/users/1' }]
  const { code, out } = await printed('a', 'a.x.y', failureOf({}, { context, requests }), BASE_URL)
  expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(line) })
})

test.for([
  ['TE', 'trailers'],
  ['Host', 'localhost'],
] as const)('prints %s: %s, as the suite sends it', async ([name, value]) => {
  const { code, out } = await printed('a', 'a.x.y', failureOf({ headers: [[name, value]] }), BASE_URL)
  expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining(`-H '${name}: ${value}'`) })
})

describe('never executes text from a report', () => {
  const HOSTILE = [
    ...['$(touch ran)', '`touch ran`', "'; touch ran; '", '"; touch ran; "', '\\"$(touch ran)', "\\'; touch ran #"],
    ...['%s$(touch ran)', '-o ran', '@/etc/passwd', '$(touch$IFS ran)', '!touch', '\u001b]0;x\u0007', 'é$(touch ran)é'],
  ]
  const secret = [{ env: 'TENANT_A_KEY', from: 3, to: 20, shift: 2 }]
  const places: Record<string, (text: string) => object> = {
    path: (text) => ({ path: `/users${text.replace(/[^!-~]|#/g, '')}` }),
    'root beside the API': (text) => ({ root: `/x${text.replace(/[^!-~]|#/g, '')}` }),
    'name of a parameter': (text) => ({ query: [[text, 'x']] }),
    parameter: (text) => ({ query: [['page', text]] }),
    'parameter beside a key': (text) => ({ query: [['page', [text, ...secret, text]]] }),
    header: (text) => ({ headers: [['X', text]] }),
    'header beside a key': (text) => ({ headers: [['X', [text, ...secret, text, { base64: [text, ...secret] }]]] }),
    credential: (text) => ({ credential: { class: text, form: text, headers: [['X-Api-Key', [text, ...secret]]] } }),
  }
  test.for(Object.entries(places))('in the %s', async ([, put]) => {
    const cwd = newFolder()
    for (const [i, text] of HOSTILE.entries()) {
      const context = i % 2 ? 'concurrent' : undefined
      const hostile = failureOf(put(text), { again: text, summary: text, context })
      const { code, out } = await printed('a', 'a.x.y', hostile, BASE_URL)
      expect(code).toBe(0)
      expect(out).toMatch(/^[\x20-\x7e]+\n$/)
      await shell(out.replace(/curl (-Z .*?)?-sS/, 'printf "%s\\n" '), { TENANT_A_KEY: 'k'.repeat(90) }, cwd)
      expect(existsSync(join(cwd, 'ran')), out).toBe(false)
    }
  })

  test.for<[string, Failure | undefined, string]>([
    ['no failure', undefined, 'is passed; another report: curl a.x.y REPORT'],
    [
      'a reason',
      failureOf({}, { noCurl: 'it takes several requests' }),
      'no single request reproduces it: it takes several',
    ],
    ['no request', failureOf({}, { request: undefined }), 'an older version of the suite'],
    ['a header of HTTP', failureOf({ headers: [['Host', 'evil.example']] }), 'a header that only HTTP itself may set'],
    [
      'a routing header beside a key',
      failureOf({ headers: [['X-Forwarded-Host', 'evil.example']], query: [['q', [{ env: 'TENANT_A_KEY' }]]] }),
      'a header that routes a request with a key',
    ],
    ['a name with a line break', failureOf({ headers: [['X\nY', 'x']] }), 'a header name that cannot be sent'],
    ['a value with a line break', failureOf({ headers: [['X', 'x\nY: 1']] }), 'a text of several lines'],
    ['another path', failureOf({ path: '@evil.example/users' }), 'a path that cannot be sent'],
    [
      'a path with dot segments, and a key',
      failureOf({ path: '/%2e%2E/steal', query: [['q', [{ env: 'TENANT_A_KEY' }]]] }),
      'dot segments',
    ],
    [
      'a path beside the API, and a key',
      failureOf({ root: '/steal', query: [['q', [{ env: 'TENANT_A_KEY' }]]] }),
      'beside the API',
    ],
    [
      'several requests, one to another path',
      failureOf({}, { noCurl: 'x', requests: [failureOf({}).request!, failureOf({ path: '@evil.example' }).request!] }),
      'one of its requests cannot be used: a path that cannot be sent',
    ],
    ['another method', failureOf({ method: 'DELETE' }), 'its request cannot be used'],
    ['another variable', failureOf({ query: [['q', [{ env: 'PATH' }]]] }), 'its request cannot be used'],
    [
      'a variable with a command',
      failureOf({ query: [['q', [{ env: 'TENANT_A_KEY$(touch ran)' }]]] }),
      'its request cannot be used',
    ],
    ['a created key', failureOf({ query: [['q', [{ env: 'CREATED_KEY_1' }]]] }), 'its request cannot be used'],
    ['endless parts', failureOf({ query: [['q', [{ env: 'TENANT_A_KEY', to: -1e9 }]]] }), 'its request cannot be used'],
  ])('prints no command for %s', async ([, failure, said]) => {
    const { code, out, err } = await printed('a', 'a.x.y', failure, BASE_URL)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toContain(said)
    expect(err.trim().split('\n')).toHaveLength(1)
  })

  test('rejects an invalid base URL', async () => {
    for (const url of ['file:///etc/passwd', 'http://a:b@x', 'http://x/$(touch ran) ', '-x'])
      expect(await printed('a', 'a.x.y', failureOf({}), url)).toMatchObject({ code: 2, out: '' })
    const unencrypted = await printed('a', 'a.x.y', failureOf({}), 'http://x')
    expect(unencrypted).toMatchObject({ code: 2, out: '', err: expect.stringContaining('--allow-http') })
    const { out, err } = await printed('a', 'a.x.y', failureOf({}), "https://x/$(touch`ran`)'")
    expect(err).toContain('which only the report names')
    expect(out).toContain(` 'https://x/$(touch%60ran%60)'\\''/api/public/v1/users'\n`)
  })
})

test('usage', async () => {
  const [none, empty] = ['none.json', 'empty.json'].map((name) => join(folder, name)) as [string, string]
  writeFileSync(empty, writeJson(sampleReport([]) as never))
  const written = captured()
  for (const args of [[empty], ['a.x.y', none], [empty, 'a.x.y'], ['a.x.y', '--report', empty]])
    expect(await main(['curl', ...args])).toBe(2)
  expect(written.err.trim().split('\n')).toEqual([
    expect.stringContaining('no rule fails in'),
    expect.stringContaining('none.json" is not there'),
    expect.stringContaining('has no rule "a.x.y"'),
    expect.stringContaining('has no rule "a.x.y"'),
  ])
})

test('without a rule, the failure to fix first', async () => {
  const file = join(folder, 'report.json')
  const failing = (id: string) => sampleRule(id, 'failed', { failure: failureOf({}) })
  const rules = [failing('a.users.x'), failing('a.auth.y')]
  writeFileSync(file, writeJson(sampleReport([{ ...sampleTarget('a', rules), baseUrl: BASE_URL }]) as never))
  const written = captured()
  expect(await main(['curl', file])).toBe(0)
  expect(written.err).toContain('a.auth.y, the failure to fix first')
  expect(written.out).toMatch(/curl -sS/)
})
