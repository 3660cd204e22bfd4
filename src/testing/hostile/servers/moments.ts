import { after, changed, more, same } from '../answers.ts'
import type { Answer, Hostile } from '../server.ts'

const refuse = (status: number, ...headers: Answer['headers']) => same(status, '{"error":{}}', headers)
/** Seconds: whether a limiter that counts by the minute lets requests through again is waited for. */
const LIMITED = 120
const YEAR = String(365 * 86_400)
const inAYear = () => new Date(Date.now() + 365 * 86_400_000).toUTCString()
const date = (value: string) =>
  changed((answer) => ({
    ...answer,
    headers: [...answer.headers.filter(([name]) => !/^date$/i.test(name)), ['Date', value]],
  }))
const location = (url: string, status = 302): Hostile['answer'] => same(status, '', [['Location', url]])

/** Answers held back, so that each request gets that of another. */
function crossed(): Hostile['answer'] {
  let last: Answer | undefined
  return changed((answer) => {
    const mine = last ?? answer
    last = answer
    return mine
  })
}

/** Those that never have time, send elsewhere, or mix up what belongs to whom. */
export const MOMENTS: readonly Hostile[] = [
  { name: '429 for ever', answer: refuse(429), verdict: 'inconclusive', says: /429/ },
  {
    name: '429 for ever, after 60 legal answers',
    when: after(60),
    answer: refuse(429),
    verdict: 'inconclusive',
    says: /answered nothing else any more \(status 429/,
    seconds: LIMITED,
  },
  { name: 'Retry-After of a year', answer: refuse(429, ['Retry-After', YEAR]), verdict: 'inconclusive', says: /429/ },
  {
    name: 'Retry-After of a year, after 60 legal answers',
    when: after(60),
    answer: refuse(429, ['Retry-After', YEAR]),
    verdict: 'inconclusive',
    says: /429/,
    seconds: LIMITED,
  },
  {
    name: 'Retry-After of a date in a year',
    answer: refuse(503, ['Retry-After', inAYear()]),
    verdict: 'inconclusive',
    says: /503/,
  },
  {
    name: 'Retry-After of rubbish',
    answer: refuse(503, ['Retry-After', '-1e9; soon']),
    verdict: 'inconclusive',
    says: /503/,
  },
  {
    name: 'a 429 now and then, with a Retry-After of 0',
    when: ({ n }) => n % 7 === 0,
    answer: refuse(429, ['Retry-After', '0']),
    verdict: 'conformant',
    says: /./,
  },
  { name: '500 to everything', answer: refuse(500), verdict: 'inconclusive', says: /answered 500/ },
  {
    name: '500 to everything, after 60 legal answers',
    when: after(60),
    answer: refuse(500),
    verdict: 'nonconformant',
    says: /500/,
  },
  { name: 'a clock a year ahead', answer: date(inAYear()), verdict: 'conformant', says: /./ },
  { name: 'a clock that is no date', answer: date('yesterday'), verdict: 'conformant', says: /./ },
  { name: 'answers of another request', answer: crossed(), verdict: 'nonconformant', says: /./ },
  {
    name: 'a redirect to another origin',
    answer: location('http://attacker.invalid/x'),
    verdict: 'inconclusive',
    says: /returned 302/,
  },
  {
    name: 'a redirect to itself',
    answer: (call) => location(call.path, 307)(call),
    verdict: 'inconclusive',
    says: /answered 307/,
  },
  {
    name: 'a redirect to file:',
    answer: location('file:///etc/passwd', 301),
    verdict: 'inconclusive',
    says: /answered 301/,
  },
  {
    name: 'a redirect after 60 legal answers',
    when: after(60),
    answer: location('http://attacker.invalid/x', 308),
    verdict: 'nonconformant',
    says: /308/,
  },
  {
    name: 'headers twice and at odds',
    answer: more(
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
