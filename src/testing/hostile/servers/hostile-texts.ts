import { body, changed, more, onSuccess, same } from '../responses.ts'
import type { Hostile } from '../server.ts'

/** What a console, a page, an XML reader, a build server or a shell would obey. */
export const EVIL = [
  '\x1b[2J\x1b[31m\x1b]8;;http://attacker.invalid\x07link\x1b]8;;\x07\x1b]52;c;ZXZpbA==\x07\x9b31m',
  '\n::error::owned\n::set-output name=a::b\n##[error]owned\n##teamcity[x]\n',
  '<script>window.owned=1</script><img src=x onerror="window.owned=1">" onmouseover=window.owned=1 \'',
  ']]></failure><!--&"]]>]]>',
  '![x](http://attacker.invalid/x.png) [x](javascript:alert(1)) @everyone | cell\n```\n# heading\n',
  '\u202eesrever\u202c \u2066\u2028\u2029\u200b\u{e0001}',
  `$(touch /tmp/hostile-owned) \`touch /tmp/hostile-owned\`'; touch /tmp/hostile-owned; ' "\${HOME}"`,
  'not ok 1\n  ---\nBail out!\n',
].join(' ')

const LATIN = Buffer.from(EVIL.replaceAll(/[\r\n]/g, ' '))
  .toString('latin1')
  .replaceAll(/[^\x20-\x7e\x80-\xff]/g, '')
const text = JSON.stringify(EVIL)

/** Those whose words are meant for somebody else than the reader of JSON. */
export const HOSTILE_TEXTS: readonly Hostile[] = [
  {
    name: 'markup and escape sequences in a refusal',
    response: same(403, `{"error":{"code":${text},"message":${text},"status":403}}`),
    verdict: 'inconclusive',
    says: /answered 403/,
  },
  {
    name: 'the same in the error of each 401',
    response: changed((response) =>
      response.status === 401
        ? { ...response, body: Buffer.from(`{"error":{"code":"unauthorized","message":${text},"status":401}}`) }
        : response,
    ),
    verdict: 'nonconformant',
    says: /error\.message/,
  },
  { name: 'the same as a body', response: onSuccess(body(() => EVIL)), verdict: 'nonconformant', says: /not JSON/ },
  {
    name: 'the same in names and values of a page',
    response: onSuccess(body((all) => all.replace('"data"', () => `${text}:${text},"data":${text},"was"`))),
    verdict: 'nonconformant',
    says: /data to be an array/,
  },
  {
    name: 'the same in headers and reason',
    response: changed((response) => ({
      ...response,
      reason: LATIN,
      headers: [...response.headers, ['X-Evil', LATIN], ['WWW-Authenticate', LATIN], ['Content-Language', LATIN]],
    })),
    verdict: 'conformant',
    says: /./,
  },
  {
    name: 'the same in headers of each broken page',
    response: onSuccess(
      changed((response) => ({
        ...response,
        reason: LATIN,
        headers: [
          ['Content-Type', LATIN],
          ['X-RateLimit-Limit', LATIN],
        ],
        body: Buffer.from('{}'),
      })),
    ),
    verdict: 'nonconformant',
    says: /./,
  },
  {
    name: 'the same in ids of users',
    response: onSuccess(body((all) => all.replace(/"id":(\d+)/g, (_, id) => `"id":${JSON.stringify(`${EVIL}${id}`)}`))),
    verdict: 'conformant',
    says: /conformant/,
  },
  {
    name: 'the same in ids of projects',
    variant: 'b',
    response: onSuccess(
      body((all) => all.replace(/"id":"([^"]*)"/g, (_, id) => `"id":${JSON.stringify(`${EVIL}${id}`)}`)),
    ),
    verdict: 'nonconformant',
    says: /./,
  },
  {
    name: 'ids that are paths',
    variant: 'b',
    response: onSuccess(body((all) => all.replace(/"id":"([^"]*)"/g, (_, id) => `"id":"../../../admin/${id}?x=1#y"`))),
    verdict: 'nonconformant',
    says: /./,
  },
  {
    name: 'the same in names of columns',
    variant: 'b',
    response: onSuccess(body((all) => all.replace('"columns":["', () => `"columns":[${text},"`))),
    verdict: 'nonconformant',
    says: /./,
  },
  {
    name: 'cookies and links in each response',
    response: more(
      ['Set-Cookie', `session=${LATIN.replaceAll(';', '')}`],
      ['Link', '<http://attacker.invalid/?page=2>; rel="next"'],
      ['Refresh', '0;url=http://attacker.invalid'],
    ),
    verdict: 'conformant',
    says: /./,
  },
]
