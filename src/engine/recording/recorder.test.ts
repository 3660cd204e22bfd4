import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { Exchange } from '../../core/exchange.ts'
import { createRedactor } from '../../http/redact.ts'
import { newFolder } from '../../testing/new-folder.ts'
import type { End, Header, Line } from './format.ts'
import { openRecorder } from './recorder.ts'
import { placeholderSecrets } from './recording.ts'

const dir = newFolder()

const SECRET = '9f1c04be7d3a58e26b90f7c1d2e4a8530c6fb19e8d7a42351b0e9c8f7d6a5243'
const end: End = {
  at: '2026-01-02T03:04:05.000Z',
  requests: 1,
  retries: 0,
  serverErrors: 0,
  spent: {},
  interrupted: false,
}
const x = {
  n: 1,
  rule: 'a.x',
  req: { endpoint: null, path: '/users', credential: { class: 'active', form: 'x-api-key', headers: [] } },
  url: 'http://h/api/public/v1/users',
  headers: [],
  sentAt: 1,
  ms: 1,
  retries: 0,
  response: { status: 200, reason: 'OK', headers: [], bytes: 1, text: '1', json: 1, duplicates: [] },
} as const satisfies Exchange

function recorderInto(file: string, secrets = new Map([['TENANT_A_KEY', `tk_0123456789abcdef_${SECRET}`]])) {
  return openRecorder({ file, header: { keep: 'all' } as Header, secrets, redactor: createRedactor(secrets) })
}

const linesIn = (file: string): Line[] =>
  gunzipSync(readFileSync(file))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

test('records keys without secrets, created keys on creation, and which keys share a secret', async () => {
  const secrets = new Map([['TENANT_A_KEY', `tk_0123456789abcdef_${SECRET}`]])
  const file = join(dir, 'keys')
  const recorder = recorderInto(file, secrets)
  recorder.exchange(x, 's')
  secrets.set('CREATED_KEY_1', `tk_fedcba9876543210_${SECRET.toUpperCase()}`)
  secrets.set('CREATED_KEY_2', 'of another form')
  recorder.exchange({ ...x, n: 2 }, 's')
  expect(await recorder.end(end)).toBeUndefined()
  const lines = linesIn(file)
  expect(lines.map((line) => Object.keys(line)[0])).toEqual([
    'header',
    'key',
    'exchange',
    'key',
    'key',
    'exchange',
    'end',
  ])
  const keys = lines.flatMap(({ key }) => key ?? [])
  expect(keys).toEqual([
    { env: 'TENANT_A_KEY', shown: 'tk_0123456789abcdef_****' },
    { env: 'CREATED_KEY_1', shown: 'tk_fedcba9876543210_****', sameAs: 'TENANT_A_KEY' },
    { env: 'CREATED_KEY_2', shown: '****' },
  ])
  const others = placeholderSecrets(keys)
  expect(others.get('TENANT_A_KEY')).toMatch(/^tk_0123456789abcdef_[0-9a-f]{64}$/)
  expect(others.get('TENANT_A_KEY')!.slice(-64)).toBe(others.get('CREATED_KEY_1')!.slice(-64))
  expect(others.get('TENANT_A_KEY')).not.toContain(SECRET)
})

test('never writes a secret', async () => {
  const file = join(dir, 'leak')
  const recorder = recorderInto(file)
  recorder.exchange({ ...x, response: { ...x.response, text: `"${SECRET}"`, json: SECRET } }, 's')
  recorder.evidence({ slot: 's', steps: [], sent: [], value: { leak: SECRET.toUpperCase() } })
  await recorder.end(end)
  expect(gunzipSync(readFileSync(file)).toString().toLowerCase()).not.toContain(SECRET.slice(0, 24))
})

test.for(['/dev/full', '/proc/nowhere/recorder'])(
  'reports at the end that %s is not writable, without stopping the run',
  async (file) => {
    const recorder = recorderInto(file)
    const text = 'x'.repeat(100_000)
    for (let n = 1; n < 50; n++) recorder.exchange({ ...x, n, response: { ...x.response, text } }, 's')
    expect(await recorder.end(end)).toMatch(`${file} cannot be written (`)
  },
)
