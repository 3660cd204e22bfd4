import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import * as undici from 'undici'
import { expect, test } from 'vitest'
import { Client, errors, Pool } from './undici.ts'

test('the parts are those of the whole', () => {
  expect(Pool).toBe(undici.Pool)
  expect(Client).toBe(undici.Client)
  expect(errors).toBe(undici.errors)
})

test('the rest of it is not loaded', async () => {
  const code = `
    import { createRequire } from 'node:module'
    await import(${JSON.stringify(new URL('./undici.ts', import.meta.url).href)})
    const { cache } = createRequire(import.meta.url)
    console.log(Object.keys(cache).filter((file) => /undici.(index|lib.web.fetch.index)\\.js$/.test(file)).length)
    console.log(Object.keys(cache).some((file) => /undici.lib.dispatcher.pool\\.js$/.test(file)))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code])
  expect(stdout).toBe('0\ntrue\n')
})
