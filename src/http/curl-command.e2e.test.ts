import { execFile } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'dotenv'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { readSettings } from '../config/read-settings.ts'
import { AT_ONCE } from '../core/at-once.ts'
import type { Req } from '../core/exchange.ts'
import { rebuilt, secretChanged, secretPart, whole } from '../core/key-format.ts'
import { type KeyPiece, resolve, type SecretText } from '../core/secret-text.ts'
import { clientOf, closeAll, good, KEY, SECRET, SECRETS, serveRaw } from '../testing/client.ts'
import { newFolder } from '../testing/new-folder.ts'
import { curlAtOnce, curlCommand, curlInSequence } from './curl-command.ts'

afterEach(closeAll)

/** What scripts run in on Debian; it knows little more than POSIX. */
const SHELL = existsSync('/bin/dash') ? 'dash' : 'sh'

const shell = (line: string, cwd?: string) =>
  promisify(execFile)(SHELL, ['-c', line], {
    cwd,
    env: { PATH: process.env.PATH, HOME: '/nonexistent', ...Object.fromEntries(SECRETS) },
  })

/** The head as a server reads it: without white space around values, and without what HTTP itself adds. */
const asRead = (head: string) =>
  head
    .split('\r\n')
    .map((line, i) => (i === 0 ? line : line.replace(/:[ \t]*/, ': ').replace(/[ \t]+$/, '')))
    .filter((line) => !/^(host|connection):/i.test(line))

async function comparison() {
  const heads: string[] = []
  const url = await serveRaw((head, socket) => {
    heads.push(head)
    socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  })
  const client = clientOf(`${url}/base`)
  return async (req: Req) => {
    const line = curlCommand(await client.send(req, 'r'))
    expect(line).not.toContain('\n')
    expect(line.toLowerCase()).not.toContain(SECRET.slice(20, 40))
    await shell(line)
    const [ours, curls] = heads.splice(0)
    expect(asRead(curls!)).toEqual(asRead(ours!))
  }
}

/** Everything that undici sends: printable ASCII, tabs and bytes from 0x80 on. */
const byte = fc.oneof(
  fc.integer({ min: 0x20, max: 0x7e }),
  fc.constantFrom(...[...'\'"$`\\!@;:#%{}[]()*?~ \tnx0'].map((c) => c.charCodeAt(0))),
  fc.integer({ min: 0x80, max: 0xff }),
)
const value = fc.array(byte, { maxLength: 20 }).map((codes) => String.fromCharCode(...codes))
const token = fc.string({ unit: fc.constantFrom(..."abcXYZ019-_.~!#$%&'*+^`|"), minLength: 1, maxLength: 8 })
const name = token.filter(
  (text) => !/^(host|connection|te|cookie|expect|upgrade|content-length|keep-alive)$/i.test(text),
)

const index = fc.integer({ min: 0, max: KEY.length })
const fromEnd = fc.integer({ min: -64, max: -1 })
const slice: fc.Arbitrary<Omit<KeyPiece, 'env'>> = fc.oneof(
  fc.constant({}),
  fc.tuple(index, index).map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) })),
  index.map((from) => ({ from })),
  fromEnd.map((from) => ({ from })),
  fromEnd.map((to) => ({ to })),
  fc.tuple(fromEnd, fromEnd).map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) })),
)
const shift = fc.option(fc.integer({ min: 1, max: 15 }), { nil: undefined })
const keyPiece: fc.Arbitrary<KeyPiece> = fc
  .tuple(fc.constantFrom(...SECRETS.keys()), slice, shift)
  .map(([env, part, by]) => ({ env, ...part, shift: by }))
const piece = fc.oneof(value, keyPiece)
/** Only a plain string is known to be empty. */
const secretText: fc.Arbitrary<SecretText> = fc
  .tuple(
    fc.constantFrom('x', 'Bearer ', "'", '"'),
    fc.array(
      fc.oneof(
        piece,
        fc.array(piece, { maxLength: 3 }).map((base64) => ({ base64 })),
      ),
      { maxLength: 4 },
    ),
  )
  .map(([first, rest]) => [first, ...rest])
const pathText = fc.string({ unit: fc.constantFrom(...'abc/.%?&=\'"$`{}[]()!*;:@,|^~-_+<>\\'), maxLength: 12 })

describe('the curl line', () => {
  test('is easy to read', async () => {
    const url = 'http://127.0.0.1:1/api/public/v1/users?page=1'
    const headers: [string, SecretText][] = [
      ['X-Api-Key', [{ env: 'TENANT_A_KEY' }]],
      ['accept', 'application/json'],
      ['user-agent', 'x'],
    ]
    expect(curlCommand({ url, headers })).toBe(
      `curl -sS -i --path-as-is -g -H "X-Api-Key: $TENANT_A_KEY" -H 'accept: application/json' -H 'user-agent: x' '${url}'`,
    )
    expect(curlCommand({ url, headers: [], req: good('/users', { method: 'OPTIONS' }) })).toBe(
      `curl -sS -i --path-as-is -g -X OPTIONS -H 'accept:' -H 'user-agent:' '${url}'`,
    )
  })

  test('sends the bytes that were sent', { timeout: 60_000 }, async () => {
    const same = await comparison()
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(name, fc.oneof(value, secretText)), { maxLength: 5 }),
        pathText,
        fc.array(
          fc.tuple(
            fc.string({ unit: 'binary' }),
            fc.oneof(
              fc.string(),
              keyPiece.map((key) => [key]),
            ),
          ),
          { maxLength: 3 },
        ),
        fc.constantFrom('GET', 'HEAD', 'OPTIONS'),
        (headers, path, query, method) => same(good(`/${path}`, { headers, query, method })),
      ),
      { numRuns: 150 },
    )
  })

  test.each<[string, Req['headers']]>([
    [
      'empty values',
      [
        ['X-A', ''],
        ['x-a', ' '],
        ['X-B', '\t'],
      ],
    ],
    [
      'defaults replaced',
      [
        ['Accept', 'text/html'],
        ['User-Agent', ''],
      ],
    ],
    [
      'what curl reads in another way',
      [
        ['X', '@/etc/passwd'],
        ['Y', ';'],
        ['Z', 'a;b'],
        ['Cookie', 'a=b'],
        ['Authorization', 'Basic eDp5'],
      ],
    ],
    [
      'an altered key',
      [['X', [{ env: 'TENANT_A_KEY', to: 30 }, { env: 'TENANT_A_KEY', from: 30, to: 31, shift: 15 }, 'A']]],
    ],
    ['a key in base64', [['Authorization', ['Basic ', { base64: [{ env: 'TENANT_A_KEY' }, ':\xe9'] }]]]],
  ])('sends %s', async (_name, headers) => {
    await (await comparison())(good('/users', { headers }))
  })

  test('requires HTTP/1.1 if another version could be negotiated, which would send other header names', () => {
    const line = curlCommand({ url: ['https://host/api/public/v1/users?key=', { env: 'TENANT_A_KEY' }], headers: [] })
    expect(line).toContain(' --http1.1 ')
  })
})

describe.each(['TENANT_A_KEY', 'TENANT_A_KEY_UPPER'])('wrong keys made of %s', (env) => {
  const value = SECRETS.get(env)!
  const key = { env, prefix: 'tnt_live', keyId: value.slice(-81, -65) }
  const places = (...at: number[]) => rebuilt(key, { secret: secretChanged(key, at, 7) })
  const keys: Record<string, SecretText> = {
    whole: whole(key),
    'first character': places(0),
    'character 33': places(33),
    'last character': places(63),
    'every character': places(...Array(64).keys()),
    'cut at its end': rebuilt(key, { secret: [secretPart(key, 0, 63)] }),
    'cut at its start': rebuilt(key, { secret: [secretPart(key, 1, 64)] }),
    extended: [...(whole(key) as SecretText[]), '0'].flat(),
    'under another key_id': rebuilt(key, { keyId: 'ffffffffffffffff' }),
    'with another prefix': rebuilt(key, { prefix: 'x y\u00e9"$(id)`' }),
    'twice, in base64': ['x', { base64: [{ env }, ':', { env, shift: 3 }] }],
  }

  test.each(Object.entries(keys))(
    '%s: in both forms and in the query, by a POSIX shell from the environment',
    async (_name, text) => {
      const same = await comparison()
      const forms: Req['headers'][] = [
        [['X-Api-Key', text]],
        [['Authorization', ['Bearer ', ...[text].flat()]]],
        [
          ['x-API-key', text],
          ['X-Api-Key', text],
        ],
      ]
      for (const headers of forms)
        await same(
          good('/users', {
            headers,
            query: [
              ['page', '1'],
              ['q', 'ä b&c=%'],
            ],
          }),
        )
      await same(good('/users', { query: [['api_key', text]] }))
      const sent = resolve(text, SECRETS)
      const line = curlCommand({ url: 'http://h/', headers: [['X-Api-Key', text]] })
      for (let i = 0; i + 20 <= sent.length; i++)
        if (/^[0-9a-f]{20}$/i.test(sent.slice(i, i + 20))) expect(line).not.toContain(sent.slice(i, i + 20))
    },
  )
})

describe('a key that only the settings file holds', () => {
  /** What dotenv accepts, and a shell does not read in the same way. */
  test.for([
    `TENANT_A_KEY=${KEY}`,
    `TENANT_A_KEY = ${KEY}`,
    `  export TENANT_A_KEY="${KEY}"`,
    `TENANT_A_KEY='${KEY}' # the active key`,
    `TENANT_A_KEY=${KEY}   # the active key`,
    `TENANT_A_BASE_URL=http://a b;c&d\r\nTENANT_A_KEY=\`${KEY}\`\r\n`,
    `NOTE=it's $(touch ran)\nTENANT_A_KEY=${KEY}`,
    `NOTE="two\nlines"\nTENANT_A_KEY=${KEY}\n`,
  ])('is read from there: %j', async (text) => {
    const folder = newFolder()
    const path = 'my settings.env'
    writeFileSync(join(folder, path), text)
    expect(parse(text).TENANT_A_KEY).toBe(KEY)
    const sent = { url: 'http://x/', headers: [['X-Api-Key', [{ env: 'TENANT_A_KEY' }]]] } as const
    const line = curlCommand(sent, [], { path, names: ['TENANT_A_KEY'] })
    expect(line).toMatch(/^\(TENANT_A_KEY=\$\(node --env-file='my settings.env' -p process.env.TENANT_A_KEY\) && curl /)
    // Without what the environment of this test holds.
    const { stdout } = await shell(`unset TENANT_A_KEY; ${line.replace('curl -sS', 'printf "%s\\n"')}`, folder)
    expect(stdout).toContain(`X-Api-Key: ${KEY}\n`)
    expect(existsSync(join(folder, 'ran'))).toBe(false)
  })

  test.each(['', 'the environment wins '])('is read by sed from a plain line: %s', async (inEnvironment) => {
    const folder = newFolder()
    const settings = `TENANT_A_BASE_URL=https://x.example\nTENANT_A_KEY=${KEY}\nTENANT_A_KEY_REVOKED=${KEY.replace(/.$/, 'f')}\n`
    writeFileSync(join(folder, 'my settings.env'), settings, { mode: 0o600 })
    const { keyFile } = readSettings({ 'env-file': 'my settings.env' }, {}, folder).settings
    const sent = { url: 'http://x/', headers: [['X-Api-Key', [{ env: 'TENANT_A_KEY' }]]] } as const
    const line = curlCommand(sent, [], keyFile).replace('curl -sS', 'printf "%s\\n"')
    const before = inEnvironment ? 'export TENANT_A_KEY=another' : 'unset TENANT_A_KEY'
    const { stdout } = await shell(`PATH=/usr/bin:/bin; ${before}; ${line}; echo "after: $TENANT_A_KEY"`, folder)
    expect(stdout).toMatch(inEnvironment ? /^after: another$/m : /^after: $/m)
    expect(line).not.toContain('node')
    expect(stdout).toContain(`X-Api-Key: ${inEnvironment ? 'another' : KEY}\n`)
  })

  test('is not read where the request does not carry it', () => {
    const sent = { url: 'http://x/', headers: [['X-Api-Key', [{ env: 'TENANT_A_KEY_REVOKED' }]]] } as const
    expect(curlCommand(sent, [], { path: '.env', names: ['TENANT_A_KEY'] })).toMatch(/^curl /)
    expect(curlCommand({ url: 'http://x/', headers: [] }, [], { path: '.env', names: ['TENANT_A_KEY'] })).toMatch(
      /^curl /,
    )
  })
})

describe('several requests in one line', () => {
  async function sent(line: (both: Parameters<typeof curlAtOnce>[0]) => string) {
    const connections = new Map<unknown, string[]>()
    const url = await serveRaw((head, socket) => {
      connections.set(socket, [...(connections.get(socket) ?? []), head.split(' ')[1]!.split('/').at(-1)!])
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
    })
    const client = clientOf(url)
    const both = [await client.send(good('/one'), 'r'), await client.send(good('/two'), 'r')]
    connections.clear()
    const { stdout, stderr } = await shell(line(both))
    expect(stderr).toBe('')
    return { connections: [...connections.values()], responses: stdout.match(/HTTP\/1.1 200/g)?.length }
  }

  test('go over one connection, in order', async () => {
    expect(await sent(curlInSequence)).toEqual({ connections: [['one', 'two']], responses: 2 })
  })

  test('go at the same time, each several times', async () => {
    const { connections, responses } = await sent(curlAtOnce)
    expect(responses).toBe(3 * AT_ONCE)
    expect(connections.flat().sort()).toEqual([...Array(2 * AT_ONCE).fill('one'), ...Array(AT_ONCE).fill('two')])
  })
})
