import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Exchange } from '../../core/exchange.ts'
import { createRedactor } from '../../http/redact.ts'
import { Har } from '../../testing/har-schema.ts'
import { newFolder } from '../../testing/new-folder.ts'
import type { Header } from './format.ts'
import { MOST_BODY, writeHar } from './har.ts'
import { openRecorder } from './recorder.ts'

const dir = newFolder()

const SECRET = '9f1c04be7d3a58e26b90f7c1d2e4a8530c6fb19e8d7a42351b0e9c8f7d6a5243'
const secrets = new Map([['TENANT_A_KEY', `tk_0123456789abcdef_${SECRET}`]])

const response = {
  status: 200,
  reason: 'OK',
  headers: [['Content-Type', 'application/json']],
  bytes: 2,
  text: '{}',
  json: {},
  duplicates: [],
} as const
const x: Exchange = {
  n: 1,
  rule: 'a.users.total',
  req: {
    endpoint: '/users',
    path: '/users',
    query: [
      ['page', '1'],
      ['q', 'ä b'],
    ],
    credential: { class: 'active', form: 'x-api-key', headers: [['X-Api-Key', [{ env: 'TENANT_A_KEY' }]]] },
  },
  url: 'http://127.0.0.1:1/api/public/v1/users?page=1&q=%C3%A4%20b',
  headers: [
    ['X-Api-Key', [{ env: 'TENANT_A_KEY' }]],
    ['Cookie', 'sid=0123456789'],
  ],
  sentAt: 1_700_000_000_000,
  ms: 1.5,
  retries: 0,
  response,
}

async function harOf(exchanges: readonly Exchange[], keep: Header['keep'] = 'all') {
  const recording = join(dir, 'recording')
  const header = {
    version: 1,
    keep,
    suite: { name: 's', version: '1' },
    startedAt: '2026-01-02T03:04:05.000Z',
    variant: 'a',
  } as Header
  const whole = {
    ...header,
    settings: { seed: 1, depth: 'quick', strict: false, rules: [], timing: false, concurrency: 1 },
    control: [],
    byHand: false,
    target: {
      baseUrl: 'http://127.0.0.1:1',
      ordered: false,
      noScopeEndpoints: [],
      keys: { active: { env: 'TENANT_A_KEY', prefix: 'tk', keyId: '0123456789abcdef' } },
    },
  } as Header
  const writer = openRecorder({ file: recording, header: whole, secrets, redactor: createRedactor(secrets) })
  for (const one of exchanges) writer.exchange(one, 'slot')
  writer.shown('a.shown', exchanges)
  expect(
    await writer.end({
      at: '2026-01-02T03:04:06.000Z',
      requests: 1,
      retries: 0,
      serverErrors: 0,
      spent: {},
      interrupted: false,
    }),
  ).toBeUndefined()
  const path = join(dir, 'exchanges.har')
  await writeHar(path, [recording], new Map([['a.users.total', 'failed: it is wrong']]))
  const text = readFileSync(path, 'utf8')
  expect(text.toLowerCase()).not.toContain(SECRET.slice(0, 20))
  return Har.parse(JSON.parse(text)).log
}

test('writes HAR 1.2 with an entry per exchange, a page per rule and whole bodies', async () => {
  const text = `{"a":"${'x'.repeat(100_000)}"}`
  const other = { ...x, n: 2, rule: 'a.users.echo', response: { ...response, text, bytes: text.length } }
  const { entries, pages } = await harOf([x, other])
  expect(pages).toMatchObject([
    { id: 'a.users.total', title: 'a.users.total: failed: it is wrong' },
    { id: 'a.users.echo', title: 'a.users.echo' },
  ])
  expect(entries[0]).toMatchObject({
    pageref: 'a.users.total',
    request: {
      queryString: [
        { name: 'page', value: '1' },
        { name: 'q', value: 'ä b' },
      ],
      cookies: [{ name: 'sid', value: '0123456789' }],
      _curl: expect.stringContaining('$TENANT_A_KEY'),
    },
    response: { status: 200, content: { text: '{}' } },
  })
  expect(entries[0]!.request.headers[1]).toEqual({ name: 'X-Api-Key', value: 'tk_0123456789abcdef_****' })
  expect(entries[1]!.response.content.text).toBe(text)
})

test('explains a missing response, a missing body and a truncated body', async () => {
  const { response: _, ...silent } = x
  const binary = { ...response, text: undefined, json: undefined, fault: 'invalid UTF-8 at byte 0' }
  const long = { ...response, text: 'y'.repeat(MOST_BODY + 1) }
  const { entries } = await harOf([
    { ...silent, problem: { kind: 'timeout', message: 'nothing came' } },
    { ...x, n: 2, response: binary, retries: 2 },
    { ...x, n: 3, response: long },
  ])
  expect(entries.map(({ response }) => response.status)).toEqual([0, 200, 200])
  expect(entries[0]!.response).toHaveProperty('_error', 'nothing came')
  expect(entries[1]!.response.content).toMatchObject({ comment: 'not text: invalid UTF-8 at byte 0' })
  expect(entries[1]!.comment).toContain('sent 3 times')
  expect(entries[2]!.response.content.text).toHaveLength(MOST_BODY)
  expect(entries[2]!.response.content.comment).toBe(`truncated: the first ${MOST_BODY} of ${MOST_BODY + 1} characters`)
})

test('masks the values of cookies that the target sets', async () => {
  const set = { ...response, headers: [['Set-Cookie', 'sid=abcdefghijklmnop; Path=/']] as const }
  const { entries } = await harOf([{ ...x, response: set }])
  expect(entries[0]!.response.cookies).toEqual([{ name: 'sid', value: '****' }])
  expect(JSON.stringify(entries)).not.toContain('abcdefghijklmnop')
})

test('writes the exchanges of failures when only those are recorded', async () => {
  const { entries } = await harOf([x], 'failures')
  expect(entries.map(({ pageref }) => pageref)).toEqual(['a.shown'])
})

test('writes an empty log for an empty recording', async () => {
  expect((await harOf([])).entries).toEqual([])
})
