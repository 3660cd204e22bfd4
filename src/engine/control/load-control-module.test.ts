import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../../testing/new-folder.ts'
import { loadControlModule } from './load-control-module.ts'

function fileOf(text: string, name = 'control.ts'): string {
  const file = join(newFolder(), name)
  writeFileSync(file, text)
  return file
}

const load = (file: string, variables = {}) => loadControlModule({ from: '--control', file, variables })
const why = (text: string) => load(fileOf(text)).then(String, (error: Error) => error.message)

test('loads TypeScript and JavaScript, with defineControl or a plain object', async () => {
  const typed = `import { ControlRefused, defineControl } from 'tenant-api-conformance'
    interface Made { id: number }
    export default defineControl({ a: { async createUser(): Promise<Made> { throw new ControlRefused('no') } } })`
  const { a } = (await load(fileOf(typed))).module
  await expect(a!.createUser!()).rejects.toMatchObject({ name: 'ControlRefused', message: 'no' })
  const plain = await load(fileOf('export default { b: { async revokeKey() {} } }', 'control.mjs'))
  expect(Object.keys(plain.module.b!)).toEqual(['revokeKey'])
})

test('sets the variables of the .env file before loading', async () => {
  const text = 'const made = process.env.CONTROL_TEST; export default { a: { createUser: async () => ({ id: made }) } }'
  const { a } = (await load(fileOf(text), { CONTROL_TEST: 'x1' })).module
  delete process.env.CONTROL_TEST
  expect(await a!.createUser!()).toEqual({ id: 'x1' })
})

test.for([
  ['throw new Error("no token\\nmore")', 'cannot be loaded: no token'],
  ['import "./nothing.ts"; export default {}', 'cannot be loaded: Cannot find module'],
  ['export const x = 1', 'has no default export; export default defineControl({ ... })'],
  ['export default 1', 'its default export is not an object'],
  ['export default {}', 'its default export has neither a nor b'],
  ['export default { createKey() {} }', 'its default export has "createKey"; only a and b are allowed'],
  ['export default { a: { revokeKey: true } }', 'its default export has a.revokeKey, but it is not a function'],
  [
    'export default { a: { createKye() {} } }',
    'its default export has a.createKye, which is not a function of variant A; did you mean createKey?',
  ],
  [
    'export default { a: { renewKey() {} } }',
    'its default export has a.renewKey, which is not a function of variant A',
  ],
] as const)('%j is one line', async ([text, expected]) => {
  const line = await why(text)
  expect(line).toContain(expected)
  expect(line).not.toContain('\n')
})

test('rejects a missing file', async () => {
  await expect(load('/nowhere/control.ts')).rejects.toThrow('no such file: /nowhere/control.ts')
})
