import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { command } from '../testing/command.ts'
import { type Strange, serve } from '../testing/foreign-servers.ts'
import { newFolder } from '../testing/new-folder.ts'

const SECRET = '9f1c04be7d3a58e26b90f7c1d2e4a8530c6fb19e8d7a42351b0e9c8f7d6a5243'
const KEYS = {
  TENANT_A_KEY: `acme_1122334455667788_${SECRET}`,
  TENANT_A_KEY_REVOKED: `acme_99aabbccddeeff00_${[...SECRET].reverse().join('')}`,
}

const SESSION = '5b1e0f7c3a92d846e8f0a1b2c3d4e5f6'

/** All received credentials, modified or not. */
const received = new Set<string>()
const hex = (c: string) => c.charCodeAt(0).toString(16).padStart(2, '0')
const FORMS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => Buffer.from(text).toString('base64'),
  (text) => Buffer.from(`x${text}`).toString('base64url'),
  (text) => [...text].map((c) => `%${hex(c)}`).join(''),
  (text) => [...text].map((c) => `\\u00${hex(c)}`).join(''),
]

/** A user list from a server that echoes its requests in every encoding and field. */
function leak(req: IncomingMessage): { headers: Record<string, string[]>; body: string } {
  const { authorization, cookie } = req.headers
  const query = [...new URL(req.url!, 'http://x').searchParams.values()]
  const given = [req.headers['x-api-key'], authorization, cookie, ...query].flat().filter((text) => text !== undefined)
  for (const text of given) received.add(text)
  const forms = given.filter((text) => /^[\x20-\x7e]+$/.test(text)).flatMap((text) => FORMS.map((form) => form(text)))
  const pagination = { page: 1, per_page: 25, total: 1, total_pages: 7 }
  const written = JSON.stringify({ data: [{ id: 1, leak: forms }], pagination, more: `${forms.join(' ')}` })
  return {
    headers: {
      'content-type': ['application/json'],
      'x-leak': forms,
      'set-cookie': [`sid=${SESSION}; Path=/`, ...forms.map((form, i) => `c${i}=${encodeURIComponent(form)}`)],
    },
    body: written.replaceAll('\\\\u00', '\\u00'),
  }
}

const dir = newFolder()
let server: Strange
const printed: Record<string, string> = {}
beforeAll(async () => {
  server = await serve((req, res) => {
    const { headers, body } = leak(req)
    res.writeHead(200, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body)
  })
  const env = { TENANT_A_BASE_URL: server.baseUrl, ...KEYS }
  const reporters = ['console', 'json', 'junit', 'html', 'har'].flatMap((name) => ['--reporter', name])
  const report = 'conformance-report/report.json'
  const calls = [
    ['run', '--depth', 'quick', '--no-timing', '--record', 'all', ...reporters],
    ['replay', report],
    ['replay', report, '--json'],
    ['regrade', report, ...reporters],
  ]
  for (const args of calls) {
    const { code, stdout, stderr } = await command(dir, args, env)
    expect(code).toBe(1)
    printed[args.join(' ')] = stdout + stderr
  }
}, 180_000)
afterAll(async () => {
  await server?.close()
})

function artefacts(): [name: string, text: string][] {
  const files = ['conformance-report', 'conformance-regraded'].flatMap((folder) =>
    readdirSync(join(dir, folder)).map((name) => join(folder, name)),
  )
  const read = (name: string) => {
    const bytes = readFileSync(join(dir, name))
    return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
  }
  return [...files.map((name) => [name, read(name)] as [string, string]), ...Object.entries(printed)]
}

/** Decode all known encodings repeatedly. */
function readings(text: string): string[] {
  const unescaped = (from: string) =>
    from.replace(/(?:\\+u00|%(?:25)*)([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
  const once = unescaped(text)
  return [text, once, unescaped(once)].map((reading) => reading.toLowerCase())
}

/** The base64 characters that depend on the text alone, for every byte offset. */
function base64Of(text: string): string[] {
  return [0, 1, 2].map((before) =>
    Buffer.from('\0'.repeat(before) + text)
      .toString('base64')
      .slice(before + 1, -4),
  )
}

/** Every 24-character substring of a 64-digit secret; none may occur. */
const stretches = (secret: string) => Array.from({ length: secret.length - 23 }, (_, i) => secret.slice(i, i + 24))

test('every reporter writes output, and the server leaks secrets', () => {
  const names = artefacts().map(([name]) => name)
  for (const name of ['report.json', 'junit.xml', 'report.html', 'exchanges.har', 'recording-a.ndjson.gz'])
    expect(names.map((path) => path.split('/').at(-1))).toContain(name)
  expect([...received].some((text) => text.includes(SECRET))).toBe(true)
  expect(Object.values(printed)[0]).toContain('FAILED')
})

test('no artefact contains part of a secret in any encoding', () => {
  const secrets = Object.values(KEYS).map((key) => key.slice(-64))
  const wanted = secrets.flatMap((secret) => stretches(secret))
  const coded = secrets.flatMap((secret) => [secret, secret.toUpperCase()]).flatMap(base64Of)
  for (const [name, text] of artefacts()) {
    for (const reading of readings(text))
      expect([name, wanted.find((part) => reading.includes(part))]).toEqual([name, undefined])
    expect([name, coded.find((part) => text.includes(part))]).toEqual([name, undefined])
  }
})

test('no artefact contains a key that the suite derived from a secret', () => {
  const secrets = Object.values(KEYS).map((key) => key.slice(-64))
  const moved = (text: string, by: number) =>
    text.replace(/[0-9a-f]/g, (c) => ((Number.parseInt(c, 16) + by) % 16).toString(16))
  const near = [...received].filter((text) =>
    secrets.some((secret) => {
      const own = /[0-9a-f]{40,}/i.exec(text)?.[0].toLowerCase() ?? ''
      const alike = [...own].filter((c, i) => c === secret[i]).length
      return (
        own !== '' &&
        (alike > 40 || [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15].some((by) => own === moved(secret, by)))
      )
    }),
  )
  expect(near.length).toBeGreaterThan(3)
  for (const [name, text] of artefacts())
    for (const reading of readings(text))
      expect([
        name,
        near.find((variant) => reading.includes(/[0-9a-f]{40,}/i.exec(variant)![0].toLowerCase())),
      ]).toEqual([name, undefined])
})

test('no artefact contains a session id that the server set', () => {
  const written = artefacts().filter(([, text]) => /sid=/.test(text))
  expect(written.length).toBeGreaterThan(2)
  for (const [name, text] of written) expect([name, text.includes(SESSION)]).toEqual([name, false])
})
