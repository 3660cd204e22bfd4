import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { Variables } from '../../config/variables.ts'
import { type Ran, type Served, served } from '../command.ts'
import { newFolder } from '../new-folder.ts'

const checkout = resolve(import.meta.dirname, '../../..')
const ci = (name: string): string => readFileSync(join(checkout, 'fixtures/ci', name), 'utf8')
const SCRIPT = 'sh node_modules/tenant-api-conformance/fixtures/ci/conformance.sh'

/** A project with the package installed; `npm ci` has nothing to do there, and `npx tenant-api-conformance` runs this checkout. */
const project = newFolder()
let good: Served
let bad: Served

beforeAll(async () => {
  mkdirSync(join(project, 'bin'))
  mkdirSync(join(project, 'node_modules'))
  symlinkSync(checkout, join(project, 'node_modules/tenant-api-conformance'))
  executable('npm', 'test "$*" = ci')
  executable(
    'npx',
    `test "$1" = tenant-api-conformance && shift && exec '${process.execPath}' -- '${checkout}/src/cli/bin.js' "$@"`,
  )
  const servers = await Promise.all([served(), served('a.auth.unknown-key/accepted')])
  good = servers[0]
  bad = servers[1]
})

afterAll(async () => {
  await Promise.all([good?.stop(), bad?.stop()])
})

function executable(name: string, line: string): void {
  const path = join(project, 'bin', name)
  writeFileSync(path, `#!/bin/sh\n${line}\n`)
  chmodSync(path, 0o755)
}

/** A step as a runner executes it. */
function step(line: string, env: Readonly<Record<string, string>>): Promise<Ran> {
  return new Promise((done) => {
    const options = { cwd: project, env: { PATH: `${join(project, 'bin')}:${process.env.PATH}`, ...env } }
    execFile('sh', ['-e', '-c', line], options, (error, stdout, stderr) =>
      done({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    )
  })
}

const ONLY = '--no-timing --rule a.auth.unknown-key --rule a.auth.revoked-key'
const variantA = ({ env }: Served): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('TENANT_A_')))
const baseline = () => join(project, 'conformance-baseline/report.json')

describe('the shell recipe', { timeout: 180_000 }, () => {
  test('keeps a good run as the baseline where it is told to, and compares the next ones with it', async () => {
    const first = await step(`${SCRIPT} ${ONLY}`, variantA(good))
    expect([first.code, existsSync(baseline())]).toEqual([0, false])
    expect((await step(`${SCRIPT} ${ONLY}`, { ...variantA(good), UPDATE_BASELINE: 'true' })).code).toBe(0)
    const kept = readFileSync(baseline(), 'utf8')
    expect(readFileSync(join(project, 'conformance-report/junit.xml'), 'utf8')).toContain('<testsuite')

    const { TENANT_A_KEY_REVOKED: _gone, ...fewer } = variantA(good)
    const untried = await step(`${SCRIPT} ${ONLY}`, { ...fewer, UPDATE_BASELINE: 'true' })
    expect([untried.code, readFileSync(baseline(), 'utf8') === kept]).toEqual([1, true])
    expect(untried.stdout).toMatch(/since the baseline: .*no longer tested:\n {2}a\.auth\.revoked-key/s)

    const broken = await step(`${SCRIPT} ${ONLY}`, { ...variantA(bad), UPDATE_BASELINE: 'true' })
    expect([broken.code, readFileSync(baseline(), 'utf8') === kept]).toEqual([1, true])
    expect(broken.stdout).toMatch(/newly violated:\n {2}a\.auth\.unknown-key/)
  })

  test.for([
    ['no deployment is named', {}, /no deployment is named/],
    ['a key is malformed', { TENANT_A_BASE_URL: 'http://127.0.0.1:1', TENANT_A_KEY: 'x' }, /TENANT_A_KEY: /],
  ] as const)('2 where %s', async ([, env, said]) => {
    const { code, stderr } = await step(SCRIPT, env)
    expect([code, stderr]).toEqual([2, expect.stringMatching(said)])
  })

  test('3 where the deployment does not answer', async () => {
    const env = { ...variantA(good), TENANT_A_BASE_URL: 'http://127.0.0.1:1' }
    expect((await step(`${SCRIPT} ${ONLY}`, env)).code).toBe(3)
  })
})

describe('what the other recipes execute', { timeout: 180_000 }, () => {
  type Step = { readonly run?: string; readonly env?: Record<string, string> }
  const steps = (parse(ci('github.yml')).jobs.conformance.steps as Step[]).filter(({ run }) => run !== undefined)
  const github = steps.map(({ run }) => run!)
  const gitlab = parse(ci('gitlab-ci.yml')).conformance.script as string[]
  const jenkins = [...ci('Jenkinsfile').matchAll(/sh(?: |\(returnStatus: true, script: )'([^']+)'/g)].map(
    ([, line]) => line!,
  )

  test.for([
    ['GitHub', github],
    ['GitLab', gitlab],
    ['Jenkins', jenkins],
  ] as const)('%s: the lines run, and end as the suite does', async ([, lines]) => {
    expect(lines).toHaveLength(2)
    const line = lines.join('\n')
    expect((await step(`${line} ${ONLY}`, variantA(good))).code).toBe(0)
    expect((await step(`${line} ${ONLY}`, variantA(bad))).code).toBe(1)
  })

  test('GitHub actions are pinned by digest, with the version beside it', () => {
    const uses = ci('github.yml')
      .split('\n')
      .filter((line) => line.includes('uses:'))
    expect(uses).toHaveLength(5)
    for (const line of uses) expect(line).toMatch(/uses: actions\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

  test('only the default branch writes the cache of GitLab', () => {
    const { cache, variables, rules } = parse(ci('gitlab-ci.yml')).conformance
    expect([cache.policy, variables.CACHE_POLICY]).toEqual(['$CACHE_POLICY', 'pull'])
    expect(rules).toEqual([
      { if: '$CI_PIPELINE_SOURCE == "merge_request_event"' },
      {
        if: '$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH',
        variables: { UPDATE_BASELINE: 'true', CACHE_POLICY: 'pull-push' },
      },
    ])
  })

  test('variables are those of the suite and of the script', () => {
    const own = ['DEPTH', 'OUT', 'BASELINE', 'UPDATE_BASELINE', 'CONFORMANCE']
    const known = new Set([...Object.keys(Variables.shape), ...own])
    const named = [
      ...`${ci('github.yml')}${ci('gitlab-ci.yml')}${ci('Jenkinsfile')}`.matchAll(/\b(TENANT_\w+|UPDATE_\w+)/g),
    ]
    expect(named.map(([name]) => name).filter((name) => !known.has(name))).toEqual([])
    for (const name of own) expect(ci('conformance.sh')).toContain(`\${${name}:-`)
  })

  test('what they keep and upload is what the script writes', () => {
    const { cache, artifacts } = parse(ci('gitlab-ci.yml')).conformance
    expect([cache.paths, artifacts.paths, artifacts.reports.junit]).toEqual([
      ['conformance-baseline'],
      ['conformance-report'],
      'conformance-report/junit.xml',
    ])
    const uses = parse(ci('github.yml')).jobs.conformance.steps as { with?: { path?: string } }[]
    expect(uses.flatMap((one) => one.with?.path ?? [])).toEqual([
      'conformance-baseline',
      'conformance-baseline',
      'conformance-report',
    ])
  })
})
