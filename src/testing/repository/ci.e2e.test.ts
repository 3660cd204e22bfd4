import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { PIPELINES, type PipelineName } from '../../cli/init/templates.ts'
import { Variables } from '../../config/setting-variables.ts'
import { command, type Ran, type Served, served } from '../command.ts'
import { newFolder } from '../new-folder.ts'

const checkout = resolve(import.meta.dirname, '../../..')
const ci = (name: string): string => readFileSync(join(checkout, 'fixtures/ci', name), 'utf8')

/** What a pipeline downloads: here it runs this checkout, since release.e2e.test.ts tests the executable itself. */
const downloads = newFolder()
const archive = gzipSync(`#!/bin/sh\nexec '${process.execPath}' -- '${checkout}/src/cli/bin.js' "$@"\n`)
const DOWNLOAD = {
  CONFORMANCE_URL: `file://${downloads}/tenant-conformance-linux-x64.gz`,
  CONFORMANCE_SHA256: createHash('sha256').update(archive).digest('hex'),
}
let good: Served
let bad: Served

beforeAll(async () => {
  writeFileSync(join(downloads, 'tenant-conformance-linux-x64.gz'), archive)
  const servers = await Promise.all([served(), served('a.auth.unknown-key/accepted')])
  good = servers[0]
  bad = servers[1]
})

afterAll(async () => {
  await Promise.all([good?.stop(), bad?.stop()])
})

/** A project with the files that `init --ci` writes. */
async function projectWith(pipeline: PipelineName): Promise<string> {
  const cwd = newFolder()
  expect((await command(cwd, ['init', '--yes', '--ci', pipeline])).code).toBe(0)
  return cwd
}

/** A step as a runner executes it, where there is no Node.js. */
function step(cwd: string, line: string, env: Readonly<Record<string, string>>): Promise<Ran> {
  return new Promise((done) => {
    const options = { cwd, env: { PATH: '/usr/bin:/bin', ...env } }
    execFile('sh', ['-e', '-c', line], options, (error, stdout, stderr) =>
      done({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    )
  })
}

const page = readFileSync(join(checkout, 'src/docs/pipelines.md'), 'utf8')
/** The YAML that the page shows for a system. */
const exampleOf = (system: string): string =>
  new RegExp(`^## ${system}\n.*?^\`\`\`yaml\n(.*?)^\`\`\`$`, 'ms').exec(page)![1]!

const ONLY = '--no-timing --rule a.auth.unknown-key --rule a.auth.revoked-key'
const variantA = ({ env }: Served): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('TENANT_A_')))

describe('the shell recipe', { timeout: 180_000 }, () => {
  const SCRIPT = `sh conformance.sh ${ONLY}`

  test('saves a conforming run as the baseline on request, and compares later runs with it', async () => {
    const cwd = await projectWith('shell')
    const baseline = join(cwd, 'conformance-baseline/report.json')
    const run = (env: Readonly<Record<string, string>>) => step(cwd, SCRIPT, { ...DOWNLOAD, ...env })
    const first = await run(variantA(good))
    expect([first.code, existsSync(baseline)]).toEqual([0, false])
    expect((await run({ ...variantA(good), UPDATE_BASELINE: 'true' })).code).toBe(0)
    const kept = readFileSync(baseline, 'utf8')
    expect(readFileSync(join(cwd, 'conformance-report/junit.xml'), 'utf8')).toContain('<testsuite')

    const { TENANT_A_KEY_REVOKED: _gone, ...fewer } = variantA(good)
    const untested = await run({ ...fewer, UPDATE_BASELINE: 'true' })
    expect([untested.code, readFileSync(baseline, 'utf8') === kept]).toEqual([1, true])
    expect(untested.stdout).toMatch(/since the baseline: .*no longer tested:\n {2}a\.auth\.revoked-key/s)

    const broken = await run({ ...variantA(bad), UPDATE_BASELINE: 'true' })
    expect([broken.code, readFileSync(baseline, 'utf8') === kept]).toEqual([1, true])
    expect(broken.stdout).toMatch(/newly violated:\n {2}a\.auth\.unknown-key/)
  })

  test.for([
    [2, 'no deployment is named', {}, /no deployment is named/],
    [2, 'a key is malformed', { TENANT_A_BASE_URL: 'http://127.0.0.1:1', TENANT_A_KEY: 'x' }, /TENANT_A_KEY: /],
    [2, 'the checksum is missing', { CONFORMANCE_SHA256: '' }, /set CONFORMANCE_SHA256/],
    [2, 'the checksum is another', { CONFORMANCE_SHA256: 'f'.repeat(64) }, /does not have the checksum/],
    [3, 'the download fails', { CONFORMANCE_URL: 'file:///not/there.gz' }, /cannot be downloaded/],
  ] as const)('%d where %s', async ([code, , env, said]) => {
    const cwd = await projectWith('shell')
    const ran = await step(cwd, SCRIPT, { ...DOWNLOAD, ...env })
    expect([ran.code, ran.stderr]).toEqual([code, expect.stringMatching(said)])
  })

  test('3 where the deployment does not respond', async () => {
    const env = { ...DOWNLOAD, ...variantA(good), TENANT_A_BASE_URL: 'http://127.0.0.1:1' }
    expect((await step(await projectWith('shell'), SCRIPT, env)).code).toBe(3)
  })
})

/** Fills in what a runner fills in; throws where a value is missing. */
const filled = (text: string, pattern: RegExp, values: Readonly<Record<string, string>>): string =>
  text.replace(pattern, (whole, name: string) => {
    if (!Object.hasOwn(values, name)) throw new Error(`${whole} has no value`)
    return values[name]!
  })
const inputs = { url: DOWNLOAD.CONFORMANCE_URL, sha256: DOWNLOAD.CONFORMANCE_SHA256, arguments: ONLY }

interface Recipe {
  readonly line: string
  readonly env: Record<string, string>
}

function ofGithub(): Recipe {
  const { steps } = parse(ci('action.yml')).runs
  const { run, env } = steps.find((one: { run?: string }) => one.run)
  const values = { ...fieldsOf('inputs', inputs), 'github.ref_name == github.event.repository.default_branch': 'false' }
  const given = Object.entries(env as Record<string, string>).map(([name, value]) => [
    name,
    filled(value, /\$\{\{ (.*?) \}\}/g, values),
  ])
  return { line: run, env: { GITHUB_ACTION_PATH: '.github/actions/conformance', ...Object.fromEntries(given) } }
}

const fieldsOf = (prefix: string, values: object) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}.${name}`, value]))

/** The component with its inputs, and those it declares. */
function ofGitlab() {
  const [spec, jobs] = parseAllDocuments(ci('gitlab.yml')).map((document) => document.toJS())
  const given = { ...inputs, image: spec.spec.inputs.image.default }
  const text = filled(JSON.stringify(jobs), /\$\[\[ inputs\.(\w+) \]\]/g, given)
  return { spec: spec.spec, conformance: JSON.parse(text).conformance }
}

function recipeOf(name: 'github' | 'gitlab' | 'jenkins'): Recipe {
  if (name === 'github') return ofGithub()
  if (name === 'jenkins') {
    const [, line] = /sh\(returnStatus: true, script: '([^']+)'/.exec(ci('Jenkinsfile'))!
    return { line: `${line} ${ONLY}`, env: DOWNLOAD }
  }
  const { script, variables } = ofGitlab().conformance
  return { line: script.join('\n'), env: variables }
}

describe('what the other recipes execute', { timeout: 180_000 }, () => {
  test.for(['github', 'gitlab', 'jenkins'] as const)('%s: ends as the suite does', async (name) => {
    const cwd = await projectWith(name)
    const { line, env } = recipeOf(name)
    expect((await step(cwd, line, { ...env, ...variantA(good) })).code).toBe(0)
    expect((await step(cwd, line, { ...env, ...variantA(bad) })).code).toBe(1)
  })

  test.for(['github', 'gitlab'] as const)('%s: four shards, and one report of them', async (name) => {
    const cwd = await projectWith(name)
    const file = parse(ci(`${name}-shards.yml`))
    const lineIn = (job: { steps: { run?: string }[] }) => job.steps.find(({ run }) => run)!.run!
    const isGithub = name === 'github'
    const shard = isGithub ? lineIn(file.jobs.shard) : file.conformance.script.join('\n')
    const merge = isGithub ? lineIn(file.jobs.merge) : file['conformance-merged'].script.join('\n')
    for (const part of ['1', '2', '3', '4']) {
      const values = { 'matrix.part': part, 'github.run_id': '7' }
      const line = filled(shard, /\$\{\{ (.*?) \}\}/g, values).replace('--seed', `${ONLY} --seed`)
      const env = { OUT: `shards/${part}`, CI_NODE_INDEX: part, CI_NODE_TOTAL: '4', CI_PIPELINE_IID: '7' }
      expect(await step(cwd, line, { ...DOWNLOAD, ...variantA(bad), ...env })).toMatchObject({ code: 0 })
    }
    const whole = await step(cwd, merge, DOWNLOAD)
    expect([whole.code, whole.stdout]).toEqual([1, expect.stringContaining('FAILED  a.auth.unknown-key')])
  })

  test('GitHub: workflows pass the inputs that the action declares, and read the fleet from its file', async () => {
    const declared = parse(ci('action.yml')).inputs
    const required = Object.keys(declared).filter((name) => declared[name].required)
    for (const [file, job] of [
      ['github.yml', 'conformance'],
      ['github-fleet.yml', 'deployment'],
    ] as const) {
      const used = parse(ci(file)).jobs[job].steps.find(({ uses }: { uses: string }) => uses.startsWith('./'))
      expect(used.uses).toBe('./.github/actions/conformance')
      expect(Object.keys(declared)).toEqual(expect.arrayContaining(Object.keys(used.with)))
      expect(Object.keys(used.with)).toEqual(expect.arrayContaining(required))
    }
    const [onPage] = parse(exampleOf('GitHub'))
    expect(Object.keys(onPage.with)).toEqual(required)
    const cwd = newFolder()
    writeFileSync(join(cwd, 'fleet.json'), '[\n  "eu",\n  "us"\n]\n')
    const { run } = parse(ci('github-fleet.yml')).jobs.fleet.steps[1]
    expect((await step(cwd, run, { GITHUB_OUTPUT: 'output' })).code).toBe(0)
    const [name, value] = readFileSync(join(cwd, 'output'), 'utf8').trim().split('=')
    expect([name, JSON.parse(value!)]).toEqual(['names', ['eu', 'us']])
  })

  test('GitHub: actions are pinned by digest, with the version beside it', () => {
    const uses = ['action.yml', 'github.yml', 'github-fleet.yml', 'github-shards.yml']
      .flatMap((name) => ci(name).split('\n'))
      .filter((line) => line.includes('uses: actions/'))
    expect(uses).toHaveLength(11)
    for (const line of uses) expect(line).toMatch(/uses: actions\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

  test('GitLab: only the default branch writes the cache; the fleet only adds to the job', () => {
    const { conformance, spec } = ofGitlab()
    expect([conformance.cache.policy, conformance.variables.CACHE_POLICY]).toEqual(['$CACHE_POLICY', 'pull'])
    expect(conformance.rules).toEqual([
      { if: '$CI_PIPELINE_SOURCE == "merge_request_event"' },
      {
        if: '$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH',
        variables: { UPDATE_BASELINE: 'true', CACHE_POLICY: 'pull-push' },
      },
    ])
    expect(Object.keys(spec.inputs)).toEqual(['url', 'sha256', 'arguments', 'image'])
    const [included] = parse(exampleOf('GitLab')).include
    expect([included.local, Object.keys(included.inputs)]).toEqual(['.gitlab/conformance.yml', ['url', 'sha256']])
    const fleet = parse(ci('gitlab-fleet.yml'))
    expect(Object.keys(fleet)).toEqual(['conformance'])
    expect(fleet.conformance.parallel.matrix).toEqual([{ DEPLOYMENT: ['eu', 'us'] }])
  })

  test('variables are those of the suite and of the script', () => {
    const script = ci('conformance.sh')
    const own = ['DEPTH', 'OUT', 'BASELINE', 'UPDATE_BASELINE', 'CONFORMANCE', 'CONFORMANCE_URL', 'CONFORMANCE_SHA256']
    const known = new Set([...Object.keys(Variables.shape), ...own])
    const recipes = globSync('{*.yml,Jenkinsfile}', { cwd: join(checkout, 'fixtures/ci') })
    const named = recipes.flatMap((name) => [...ci(name).matchAll(/\b(TENANT_\w+|UPDATE_\w+|CONFORMANCE_\w+)/g)])
    expect(named.length).toBeGreaterThan(20)
    expect(named.map(([name]) => name).filter((name) => !known.has(name))).toEqual([])
    for (const name of own) expect(script).toContain(`\${${name}:-`)
  })

  test('what they keep and upload is what the script writes', () => {
    const { cache, artifacts } = ofGitlab().conformance
    expect([cache.paths, artifacts.paths, artifacts.reports.junit]).toEqual([
      ['conformance-baseline'],
      ['conformance-report'],
      'conformance-report/junit.xml',
    ])
    const uses = parse(ci('action.yml')).runs.steps as { with?: { path?: string } }[]
    expect(uses.flatMap((one) => one.with?.path ?? [])).toEqual([
      'conformance-baseline',
      'conformance-baseline',
      'conformance-report',
    ])
  })
})

const KUBERNETES = ['job', 'cronjob', 'fleet', 'shards'] as const
/** Debian's Python, which may not be the first in PATH. */
const PYTHON = '/usr/bin/python3'
const noModels = spawnSync(PYTHON, ['-c', 'import kubernetes']).status !== 0 && 'missing: python3-kubernetes'

/** Checks names and types of all fields against the models of Kubernetes' own client. */
const CHECK = `
import sys, yaml, kubernetes.client.models as models
NEWER = {'backoffLimitPerIndex', 'podFailurePolicy'}  # than Debian's client
problems = []
def check(value, kind, path):
    if kind.startswith('list['):
        for i, one in enumerate(value): check(one, kind[5:-1], f'{path}[{i}]')
    elif kind.startswith('dict('):
        for name, one in value.items(): check(one, kind[5:-1].split(', ')[1], f'{path}.{name}')
    elif hasattr(models, kind):
        model = getattr(models, kind)
        fields = {name: (field, model.openapi_types[field]) for field, name in model.attribute_map.items()}
        for name in value.keys() - fields.keys() - NEWER: problems.append(f'{path}.{name} does not exist')
        known = {name: one for name, one in value.items() if name in fields}
        for name, one in known.items(): check(one, fields[name][1], f'{path}.{name}')
        try: model(**{fields[name][0]: one for name, one in known.items()})
        except ValueError as error: problems.append(f'{path}: {error}')
    elif kind in ('str', 'int', 'bool') and type(value).__name__ != kind: problems.append(f'{path} is no {kind}')
for text in yaml.safe_load_all(sys.stdin): check(text, 'V1' + text['kind'], text['kind'])
print('\\n'.join(problems), end='')
`

describe('Kubernetes', { timeout: 120_000 }, () => {
  const podsOf = (name: (typeof KUBERNETES)[number]) =>
    parseAllDocuments(ci(`kubernetes/${name}.yml`))
      .map((document) => document.toJS().spec)
      .map((spec) => (spec.jobTemplate?.spec ?? spec).template?.spec)
      .filter((pod) => pod !== undefined)
  const podOf = (name: (typeof KUBERNETES)[number]) => podsOf(name)[0]
  const problemsIn = (manifest: string): string =>
    execFileSync(PYTHON, ['-c', CHECK], { input: manifest, encoding: 'utf8' })

  test.skipIf(noModels)(`fields exist and have their types${noModels ? ` (${noModels})` : ''}`, () => {
    for (const name of KUBERNETES) expect(problemsIn(ci(`kubernetes/${name}.yml`))).toBe('')
    const misspelt = ci('kubernetes/cronjob.yml').replace('envFrom', 'envfrom').replace("'60'", '60')
    expect(problemsIn(misspelt)).toMatch(/envfrom does not exist(?:.|\n)*args\[2\] is no str/)
  })

  test('each file says what the others say, but for what it is for', () => {
    const { containers, volumes, ...job } = podOf('job')
    const [{ args: _, ...container }] = containers
    expect(podOf('cronjob')).toMatchObject({ ...job, volumes, containers: [container] })
    const { envFrom: _settings, volumeMounts: _mounts, ...hardened } = container
    for (const pod of [...podsOf('fleet'), ...podsOf('shards')])
      expect(pod).toMatchObject({ ...job, containers: [hardened] })
  })

  test('three pods share a run, and the last Job has the verdict', async () => {
    const cwd = newFolder()
    const [shard, merge] = podsOf('shards').map(({ containers }) => containers[0].args as string[])
    const [, { spec }] = parseAllDocuments(ci('kubernetes/shards.yml')).map((document) => document.toJS())
    const asQuick = shard!.map((argument) => argument.replace('=exhaustive', '=quick'))
    const pod = (index: number) => asQuick.map((one) => one.replace('$(JOB_COMPLETION_INDEX)', String(index)))
    const early = await command(cwd, merge!)
    expect([early.code, early.stdout]).toEqual([2, ''])
    for (let index = 0; index < spec.completions; index++)
      expect((await command(cwd, pod(index), variantA(bad))).stderr).toBe('')
    const merged = await command(cwd, merge!)
    expect([merged.code, merged.stderr]).toEqual([1, ''])
    expect(merged.stdout).toContain('a.auth.unknown-key')
    expect(existsSync(join(cwd, 'conformance-report/report.json'))).toBe(true)
  })

  test('the deployments of a fleet are the lines of a file', () => {
    const [, list] = /\$\((awk .*)\)$/m.exec(ci('kubernetes/fleet.yml'))!
    const cwd = newFolder()
    writeFileSync(join(cwd, 'fleet.txt'), 'eu\nus-west\n')
    expect(execFileSync('sh', ['-c', list!], { cwd, encoding: 'utf8' })).toBe(
      '--from-file=0.env=eu.env\n--from-file=1.env=us-west.env\n',
    )
  })

  test('the arguments run', async () => {
    const cwd = newFolder()
    writeFileSync(
      join(cwd, '1.env'),
      Object.entries(bad.env)
        .map((pair) => `${pair.join('=')}\n`)
        .join(''),
      { mode: 0o600 },
    )
    const run = (name: (typeof KUBERNETES)[number], env = {}) => {
      const args = (podOf(name).containers[0].args as string[]).map((argument) =>
        argument.replace('$(JOB_COMPLETION_INDEX)', '1').replace('/fleet/', `${cwd}/`),
      )
      return command(cwd, name === 'cronjob' ? args : [...args, ...ONLY.split(' ').slice(1)], env)
    }
    expect((await run('job', variantA(good))).code).toBe(0)
    expect((await run('cronjob', variantA(good))).code).toBe(0)
    expect((await run('fleet')).code).toBe(1)
  })
})

test('each recipe is written by init or explained by its page', () => {
  const written = Object.values(PIPELINES).flatMap(({ files }) => files.map(([source]) => source as string))
  const files = globSync('**/*.*', { cwd: join(checkout, 'fixtures/ci') })
  expect(files.length).toBeGreaterThan(8)
  expect(files.filter((file) => !written.includes(file) && !page.includes(`fixtures/ci/${file}`))).toEqual([])
})
