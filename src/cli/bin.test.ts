import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const here = import.meta.dirname

/** Node that takes itself for another. */
const as = (version: string) => [
  '--import',
  `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'${version}'})`,
]

test.for(['18.20.8', '20.20.2', '22.18.0'])('rejects Node.js %s with one line', async (version) => {
  const remedy = 'in a project, npx finds a newer one after: npm install --save-dev node@24'
  const line = `needs Node.js 22.19 or newer, and this is ${version}; ${remedy}`
  const error = await run(process.execPath, [...as(version), resolve(here, 'bin.js'), 'run']).catch((error) => error)
  expect([error.code, error.stdout, error.stderr]).toEqual([2, '', `tenant-conformance: ${line}\n`])
  const code = `import('${resolve(here, '../index.js')}').then(({ certify }) => certify()).catch((e) => console.log(e.message))`
  expect((await run(process.execPath, [...as(version), '-e', code])).stdout).toBe(`tenant-api-conformance ${line}\n`)
})

test.for(['22.19.0', '24.0.0', '26.1.0'])('accepts Node.js %s', async (version) => {
  expect((await run(process.execPath, [...as(version), resolve(here, 'bin.js'), '--version'])).stdout).toMatch(/^\d/)
})
