import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, delimiter, dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { all } from '../../cli/main.ts'
import { REFERENCES, topicNames, topicTitles } from '../../cli/topics.ts'
import { root } from '../../core/package.ts'
import { certificate } from '../certificates.ts'
import { type Served, served } from '../command.ts'
import { newFolder } from '../new-folder.ts'
import { TEXTS, tables, withTables } from '../readme.ts'

const texts = TEXTS.map((path) => ({ name: relative(root, path), path, text: readFileSync(path, 'utf8') }))
const contributing = { name: 'CONTRIBUTING.md', path: join(root, '.github/CONTRIBUTING.md') }
const written = [...texts, { ...contributing, text: readFileSync(contributing.path, 'utf8') }]

/** Not executed here, by how they begin, and why. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'npm install': 'it would ask the registry; the tests of the package install its tarball',
  'npm ci': 'it would install into the checkout that the tests run in; .ci/run begins with it',
  'cp conformance-report/conformance.prom': 'no node_exporter runs here',
  'npx tenant-api-conformance serve': 'it runs until it is stopped; here it runs beside every command',
}

interface Block {
  /** Text after the language: `checkout` for commands in a checkout, `conforming` for those that need a conforming deployment. */
  readonly place: string
  readonly commands: readonly string[]
}

function blocksOf(markdown: string): Block[] {
  return [...markdown.matchAll(/^```sh ?(\w*)\n(.*?)^```$/gms)].map(([, place = '', body = '']) => ({
    place,
    commands: body
      .replace(/ *\\\n */g, ' ')
      .split('\n')
      .map((line) => line.replace(/(^| +)# .*$/, '').trim())
      .filter(Boolean),
  }))
}

test('README is short', () => {
  const lines = texts[0]!.text.trimEnd().split('\n')
  expect(lines.length).toBeLessThanOrEqual(100)
  for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(120)
})

test('generated parts say what the code says; `node src/testing/readme.ts` writes them', async () => {
  const parts = await tables()
  const markers = texts.flatMap(({ text }) => [...text.matchAll(/^<!-- table: (\w+) -->$/gm)].map(([, name]) => name))
  expect([...new Set(markers)].sort()).toEqual(Object.keys(parts).sort())
  for (const { name, text } of texts) expect(text, name).toBe(withTables(text, parts))
})

test('examples in code are files of the repository, which other tests run', () => {
  const folder = join(root, 'fixtures')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.[cm]?[jt]s$/.test(name))
  const known = files.map((name) => readFileSync(join(folder, name), 'utf8'))
  const examples = texts.flatMap(({ text }) => [...text.matchAll(/^```[jt]s\n(.*?)^```$/gms)].map(([, code]) => code!))
  expect(examples.length).toBeGreaterThan(3)
  for (const code of examples)
    expect(
      known.some((text) => text.includes(code)),
      code,
    ).toBe(true)
})

test('every link leads somewhere', () => {
  for (const { name, path, text } of written)
    for (const [, target = ''] of text.matchAll(/\]\(([^):]+)\)/g)) {
      const [file = '', anchor] = target.split('#')
      const at = file === '' ? path : join(dirname(path), file)
      expect(existsSync(at), `${name}: ${target}`).toBe(true)
      if (anchor !== undefined) expect(headings(readFileSync(at, 'utf8')), `${name}: ${target}`).toContain(anchor)
    }
})

const headings = (text: string): string[] =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )

test('every file, script, command, option and topic that a text names exists', async () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }
  const commands = await all()
  for (const { name, text } of written) {
    for (const [, script] of text.matchAll(/npm run ([\w:-]+)/g)) expect(Object.keys(scripts), name).toContain(script)
    for (const [, path = ''] of text.matchAll(/`((?:src|suites|reference-server|fixtures)\/[\w./-]+)`/g))
      expect(existsSync(join(root, path)), `${name}: ${path}`).toBe(true)
    for (const [, topic] of text.matchAll(/(?:`|conformance )help ([a-z-]+)/g))
      expect([...commands.map((each) => each.name), ...topicNames(), ...REFERENCES], name).toContain(topic)
    const isOption = (option: string) => commands.some(({ options }) => Object.hasOwn(options, option))
    for (const [, option = ''] of text.matchAll(/`--([a-z-]+)/g))
      expect(isOption(option) || option === 'help' || option === 'version', `${name}: --${option}`).toBe(true)
  }
})

test('no topic is called like a command, and each has a title', async () => {
  const names = (await all()).map(({ name }) => name)
  for (const [name, title] of topicTitles()) {
    expect(names).not.toContain(name)
    expect(title.length, name).toBeGreaterThan(3)
  }
})

describe('each command does what it says', { timeout: 240_000 }, () => {
  const folder = newFolder()
  const projects = texts.map(({ name }) => join(folder, basename(name, '.md')))
  let server: Served
  let conforming: Served
  beforeAll(async () => {
    // What follows a failure can be shown where there is one only.
    server = await served('a.users.total-pages/rounded-down')
    conforming = await served()
    mkdirSync(join(folder, 'bin'))
    const npx = join(folder, 'bin/npx')
    writeFileSync(npx, `#!/bin/sh\nshift\nexec "${process.execPath}" -- "${join(root, 'src/cli/bin.js')}" "$@"\n`)
    chmodSync(npx, 0o755)
    // A page may begin after the first run, with reports of others, the shards of other machines, and a certificate.
    const first = join(folder, 'first')
    mkdirSync(first)
    await inShell('npx tenant-api-conformance run --depth quick', '', first)
    for (const shard of ['2', '3', '4'])
      await inShell(`npx tenant-api-conformance run --seed 7 --shard ${shard}/4 --out shards/${shard}`, '', first)
    await inShell('git init -q && git -c user.name=x -c user.email=x commit -q --allow-empty -m x', '', first)
    const { cert, key } = await certificate()
    writeFileSync(join(first, 'client.pem'), cert)
    writeFileSync(join(first, 'client.key'), key)
    for (const copy of ['reports/eu', 'reports/us', 'baseline'])
      cpSync(join(first, 'conformance-report'), join(first, copy), { recursive: true })
    for (const project of projects) cpSync(first, project, { recursive: true })
  }, 120_000)
  afterAll(async () => {
    await server.stop()
    await conforming.stop()
    rmSync(folder, { recursive: true })
  })

  /** In bash, where `npx tenant-api-conformance` is this one; settings name a deployment that violates a rule. */
  async function inShell(command: string, place: string, cwd: string): Promise<{ code: number | null; said: string }> {
    const { TENANT_REFERENCE_CONTROL: _, ...settings } = place === 'conforming' ? conforming.env : server.env
    const path = [join(folder, 'bin'), dirname(process.execPath), process.env.PATH].join(delimiter)
    const child: ChildProcess = spawn('bash', ['-euo', 'pipefail', '-c', command], {
      cwd,
      env: { HOME: folder, ...settings, GATEWAY_TOKEN: 'of-the-gateway', PATH: path },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (said += chunk))
    const [code] = (await once(child, 'close')) as [number | null]
    return { code, said }
  }

  const seen = new Set<string>()
  for (const [i, { name, text }] of texts.entries())
    for (const { place, commands } of blocksOf(text))
      for (const command of commands) {
        if (Object.keys(ELSEWHERE).some((start) => command.startsWith(start))) continue
        seen.add(command)
        test(`${name}: ${command}`, async () => {
          const { code, said } = await inShell(command, place, place === 'checkout' ? root : projects[i]!)
          const isJudged =
            /conformance (run(?! --demo)|replay|regrade|summary --merge)\b/.test(command) && !/ --expect/.test(command)
          // Of several shards, one has the rule that fails.
          const due = / --shard/.test(command) ? (code === 1 ? 1 : 0) : isJudged && place !== 'conforming' ? 1 : 0
          expect({ code, said: code === due ? '' : said }).toEqual({ code: due, said: '' })
          if (due) expect(said).toMatch(/(FAILED|still fails) +a\.users\.total-pages/)
        })
      }

  test('some are executed, and each exception has a use', () => {
    expect(seen.size).toBeGreaterThan(25)
    const commands = texts.flatMap(({ text }) => blocksOf(text)).flatMap(({ commands }) => commands)
    for (const start of Object.keys(ELSEWHERE))
      expect(
        commands.some((one) => one.startsWith(start)),
        start,
      ).toBe(true)
  })
})
