import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../../core/package.ts'
import { type Served, served } from '../command.ts'
import { newFolder } from '../new-folder.ts'
import { README, tables, withTables } from '../readme.ts'

const text = readFileSync(README, 'utf8')
const contributing = readFileSync(join(root, '.github/CONTRIBUTING.md'), 'utf8')

/** Not executed here, by how they begin, and why. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'npm install': 'it would ask the registry; the tests of the package install its tarball',
  'npm ci': 'it would install into the checkout that the tests run in; .ci/run begins with it',
  'npm test': 'it is what runs this test',
  'npm start': 'it is run, as its script says',
}

interface Block {
  /** What stands behind the language: `checkout` where the commands are for one. */
  readonly place: string
  readonly commands: readonly string[]
}

function blocksOf(markdown: string): Block[] {
  return [...markdown.matchAll(/^```sh ?(\w*)\n(.*?)^```$/gms)].map(([, place = '', body = '']) => ({
    place,
    commands: body
      .split('\n')
      .map((line) => line.replace(/(^| +)# .*$/, '').trim())
      .filter(Boolean),
  }))
}

test('the tables say what the code says; `node src/testing/readme.ts` writes them anew', async () => {
  const fresh = withTables(text, await tables())
  expect(fresh.match(/^<!-- table/gm)).toHaveLength(Object.keys(await tables()).length)
  expect(text).toBe(fresh)
})

test('the examples in code are the ones that are run', () => {
  const examples = [...text.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code)
  const files = ['vitest.test.mjs', 'conformance.test.mjs']
  expect(examples).toEqual(files.map((name) => readFileSync(join(root, 'fixtures/certify', name), 'utf8')))
})

test('what it links to is there', () => {
  for (const [markdown, folder] of [
    [text, root],
    [contributing, join(root, '.github')],
  ] as const)
    for (const [, path = ''] of markdown.matchAll(/\]\(([^)#:]+)\)/g))
      expect(existsSync(join(folder, path)), path).toBe(true)
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, title]) => title!.toLowerCase().replace(/[^\w -]/g, ''))
  for (const [, anchor] of text.matchAll(/\]\(#([^)]+)\)/g))
    expect(headings.map((title) => title.replaceAll(' ', '-'))).toContain(anchor)
})

test('every file, script and option that a text of ours names is there', async () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }
  for (const markdown of [text, contributing]) {
    for (const [, name] of markdown.matchAll(/npm run ([\w:-]+)/g)) expect(Object.keys(scripts)).toContain(name)
    for (const [, path = ''] of markdown.matchAll(/`((?:src|suites|reference-server|fixtures)\/[\w./-]+)`/g))
      expect(existsSync(join(root, path)), path).toBe(true)
  }
})

describe('each command does what it says', { timeout: 240_000 }, () => {
  const folder = newFolder()
  const project = join(folder, 'project')
  let server: Served
  beforeAll(async () => {
    // What follows a failure can be shown where there is one only.
    server = await served('a.users.total-pages/rounded-down')
    for (const path of ['bin', 'project']) mkdirSync(join(folder, path))
    const npx = join(folder, 'bin/npx')
    writeFileSync(npx, `#!/bin/sh\nshift\nexec "${process.execPath}" -- "${join(root, 'src/cli/bin.js')}" "$@"\n`)
    chmodSync(npx, 0o755)
  }, 60_000)
  afterAll(async () => {
    await server.stop()
    rmSync(folder, { recursive: true })
  })

  /** In bash, in an empty project to begin with, where `npx tenant-api-conformance` is this one; settings name a deployment that breaks a rule. */
  async function inShell(command: string, cwd: string): Promise<{ code: number | null; said: string }> {
    const { TENANT_REFERENCE_CONTROL: _, ...settings } = server.env
    const path = [join(folder, 'bin'), dirname(process.execPath), process.env.PATH].join(delimiter)
    const child: ChildProcess = spawn('bash', ['-euo', 'pipefail', '-c', command], {
      cwd,
      env: { HOME: folder, ...settings, PATH: path },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (said += chunk))
    const [code] = (await once(child, 'close')) as [number | null]
    return { code, said }
  }

  const seen = new Set<string>()
  for (const { place, commands } of blocksOf(text))
    for (const command of commands) {
      if (seen.has(command) || Object.keys(ELSEWHERE).some((start) => command.startsWith(start))) continue
      seen.add(command)
      test(command, async () => {
        const { code, said } = await inShell(command, place === 'checkout' ? root : project)
        const due = /conformance (run(?! --demo)|replay)\b/.test(command) ? 1 : 0
        expect({ code, said: code === due ? '' : said }).toEqual({ code: due, said: '' })
        if (due) expect(said).toMatch(/(FAILED|still fails) +a\.users\.total-pages/)
      })
    }

  test('there are some, and what is not executed here is told why', () => {
    expect(seen.size).toBeGreaterThan(10)
    const all = blocksOf(text).flatMap(({ commands }) => commands)
    for (const start of ['npm ci', 'npm test']) expect(all.some((command) => command.startsWith(start))).toBe(true)
  })
})
