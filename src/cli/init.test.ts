import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'dotenv'
import { expect, test } from 'vitest'
import { home } from '../catalog.ts'
import { namesOf } from '../control/functions.ts'
import { loadSource } from '../control/load.ts'
import { Variables } from '../settings/variables.ts'
import { ENV } from './init/env.ts'
import { SKELETON } from './init/skeleton.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'init-'))

function init(cwd: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(home, 'src/cli/bin.js'), 'init', ...args], {
    cwd,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

test('the .env names every setting and sets none', () => {
  expect(parse(ENV)).toEqual({})
  const named = [...ENV.matchAll(/^#(TENANT_\w+)=/gm)].map(([, name]) => name)
  expect(named.sort()).toEqual(Object.keys(Variables.shape).sort())
})

test('what is there is not overwritten', { timeout: 60_000 }, () => {
  const cwd = folder()
  expect(init(cwd).status).toBe(0)
  expect(readFileSync(join(cwd, '.env'), 'utf8')).toBe(ENV)
  expect(init(cwd)).toMatchObject({
    status: 2,
    stdout: '',
    stderr: 'tenant-conformance: .env: exists, and is not overwritten\n',
  })
  expect(init(cwd, '--control', 'mine.ts')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('left as it is'),
  })
  expect(init(cwd, '--control', 'mine.ts')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('mine.ts exists'),
  })
  expect(init(cwd, 'mine.ts')).toMatchObject({ status: 2, stderr: expect.stringContaining('unexpected argument') })
  expect(existsSync(join(cwd, 'control.mts'))).toBe(false)
})

/** Takes the comment off the functions. */
const filledIn = SKELETON.replace(/^ {4}\/\/ (?=(async|\}| {2}))/gm, '    ')

test('the control module can be loaded as it is, from anywhere', async () => {
  const file = join(folder(), 'control.ts')
  writeFileSync(file, SKELETON)
  expect((await loadSource({ from: '--control', file, variables: {} })).module).toEqual({ a: {}, b: {} })
})

test('it type-checks against the package, as it is and filled in', { timeout: 60_000 }, () => {
  const cwd = folder()
  writeFileSync(join(cwd, 'control.ts'), SKELETON)
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
