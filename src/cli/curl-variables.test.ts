import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { writeJson } from '../core/json.ts'
import { captured } from '../testing/captured.ts'
import { newFolder } from '../testing/new-folder.ts'
import { FAILURE, sampleReport, sampleRule, sampleTarget } from '../testing/sample-report.ts'
import { main } from './main.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

test('curl names a variable of its command that nothing sets', async () => {
  const request = {
    path: '/users',
    credential: { class: 'active', form: 'x-api-key', headers: [['X-Api-Key', [{ env: 'TENANT_A_KEY' }]]] },
  }
  const rule = sampleRule('a.x.y', 'failed', { failure: { ...FAILURE, noCurl: undefined, request: request as never } })
  const file = join(newFolder(), 'report.json')
  writeFileSync(file, writeJson(sampleReport([sampleTarget('a', [rule])]) as never))
  const printed = async () => {
    const written = captured()
    const code = await main(['curl', 'a.x.y', file])
    vi.restoreAllMocks()
    return { code, ...written }
  }
  const unset = await printed()
  expect(unset).toMatchObject({ code: 0, out: expect.stringContaining('$TENANT_A_KEY') })
  expect(unset.err).toContain('TENANT_A_KEY is not set here: first run  export TENANT_A_KEY=...')
  vi.stubEnv('TENANT_A_BASE_URL', 'http://127.0.0.1:4010')
  vi.stubEnv('TENANT_A_KEY', `acme_${'a1'.repeat(8)}_${'7f3a91c05be24d68'.repeat(4)}`)
  expect(await printed()).toMatchObject({ code: 0, err: '' })
})
