import { after, body, bytes, framed, OK } from '../answers.ts'
import type { Hostile } from '../server.ts'

/** Those that do not answer, or stop in the middle. */
export const SILENT: readonly Hostile[] = [
  {
    name: 'never answers',
    answer: () => undefined,
    verdict: 'inconclusive',
    says: /cannot be reached: .*nothing came/,
  },
  {
    name: 'never answers, after 60 legal answers',
    when: after(60),
    answer: () => undefined,
    verdict: 'inconclusive',
    says: /nothing came/,
  },
  { name: 'half a status line', answer: bytes('HTTP/1.1 2'), verdict: 'inconclusive', says: /nothing came/ },
  { name: 'half a header', answer: bytes('HTTP/1.1 200 OK\r\nConte'), verdict: 'inconclusive', says: /nothing came/ },
  {
    name: 'half a body',
    answer: bytes(`${OK}Content-Length: 99\r\n\r\n{"da`),
    verdict: 'inconclusive',
    says: /only status 200 and 4 bytes/,
  },
  {
    name: 'one byte a second',
    answer: ({ socket }) => {
      const text = `${OK}Content-Length: 2\r\n\r\n{}`
      let at = 0
      const drip = setInterval(
        () => (socket.destroyed || at === text.length ? clearInterval(drip) : socket.write(text[at++]!)),
        1000,
      )
    },
    verdict: 'inconclusive',
    says: /no complete answer within 1000 ms/,
  },
  {
    name: 'closes each connection at once',
    connected: (socket) => socket.destroy(),
    answer: () => undefined,
    verdict: 'inconclusive',
    says: /cannot be reached/,
  },
  {
    name: 'resets each connection after the request',
    answer: ({ socket }) => socket.resetAndDestroy(),
    verdict: 'inconclusive',
    says: /ECONNRESET|closed/,
  },
  {
    name: 'closes each connection after the request, after 60 legal answers',
    when: after(60),
    answer: ({ socket }) => socket.end(),
    verdict: 'inconclusive',
    says: /closed/,
  },
  {
    name: 'closes in the headers',
    answer: ({ socket }) => socket.end('HTTP/1.1 200 OK\r\nConte'),
    verdict: 'inconclusive',
    says: /closed/,
  },
  {
    name: 'closes in the body',
    answer: framed(
      (all) => `Content-Length: ${all.length}\r\n\r\n${String(all).slice(0, 9)}`,
      ({ socket }) => socket.end(),
    ),
    verdict: 'inconclusive',
    says: /closed/,
  },
  {
    name: 'closes every third answer in the middle',
    when: ({ n }) => n % 3 === 0,
    answer: framed(
      (all) => `Content-Length: ${all.length}\r\n\r\n${String(all).slice(0, 9)}`,
      ({ socket }) => socket.end(),
    ),
    verdict: 'conformant',
    says: /conformant/,
  },
  {
    name: 'closes after each answer, without a word',
    answer: framed(
      (all) => Buffer.concat([Buffer.from(`Content-Length: ${all.length}\r\n\r\n`), all]),
      ({ socket }) => socket.end(),
    ),
    verdict: 'conformant',
    says: /conformant/,
  },
  { name: 'empty bodies', answer: body(() => ''), verdict: 'nonconformant', says: /empty body/ },
]
