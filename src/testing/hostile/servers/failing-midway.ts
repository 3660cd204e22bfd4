import { after, changed, more, same } from '../responses.ts'
import type { Hostile, ResponseParts } from '../server.ts'

const refuse = (status: number, ...headers: ResponseParts['headers']) => same(status, '{"error":{}}', headers)
/** Seconds: whether a limiter that counts by the minute lets requests through again is waited for. */
const LIMITED = 120
const YEAR = String(365 * 86_400)
const inAYear = () => new Date(Date.now() + 365 * 86_400_000).toUTCString()
const date = (value: string) =>
  changed((response) => ({
    ...response,
    headers: [...response.headers.filter(([name]) => !/^date$/i.test(name)), ['Date', value]],
  }))
const location = (url: string, status = 302): Hostile['response'] => same(status, '', [['Location', url]])

/** Responses held back, so that each request gets that of another. */
function crossed(): Hostile['response'] {
  let last: ResponseParts | undefined
  return changed((response) => {
    const mine = last ?? response
    last = response
    return mine
  })
}

/** Those that never have time, send elsewhere, or mix up what belongs to whom. */
export const FAILING_MIDWAY: readonly Hostile[] = [
  { name: '429 for ever', response: refuse(429), verdict: 'inconclusive', says: /429/ },
  {
    name: '429 for ever, after 60 legal responses',
    when: after(60),
    response: refuse(429),
    verdict: 'inconclusive',
    says: /no longer responds with anything else \(status 429/,
    seconds: LIMITED,
  },
  { name: 'Retry-After of a year', response: refuse(429, ['Retry-After', YEAR]), verdict: 'inconclusive', says: /429/ },
  {
    name: 'Retry-After of a year, after 60 legal responses',
    when: after(60),
    response: refuse(429, ['Retry-After', YEAR]),
    verdict: 'inconclusive',
    says: /429/,
    seconds: LIMITED,
  },
  {
    name: 'Retry-After of a date in a year',
    response: refuse(503, ['Retry-After', inAYear()]),
    verdict: 'inconclusive',
    says: /503/,
  },
  {
    name: 'Retry-After of rubbish',
    response: refuse(503, ['Retry-After', '-1e9; soon']),
    verdict: 'inconclusive',
    says: /503/,
  },
  {
    name: 'a 429 now and then, with a Retry-After of 0',
    when: ({ n }) => n % 7 === 0,
    response: refuse(429, ['Retry-After', '0']),
    verdict: 'conformant',
    says: /./,
  },
  { name: '500 to everything', response: refuse(500), verdict: 'inconclusive', says: /answered 500/ },
  {
    name: '500 to everything, after 60 legal responses',
    when: after(60),
    response: refuse(500),
    verdict: 'nonconformant',
    says: /500/,
  },
  { name: 'a clock a year ahead', response: date(inAYear()), verdict: 'conformant', says: /./ },
  { name: 'a clock that is no date', response: date('yesterday'), verdict: 'conformant', says: /./ },
  { name: 'responses of another request', response: crossed(), verdict: 'nonconformant', says: /./ },
  {
    name: 'a redirect to another origin',
    response: location('http://attacker.invalid/x'),
    verdict: 'inconclusive',
    says: /returned 302/,
  },
  {
    name: 'a redirect to itself',
    response: (call) => location(call.path, 307)(call),
    verdict: 'inconclusive',
    says: /answered 307/,
  },
  {
    name: 'a redirect to file:',
    response: location('file:///etc/passwd', 301),
    verdict: 'inconclusive',
    says: /answered 301/,
  },
  {
    name: 'a redirect after 60 legal responses',
    when: after(60),
    response: location('http://attacker.invalid/x', 308),
    verdict: 'nonconformant',
    says: /308/,
  },
  {
    name: 'headers twice and at odds',
    response: more(
      ['Content-Type', 'text/html'],
      ['Content-Type', 'image/png; charset=latin1'],
      ['Set-Cookie', 'a=b'],
      ['Set-Cookie', 'a=c; Domain=.invalid'],
      ['Date', 'never'],
    ),
    verdict: 'conformant',
    says: /./,
  },
]
