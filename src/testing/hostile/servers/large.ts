import { brotliCompressSync, constants, createGzip, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { body, changed, forever, OK, onSuccess, same } from '../responses.ts'
import type { Hostile, ResponseParts } from '../server.ts'

const ZEROS = Buffer.alloc(64 << 20)
const once = <T>(make: () => T) => {
  let made: T | undefined
  return () => (made ??= make())
}
const coded =
  (name: string, bomb: () => Buffer): Hostile['response'] =>
  (call) =>
    same(200, bomb(), [
      ['Content-Type', 'application/json'],
      ['Content-Encoding', name],
    ])(call)
const encoded = (coding: string, code: (plain: Buffer) => Buffer) =>
  changed(
    (response): ResponseParts => ({
      ...response,
      headers: [...response.headers, ['Content-Encoding', coding]],
      body: code(response.body),
    }),
  )
const TOO_LARGE = /returns no readable response: the body (exceeds \d+ bytes|holds more than \d+ values)/
const aPage = (records: string, count: number) =>
  `{"data":[${records}],"pagination":{"page":1,"per_page":25,"total":${count},"total_pages":${Math.ceil(count / 25)}}}`
const million = once(() =>
  Buffer.from(aPage(Array.from({ length: 1_000_000 }, (_, i) => `{"id":${i}}`).join(), 1_000_000)),
)
const objects = once(() => Buffer.from(`{"data":[${'{},'.repeat(5_000_000)}{}]}`))
const lists = once(() => Buffer.from(`{"data":[${'[],'.repeat(5_000_000)}[]]}`))
const wide = once(() => Buffer.from(`{${Array.from({ length: 700_000 }, (_, i) => `"${i}k":${i}`).join()}}`))
const longText = once(() => Buffer.from(`"${'x'.repeat(15 << 20)}"`))
const wideText = once(() => Buffer.from(`"${'\u4e00'.repeat(2 << 20)}"`))
const many = (n: number) => Array.from({ length: n }, (_, i): [string, string] => [`X-${i}`, 'y'])

/** Those whose responses are larger than a client can hold. */
export const LARGE: readonly Hostile[] = [
  {
    name: 'a body without end',
    response: forever(`${OK}Content-Length: 10000000000\r\n\r\n`, Buffer.alloc(65_536, ' ')),
    verdict: 'inconclusive',
    says: TOO_LARGE,
  },
  {
    name: 'chunks without end',
    response: forever(`${OK}Transfer-Encoding: chunked\r\n\r\n`, Buffer.from('1\r\n \r\n'.repeat(10_000))),
    verdict: 'inconclusive',
    says: /exceeds|no complete response/,
  },
  {
    name: '10 GB of zeros, gzipped',
    response: ({ socket }) => {
      socket.write(`${OK}Content-Encoding: gzip\r\nConnection: close\r\n\r\n`)
      const gzip = createGzip({ level: 1 })
      gzip.on('error', () => undefined).pipe(socket)
      let left = 160
      const go = () => {
        while (left-- > 0 && !socket.destroyed && gzip.write(ZEROS)) {}
        if (left <= 0) gzip.end()
      }
      gzip.on('drain', go)
      socket.on('close', () => gzip.destroy())
      go()
    },
    verdict: 'inconclusive',
    says: /exceeds|no complete response/,
  },
  {
    name: '64 MB of zeros as gzip',
    response: coded(
      'gzip',
      once(() => gzipSync(ZEROS)),
    ),
    verdict: 'inconclusive',
    says: TOO_LARGE,
  },
  {
    name: '64 MB of zeros as brotli',
    response: coded(
      'br',
      once(() => brotliCompressSync(ZEROS, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })),
    ),
    verdict: 'inconclusive',
    says: TOO_LARGE,
  },
  {
    name: '64 MB of zeros as zstd',
    response: coded(
      'zstd',
      once(() => zstdCompressSync(ZEROS)),
    ),
    verdict: 'inconclusive',
    says: TOO_LARGE,
  },
  {
    name: '64 MB of zeros as deflate',
    response: coded(
      'deflate',
      once(() => deflateSync(ZEROS)),
    ),
    verdict: 'inconclusive',
    says: TOO_LARGE,
  },
  {
    name: 'zeros, gzipped twice',
    response: coded(
      'gzip, gzip',
      once(() => gzipSync(gzipSync(ZEROS))),
    ),
    verdict: 'inconclusive',
    says: TOO_LARGE,
  },
  {
    name: 'gzipped legally 5 times',
    response: encoded('gzip, gzip, gzip, gzip, gzip', (plain) => [1, 2, 3, 4, 5].reduce((all) => gzipSync(all), plain)),
    verdict: 'conformant',
    says: /./,
  },
  {
    name: 'Content-Encoding of 10,000 names',
    response: encoded(`gzip${',gzip'.repeat(10_000)}`, (plain) => gzipSync(plain)),
    verdict: 'nonconformant',
    says: /Content-Encoding|not gzip/,
  },
  {
    name: 'a gzip that breaks off',
    response: encoded('gzip', (plain) => gzipSync(plain).subarray(0, -12)),
    verdict: 'nonconformant',
    says: /not gzip/,
  },
  {
    name: 'a string of 100 MB',
    response: (call) => {
      call.socket.write(`${OK}Content-Length: 104857602\r\n\r\n"`)
      forever('', Buffer.alloc(1 << 20, 'x'))(call)
    },
    verdict: 'inconclusive',
    says: TOO_LARGE,
  },
  {
    name: 'a string of 15 MB',
    response: (call) => same(200, longText())(call),
    verdict: 'inconclusive',
    says: TOO_LARGE,
  },
  {
    name: 'a string of 15 MB beside the legal response',
    response: body((text) => text.replace(/^\{/, () => `{"x":"${'x'.repeat(15 << 20)}",`)),
    verdict: 'inconclusive',
    says: TOO_LARGE,
  },
  {
    name: 'a string of 6 MB in each response',
    response: (call) => same(200, wideText())(call),
    verdict: 'nonconformant',
    says: /data to be an array/,
  },
  {
    name: 'a page of a million records',
    response: onSuccess((call) => same(200, million())(call)),
    verdict: 'inconclusive',
    says: TOO_LARGE,
  },
  {
    name: '70,000 objects beside each page',
    response: onSuccess(
      body((text) => text.replace(/"data":\[/, () => `"x":[${'{"id":1},'.repeat(70_000)}0],"data":[`)),
    ),
    verdict: 'conformant',
    says: /./,
  },
  {
    name: '5 million empty objects',
    response: (call) => same(200, objects())(call),
    verdict: 'inconclusive',
    says: TOO_LARGE,
  },
  {
    name: '5 million empty lists',
    response: (call) => same(200, lists())(call),
    verdict: 'inconclusive',
    says: TOO_LARGE,
  },
  {
    name: 'an object of 700,000 fields',
    response: (call) => same(200, wide())(call),
    verdict: 'inconclusive',
    says: TOO_LARGE,
  },
  {
    name: '2,000 headers',
    response: changed((response) => ({ ...response, headers: [...response.headers, ...many(2000)] })),
    verdict: 'conformant',
    says: /conformant/,
  },
]
