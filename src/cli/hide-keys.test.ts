import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { captured } from '../testing/captured.ts'
import { main } from './main.ts'

const SECRET = '7f3a91c05be24d68b1c7e0f92a46d835017fce9b3d52a8640e6cb71f94d3a825'
const KEY = `acme_live_0123456789abcdef_${SECRET}`

let written: ReturnType<typeof captured>
beforeEach(() => {
  written = captured()
})
const said = () => written.out + written.err
afterEach(() => vi.restoreAllMocks())

test.for([
  [['run', '--key', KEY], 'TENANT_A_KEY'],
  [['run', `--key=${KEY}`], 'TENANT_A_KEY'],
  [['run', `TENANT_B_KEY_REVOKED=${KEY}`], 'TENANT_B_KEY_REVOKED'],
  [['TENANT_A_KEY=not-even-one', 'run'], 'TENANT_A_KEY'],
  [['run', KEY], 'TENANT_A_KEY'],
  [['run', '--variant', 'a', '--base-url', `https://${KEY}@host`], 'TENANT_A_KEY'],
  [['run', '--env-file', `TENANT_A_KEY=${KEY.slice(0, -9)}`], 'TENANT_A_KEY'],
  [['replay', 'report.json', '--api-key', KEY.toUpperCase()], 'TENANT_A_KEY'],
  [[KEY], 'TENANT_A_KEY'],
  [['help', KEY], 'TENANT_A_KEY'],
] as const)('rejects a key in %j without repeating it', async ([argv, name]) => {
  expect(await main(argv)).toBe(2)
  expect(said()).toMatch(new RegExp(`^tenant-conformance: the command line contains a key.* as ${name} in .*\n$`))
  expect(said().toLowerCase()).not.toContain(SECRET.slice(0, 16))
})

test.for([
  ['run', SECRET],
  ['run', `--depth=${SECRET}`],
  ['run', '--base-url', `https://x:${SECRET}@host`, '--variant', 'a'],
  ['rules', SECRET.slice(0, 17)],
  ['replay', SECRET],
])('does not repeat a secret alone: %j', async (argv) => {
  expect(await main(argv)).toBe(2)
  expect(said()).toMatch(/^tenant-conformance: .*\n$/)
  expect(said()).not.toContain(SECRET.slice(0, 16))
})
