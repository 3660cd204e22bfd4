import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { findRecordings } from '../../cli/regrade.ts'
import type { Exchange } from '../../core/exchange.ts'
import { UsageError } from '../../core/usage-error.ts'
import { newFolder } from '../../testing/new-folder.ts'
import { createCookieMask } from './cookie-mask.ts'
import type { Header } from './format.ts'
import { readRecording } from './read-recording.ts'
import { withSecretReferences, withSecrets } from './recorder.ts'

const dir = newFolder()
const file = join(dir, 'recording')

const header: Header = {
  version: 1,
  suite: { name: 'tenant-api-conformance', version: '0.1.0' },
  startedAt: '2026-01-02T03:04:05.000Z',
  keep: 'all',
  variant: 'a',
  settings: { seed: 1, depth: 'quick', strict: false, rules: [], timing: false, concurrency: 4 },
  target: {
    baseUrl: 'http://127.0.0.1:1',
    ordered: false,
    noScopeEndpoints: [],
    keys: { active: { env: 'TENANT_A_KEY', prefix: 'tk', keyId: '0123456789abcdef' } },
  },
  control: [],
  byHand: false,
}
const x: Exchange = {
  n: 1,
  rule: 'a.x',
  req: { endpoint: '/users', path: '/users', credential: { class: 'missing', form: 'none', headers: [] } },
  url: 'http://127.0.0.1:1/api/public/v1/users',
  headers: [],
  sentAt: 5,
  ms: 1,
  retries: 0,
  response: {
    status: 200,
    reason: 'OK',
    headers: [],
    bytes: 20,
    text: '{"id":9007199254740993}',
    json: { id: 9007199254740993n },
    duplicates: [],
  },
}
const lines = [{ header }, { exchange: withSecretReferences(x, 's', createCookieMask()) }].map((line) =>
  JSON.stringify(line),
)

test.for([
  ['plain', lines.join('\n')],
  ['gzipped', gzipSync(lines.join('\n'))],
  ['gzipped in pieces', Buffer.concat(lines.map((line) => gzipSync(`${line}\n`)))],
  ['cut off in its last line', `${lines.join('\n')}\n{"exchange":{"slot`],
  ['cut off within the compression', gzipSync(lines.join('\n')).subarray(0, -6)],
] as const)('a recording that is %s', async ([, content]) => {
  writeFileSync(file, content)
  const recording = await readRecording(file)
  expect(recording.answer(x.req, 's')).toEqual(x)
  expect(() => recording.answer(x.req, 's')).not.toThrow()
  expect(() => recording.answer(x.req, 's')).toThrow('the recording ends early')
  expect(recording.unasked()).toEqual([])
})

/** Characters of two and three bytes, so that chunk boundaries split some of them. */
const long = 'äöü€'.repeat(100_000)
const text = JSON.stringify([long])
const answered = { ...x, response: { ...x.response!, text, json: [long] } }
const longLines = [
  { header },
  ...[answered, x].map((one) => ({ exchange: withSecretReferences(one, 's', createCookieMask()) })),
]
const longFile = `${longLines.map((line) => JSON.stringify(line)).join('\n')}\n`

test.for([
  ['plain', longFile],
  ['with the line ends of Windows', longFile.replaceAll('\n', '\r\n')],
  ['gzipped', gzipSync(longFile)],
] as const)('a long line in a recording that is %s', async ([, content]) => {
  writeFileSync(file, content)
  const recording = await readRecording(file)
  for (const answer of [answered, x]) expect(recording.answer(x.req, 's')).toEqual(answer)
  expect(recording.unasked()).toEqual([])
})

test.for([
  ['', 'it is empty'],
  ['hello', 'it is empty'],
  ['{"exchange":{}}', 'it is empty'],
  ['{"end":{}}', 'its first line is not the header'],
  [JSON.stringify({ header: { ...header, version: 2 } }), 'its format version is 2'],
  [JSON.stringify({ header: { ...header, variant: 'c' } }), 'its header is invalid: variant'],
])('%j is none', async ([content, why]) => {
  writeFileSync(file, content!)
  await expect(readRecording(file)).rejects.toThrow(why)
})

describe('rejects a recording that would exhaust memory', () => {
  const head = `${lines[0]}\n`
  test.for<[string, () => Buffer, string]>([
    [
      'a long line',
      () => gzipSync(`${head}{"exchange":"${'x'.repeat(33 * 1024 ** 2)}"}\n`),
      'more than 32 MiB in a line',
    ],
    [
      'many values in a line',
      () => gzipSync(`${head}{"key":[${'{},'.repeat(600_000)}0]}\n`),
      'more than 500000 values in a line',
    ],
    [
      'many values',
      () => gzipSync(head + `{"key":[${'{},'.repeat(200_000)}0]}\n`.repeat(26)),
      'more than 5000000 values',
    ],
    ['many bytes', manyBytes, 'more than 256 MiB uncompressed'],
  ])('%s', async ([, content, why]) => {
    const packed = content()
    expect(packed.length).toBeLessThan(1024 ** 2)
    writeFileSync(file, packed)
    await expect(findRecordings(file)).rejects.toThrow(
      new UsageError(`${file}: is no recording: it has ${why}, which no run records`),
    )
  })
  function manyBytes(): Buffer {
    const line = gzipSync(`{"key":"${'x'.repeat(16 * 1024 ** 2)}"}\n`)
    return Buffer.concat([gzipSync(head), ...Array<Buffer>(17).fill(line)])
  }
})

test('a redacted response keeps its parsed JSON', () => {
  const response = { ...x.response!, text: '{"id":"****"', json: { id: '****' } }
  const again = withSecrets(withSecretReferences({ ...x, response }, 's', createCookieMask()))
  expect(again?.response?.json).toEqual({ id: '****' })
})
