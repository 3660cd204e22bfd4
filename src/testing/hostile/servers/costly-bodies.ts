import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { body, changed, more, onSuccess, same } from '../responses.ts'
import { type Hostile, type ResponseParts, write } from '../server.ts'

const once = (make: () => string) => {
  let made: string | undefined
  return () => {
    made ??= make()
    return made
  }
}
const joined = (count: number, item: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => item(i)).join()

const VALUES: Readonly<Record<string, () => string>> = {
  '7 MB of digits': once(() => '7'.repeat(7 << 20)),
  '24,000 integers of 20 digits': once(() => `[${joined(24_000, (i) => `1234567890${1e9 + i}`)}]`),
  '70,000 empty objects': once(() => `[${joined(70_000, () => '{}')}]`),
  '140,000 fields': once(() => `{${joined(140_000, (i) => `"k${i}":${i}`)}}`),
  'a million escapes': once(() => `"${'\\u0001'.repeat(1 << 20)}"`),
  '6 MB of hex': once(() => `"${randomBytes(3 << 20).toString('hex')}"`),
  '6 MB of base64': once(() => `"${randomBytes(4 << 20).toString('base64')}"`),
  '100 names of 30,000 characters, twice': once(
    () => `{${joined(100, (i) => `"${String(i).padStart(30_000)}":1,"${String(i).padStart(30_000)}":2`)}}`,
  ),
}

const beside = (name: string, variant: Hostile['variant']): Hostile => ({
  name: `${name} beside each response of ${variant}`,
  variant,
  response: body((text) => text.replace(/^\{/, () => `{"x":${VALUES[name]!()},`)),
  verdict: 'conformant',
  says: /./,
})

/** Ids of this length in place of the legal server's. */
const withIds = (variant: Hostile['variant'], length: number, end: Partial<Hostile> = {}): Hostile => ({
  name: `ids of ${length} characters in ${variant}`,
  variant,
  async response(call) {
    const response = await call.legal(call.path.replaceAll(/0{20,}/g, ''))
    const text = String(response.body).replaceAll(
      /("id":\s*)"?(\w+)"?/g,
      (_, name, id) => `${name}"${id.padStart(length, '0')}"`,
    )
    write(call, { ...response, body: Buffer.from(text) })
  },
  verdict: 'conformant',
  says: /./,
  ...end,
})

/** A page of a hundred of them is more than anybody can hold. */
const TOO_LONG = { verdict: 'inconclusive', says: /GET \/users got no response: the body exceeds \d+ bytes/ } as const

const integers = once(() => `[${joined(300_000, (i) => `1234567890${1e9 + i}`)}]`)
const headers = (count: number, value: string) =>
  Array.from({ length: count }, (_, i): ResponseParts['headers'][number] => ['Set-Cookie', `cookie-${i}=${value}`])

/** Legal, and large: a page of 1,000 such rows takes this many megabytes. */
const wideRows = (megabytes: number): Hostile => ({
  name: `rows that take ${megabytes} MB a page of 1,000`,
  variant: 'b',
  response: onSuccess(
    body((text, { path }) => {
      if (!path.includes('/rows')) return text
      const page = JSON.parse(text)
      const wide = (row: object, i: number) => ({ ...row, wide: `${i} ${'lorem ipsum '.repeat(megabytes * 85)}` })
      return JSON.stringify({ ...page, columns: [...page.columns, 'wide'], items: page.items.map(wide) })
    }),
  ),
  verdict: 'conformant',
  says: /conformant/,
})

const SERVERS: readonly Hostile[] = [
  ...Object.keys(VALUES).map((name) => beside(name, 'a')),
  beside('6 MB of base64', 'b'),
  beside('70,000 empty objects', 'b'),
  ...[withIds('a', 2_000), withIds('a', 60_000), withIds('a', 100_000, TOO_LONG)],
  ...[withIds('b', 2_000), withIds('b', 100_000)],
  {
    name: '300,000 integers of 20 digits in each response',
    response: (call) => same(200, integers())(call),
    verdict: 'inconclusive',
    says: /holds more than \d+ values/,
  },
  { name: '1,000 cookies', response: more(...headers(1000, 'x'.repeat(40))), verdict: 'conformant', says: /./ },
  {
    name: 'a header of 60,000 characters',
    response: more(['X-Long', 'x'.repeat(60_000)]),
    verdict: 'conformant',
    says: /./,
  },
  {
    name: 'a reason phrase of 60,000 characters',
    response: changed((response) => ({ ...response, reason: 'x'.repeat(60_000) })),
    verdict: 'conformant',
    says: /./,
  },
  {
    name: '7 MB of spaces after each response, gzipped',
    response: changed((response) => ({
      ...response,
      headers: [...response.headers, ['Content-Encoding', 'gzip']],
      body: gzipSync(Buffer.concat([response.body, Buffer.alloc(7 << 20, ' ')])),
    })),
    verdict: 'conformant',
    says: /./,
  },
  {
    name: 'a message of 2 MB in each refusal',
    response: changed((response) =>
      response.status < 400
        ? response
        : {
            ...response,
            body: Buffer.from(
              `{"error":{"code":"unauthorized","message":"${'m'.repeat(2 << 20)}","status":${response.status}}}`,
            ),
          },
    ),
    verdict: 'nonconformant',
    says: /error\.message/,
  },
  {
    name: 'records of 70,000 characters',
    response: onSuccess(body((text) => text.replaceAll(/"id":/g, () => `"text":"${'\u4e00'.repeat(23_000)}","id":`))),
    verdict: 'conformant',
    says: /./,
  },
  wideRows(2),
  wideRows(4),
]

/** Those whose responses a client can hold one by one, but not together. All of them arrive. */
export const COSTLY_BODIES: readonly Hostile[] = SERVERS.map((one) => ({ ...one, timeout: 10_000 }))
