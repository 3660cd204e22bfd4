import { body, bytes, changed, forever, framed, OK, same } from '../responses.ts'
import type { Hostile } from '../server.ts'

const chunked = 'Transfer-Encoding: chunked\r\n\r\n'
const aBody = (all: Buffer) => Buffer.concat([Buffer.from(`Content-Length: ${all.length}\r\n\r\n`), all])

/** Those that break HTTP itself. */
export const FRAMING: readonly Hostile[] = [
  {
    name: 'HTTP/0.9',
    response: ({ socket }) => socket.end('{"data":[]}'),
    verdict: 'inconclusive',
    says: /not speak HTTP|HTTP\/1\.1/,
  },
  {
    name: 'speaks SSH',
    connected: (socket) => socket.write('SSH-2.0-OpenSSH_9.2\r\n'),
    response: () => undefined,
    verdict: 'inconclusive',
    says: /HTTP\/1\.1/,
  },
  {
    name: 'speaks HTTP/2',
    response: bytes(
      Buffer.from('00001204000000000000030000008000040001000000050000400000000408000000000000ff0001', 'hex'),
    ),
    verdict: 'inconclusive',
    says: /HTTP\/1\.1/,
  },
  {
    name: 'responds before it is asked',
    connected: (socket) => socket.write(`${OK}Content-Length: 2\r\n\r\n{}`),
    response: () => undefined,
    verdict: 'nonconformant',
    says: /failed/,
  },
  {
    name: 'two responses to each request',
    response: framed((all) => Buffer.concat([aBody(all), Buffer.from(`${OK}Content-Length: 2\r\n\r\n{}`)])),
    verdict: 'conformant',
    says: /conformant/,
  },
  {
    name: 'status 100 for ever',
    response: forever('', Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'.repeat(100))),
    verdict: 'inconclusive',
    says: /100/,
  },
  {
    name: 'early hints for ever',
    response: forever('', Buffer.from('HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'.repeat(100))),
    verdict: 'inconclusive',
    says: /no complete response/,
  },
  {
    name: 'switches protocols (101)',
    response: bytes('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n'),
    verdict: 'inconclusive',
    says: /upgrade|101/,
  },
  {
    name: '204 with a body',
    response: changed((response) => ({ ...response, status: 204 })),
    verdict: 'nonconformant',
    says: /empty body/,
  },
  { name: '304 to everything', response: same(304, '', []), verdict: 'inconclusive', says: /answered 304/ },
  { name: 'status 999', response: same(999, '{}'), verdict: 'inconclusive', says: /999/ },
  {
    name: 'status 0',
    response: bytes('HTTP/1.1 000 \r\nContent-Length: 2\r\n\r\n{}'),
    verdict: 'inconclusive',
    says: /./,
  },
  {
    name: 'a status of words',
    response: bytes('HTTP/1.1 OK 200\r\nContent-Length: 2\r\n\r\n{}'),
    verdict: 'inconclusive',
    says: /HTTP\/1\.1/,
  },
  {
    name: 'no status line',
    response: bytes('Content-Type: application/json\r\n\r\n{}'),
    verdict: 'inconclusive',
    says: /HTTP\/1\.1/,
  },
  {
    name: 'a reason of 60 KB',
    response: changed((response) => ({ ...response, reason: 'x'.repeat(60_000) })),
    verdict: 'conformant',
    says: /conformant/,
  },
  {
    name: 'headers without end',
    response: forever(OK, Buffer.from('X-Filler: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\r\n'.repeat(1000))),
    verdict: 'inconclusive',
    says: /response headers are too large/,
  },
  {
    name: 'one header without end',
    response: forever(`${OK}X-Filler: `, Buffer.alloc(65_536, 'x')),
    verdict: 'inconclusive',
    says: /response headers are too large/,
  },
  {
    name: 'line ends without CR',
    response: async (call) => {
      const { status, body } = await call.legal()
      call.socket.write(
        `HTTP/1.1 ${status} OK\nContent-Type: application/json\nContent-Length: ${body.length}\n\n${body}`,
      )
    },
    verdict: 'inconclusive',
    says: /HTTP\/1\.1|[Mm]issing|CR/,
  },
  {
    name: 'a folded header',
    response: framed((all) => Buffer.concat([Buffer.from('X-Folded: a\r\n b\r\n'), aBody(all)])),
    verdict: 'inconclusive',
    says: /HTTP\/1\.1/,
  },
  {
    name: 'a blank before the colon',
    response: framed((all) => Buffer.concat([Buffer.from('X-Blank : a\r\n'), aBody(all)])),
    verdict: 'inconclusive',
    says: /HTTP\/1\.1/,
  },
  {
    name: 'NUL in a header',
    response: framed((all) => Buffer.concat([Buffer.from('X-Nul: a\0b\r\n'), aBody(all)])),
    verdict: 'inconclusive',
    says: /HTTP\/1\.1/,
  },
  {
    name: 'Content-Length too small',
    response: framed((all) => Buffer.concat([Buffer.from(`Content-Length: ${all.length - 9}\r\n\r\n`), all])),
    verdict: 'nonconformant',
    says: /not JSON/,
  },
  {
    name: 'Content-Length too large',
    response: framed((all) => Buffer.concat([Buffer.from(`Content-Length: ${all.length + 9}\r\n\r\n`), all])),
    verdict: 'inconclusive',
    says: /only status \d+ and/,
  },
  {
    name: 'Content-Length twice, at odds',
    response: framed((all) => Buffer.concat([Buffer.from('Content-Length: 2\r\n'), aBody(all)])),
    verdict: 'inconclusive',
    says: /HTTP\/1\.1|Content-Length/,
  },
  {
    name: 'Content-Length negative',
    response: framed(() => 'Content-Length: -1\r\n\r\n{}'),
    verdict: 'inconclusive',
    says: /HTTP\/1\.1|Content-Length/,
  },
  {
    name: 'Content-Length of 2^70',
    response: framed(() => 'Content-Length: 1180591620717411303424\r\n\r\n{}'),
    verdict: 'inconclusive',
    says: /HTTP\/1\.1|Content-Length/,
  },
  {
    name: 'Content-Length and chunked',
    response: framed((all) => `Content-Length: ${all.length}\r\n${chunked}2\r\n{}\r\n0\r\n\r\n`),
    verdict: 'inconclusive',
    says: /HTTP\/1\.1|Content-Length/,
  },
  {
    name: 'a chunk size that is none',
    response: framed(() => `${chunked}zz\r\n{}\r\n0\r\n\r\n`),
    verdict: 'inconclusive',
    says: /HTTP\/1\.1|chunk/,
  },
  {
    name: 'a chunk size of 2^80',
    response: framed(() => `${chunked}100000000000000000000\r\n{}\r\n0\r\n\r\n`),
    verdict: 'inconclusive',
    says: /HTTP\/1\.1|chunk/,
  },
  {
    name: 'no last chunk',
    response: framed((all) => `${chunked}${all.length.toString(16)}\r\n${all}\r\n`),
    verdict: 'inconclusive',
    says: /only status/,
  },
  {
    name: 'chunk extensions without end',
    response: forever(`${OK}${chunked}2;`, Buffer.alloc(65_536, 'x')),
    verdict: 'inconclusive',
    says: /HTTP\/1\.1|chunk|no complete/,
  },
  {
    name: 'trailers without end',
    response: forever(`${OK}${chunked}2\r\n{}\r\n0\r\n`, Buffer.from('X-Trailer: xxxxxxxxxxxxxx\r\n'.repeat(1000))),
    verdict: 'inconclusive',
    says: /too large|no complete/,
  },
  {
    name: 'a trailer that denies the status',
    response: framed((all) => `${chunked}${all.length.toString(16)}\r\n${all}\r\n0\r\nStatus: 500\r\n\r\n`),
    verdict: 'conformant',
    says: /./,
  },
  {
    name: 'an unknown encoding',
    response: changed((response) => ({ ...response, headers: [...response.headers, ['Content-Encoding', 'rot13']] })),
    verdict: 'nonconformant',
    says: /Content-Encoding/,
  },
  {
    name: 'says gzip, and is not',
    response: changed((response) => ({ ...response, headers: [...response.headers, ['Content-Encoding', 'gzip']] })),
    verdict: 'nonconformant',
    says: /not gzip/,
  },
  { name: 'each body twice', response: body((text) => text + text), verdict: 'nonconformant', says: /not JSON/ },
]
