import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { home } from '../../core/catalog.ts'
import { serve } from '../../testing/foreign-servers.ts'
import { newFolder } from '../../testing/new-folder.ts'
import { loadControlModule } from './load-control-module.ts'

const example = (name: string) => join(home, 'fixtures/examples/control', name)
const page = readFileSync(join(home, 'src/docs/control.md'), 'utf8')

test('the module in plain JavaScript of the page on control works', async () => {
  const calls: string[] = []
  const server = await serve((req, res) => {
    calls.push(`${req.method} ${req.url}`)
    res.end('{"key": "k", "key_id": "7"}')
  })
  onTestFinished(() => server.close())
  vi.stubEnv('ADMIN_URL', server.baseUrl)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { module } = await loadControlModule({ from: '--control', file: example('module.mjs'), variables: {} })
  expect(await module.a!.createKey!({ scopes: ['users:read'] })).toEqual({ key: 'k', keyId: '7' })
  await module.a!.revokeKey!('7')
  expect(calls).toEqual(['POST /keys', 'POST /keys/7/revoke'])
})

test('the program of the page on control works', async () => {
  expect(page).toContain(readFileSync(example('program.py'), 'utf8'))
  const folder = newFolder()
  writeFileSync(join(folder, 'acme-admin'), `#!/bin/sh\necho "$@" >> ${folder}/calls\n`)
  chmodSync(join(folder, 'acme-admin'), 0o755)
  vi.stubEnv('PATH', [folder, process.env.PATH].join(delimiter))
  onTestFinished(() => void vi.unstubAllEnvs())
  const source = await loadControlModule({ from: '--control', file: example('program.py'), variables: {} })
  await source.module.a!.revokeKey!('7')
  await source.close?.()
  expect(readFileSync(join(folder, 'calls'), 'utf8')).toBe('revoke-key 7\n')
})
