import { after, body, bytes, framed, OK } from '../responses.ts'
import type { Hostile } from '../server.ts'

/** Those that do not respond, or stop in the middle. */
export const SILENT: readonly Hostile[] = [
  {
    name: 'never responds',
    response: () => undefined,
    verdict: 'inconclusive',
    says: /cannot be reached: .*nothing came/,
  },
  {
    name: 'never responds, after 60 legal responses',
    when: after(60),
    response: () => undefined,
    verdict: 'inconclusive',
    says: /nothing came/,
  },
  { name: 'half a status line', response: bytes('HTTP/1.1 2'), verdict: 'inconclusive', says: /nothing came/ },
  { name: 'half a header', response: bytes('HTTP/1.1 200 OK\r\nConte'), verdict: 'inconclusive', says: /nothing came/ },
  {
    name: 'half a body',
    response: bytes(`${OK}Content-Length: 99\r\n\r\n{"da`),
    verdict: 'inconclusive',
    says: /only status 200 and 4 bytes/,
  },
  {
    name: 'one byte a second',
    response: ({ socket }) => {
      const text = `${OK}Content-Length: 2\r\n\r\n{}`
      let at = 0
      const drip = setInterval(
        () => (socket.destroyed || at === text.length ? clearInterval(drip) : socket.write(text[at++]!)),
        1000,
      )
    },
    verdict: 'inconclusive',
    says: /no complete response within 1000 ms/,
  },
  {
    name: 'closes each connection immediately',
    connected: (socket) => socket.destroy(),
    response: () => undefined,
    verdict: 'inconclusive',
    says: /cannot be reached/,
  },
  {
    name: 'resets each connection after the request',
    response: ({ socket }) => socket.resetAndDestroy(),
    verdict: 'inconclusive',
    says: /ECONNRESET|closed/,
  },
  {
    name: 'closes each connection after the request, after 60 legal responses',
    when: after(60),
    response: ({ socket }) => socket.end(),
    verdict: 'inconclusive',
    says: /closed/,
  },
  {
    name: 'closes in the headers',
    response: ({ socket }) => socket.end('HTTP/1.1 200 OK\r\nConte'),
    verdict: 'inconclusive',
    says: /closed/,
  },
  {
    name: 'closes in the body',
    response: framed(
      (all) => `Content-Length: ${all.length}\r\n\r\n${String(all).slice(0, 9)}`,
      ({ socket }) => socket.end(),
    ),
    verdict: 'inconclusive',
    says: /closed/,
  },
  {
    name: 'closes every third response in the middle',
    when: ({ n }) => n % 3 === 0,
    response: framed(
      (all) => `Content-Length: ${all.length}\r\n\r\n${String(all).slice(0, 9)}`,
      ({ socket }) => socket.end(),
    ),
    verdict: 'conformant',
    says: /conformant/,
  },
  {
    name: 'closes after each response, without a word',
    response: framed(
      (all) => Buffer.concat([Buffer.from(`Content-Length: ${all.length}\r\n\r\n`), all]),
      ({ socket }) => socket.end(),
    ),
    verdict: 'conformant',
    says: /conformant/,
  },
  { name: 'empty bodies', response: body(() => ''), verdict: 'nonconformant', says: /empty body/ },
]
