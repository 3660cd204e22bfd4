import { type Change, type Draft, hex, type Moment, START } from './simulated.ts'
import { addLeaf, uuid } from './simulated-noise.ts'

/** Leaking servers, by a short name. */
export const LEAKS: Readonly<Record<string, Change>> = {
  status: of('disabled', (draft) => {
    draft.status = 403
  }),
  'reason phrase': of('revoked', (draft) => {
    draft.reason = 'Revoked'
  }),
  'a header more': of('revoked', header('X-Auth-Reason', 'revoked')),
  'a header with another value': ifKnown(header('X-Checked', 'yes'), header('X-Checked', 'no')),
  'a header less': of('expired', (draft) => {
    draft.headers = draft.headers.filter(([name]) => name !== 'Connection')
  }),
  'a header twice': of('malformed', header('Content-Type', 'application/json')),
  'order of headers': of('wrong-secret', (draft) => {
    const [first, second] = [at(draft, 'content-type'), at(draft, 'content-length')]
    if (first < 0 || second < 0) return
    const kept = draft.headers[first]!
    draft.headers[first] = draft.headers[second]!
    draft.headers[second] = kept
  }),
  'letter case of a header': of('missing', rename('Content-Type', 'content-type')),
  framing: of('revoked', rename('Content-Length', 'Transfer-Encoding', 'chunked')),
  'connection closed': of('malformed', rename('Connection', 'Connection', 'close')),
  'newline at the end': of(
    'expired',
    written((text) => `${text}\n`),
  ),
  'blanks in the body': of(
    'revoked',
    written((text) => text.replaceAll(':', ': ')),
  ),
  'order of fields': of('disabled', (draft) => {
    draft.body = { error: Object.fromEntries(Object.entries(draft.body.error as object).reverse()) }
  }),
  'a field more': of('wrong-secret', (draft) => addLeaf(draft, 'hint', 'rotate')),
  'type of a field': ifKnown(
    (draft) => addLeaf(draft, 'retry', 0),
    (draft) => addLeaf(draft, 'retry', '0'),
  ),
  'letter case of a word': of(
    'unknown',
    (draft) => addLeaf(draft, 'realm', 'Api'),
    (draft) => addLeaf(draft, 'realm', 'api'),
  ),
  'length of a random id': ifKnown(token(16), token(20)),
  'alphabet of a random id': of(
    'revoked',
    (d, m) => void d.headers.push(['X-Id', hex(12, m.random).toUpperCase()]),
    token(12),
  ),
  'version of a UUID': ifKnown(marked(14, '4'), marked(14, '1')),
  'mark inside a random id': of('revoked', marked(5, '7'), marked(5)),
  'date of a cached response': of(
    'malformed',
    header('Date', new Date(START - 60_000).toUTCString()),
    (draft, { memory }) => {
      draft.headers.push(['Date', new Date(START + (memory.get('clock') ?? 0)).toUTCString()])
    },
  ),
  'counter only for known keys': ifKnown(
    (d, m) => void d.headers.push(['X-RateLimit-Remaining', String(1000 - m.count)]),
  ),
  'counter that counts known keys': (draft, moment) => {
    const count = (moment.memory.get('known') ?? 0) + (isKnown(moment) ? 1 : 0)
    moment.memory.set('known', count)
    draft.headers.push(['X-Quota-Remaining', String(1000 - (isKnown(moment) ? count : 0))])
  },
  'other limit for known keys': ifKnown(header('X-RateLimit-Limit', '1000'), header('X-RateLimit-Limit', '100')),
  'larger number for known keys': (d, m) =>
    void d.headers.push(['X-Cost', (m.random() + (isKnown(m) ? 0.7 : 0)).toFixed(6)]),
  'key_id echoed for known keys': ifKnown((d, m) => void d.headers.push(['X-Key-Id', m.keyId!])),
  'cookie for known keys': ifKnown((d, m) => void d.headers.push(['Set-Cookie', `s=${hex(16, m.random)}`])),
  'by Bearer only': (d, m) => m.form === 'bearer' && LEAKS['a header more']!(d, m),
  'on one endpoint only': (d, m) => m.endpoint.endsWith('nodes') && LEAKS['a field more']!(d, m),
  'in one of five responses': (d, m) => m.random() < 0.2 && LEAKS['a header more']!(d, m),
}

/** Leaks in only some responses: standard depth does not always find them. */
export const SPARSE: readonly string[] = ['in one of five responses']
/** Leaks that exist in one variant only. */
export const ONLY_IN: Readonly<Record<string, 'a' | 'b'>> = { 'by Bearer only': 'a', 'on one endpoint only': 'b' }

const KNOWN = ['wrong-secret', 'revoked', 'expired', 'disabled']
function isKnown({ label }: Moment): boolean {
  return KNOWN.includes(label)
}

function of(wanted: string, change: Change, otherwise?: Change): Change {
  return (draft, moment) => (moment.label.startsWith(wanted) ? change : otherwise)?.(draft, moment)
}

function ifKnown(change: Change, otherwise?: Change): Change {
  return (draft, moment) => (isKnown(moment) ? change : otherwise)?.(draft, moment)
}

function header(name: string, value: string): Change {
  return (draft) => void draft.headers.push([name, value])
}

function rename(from: string, to: string, value?: string): Change {
  return (draft) => {
    draft.headers = draft.headers.map(([n, v]) => (n === from ? [to, value ?? v] : [n, v]))
  }
}

function written(change: (text: string) => string): Change {
  return (draft) => {
    const before = draft.write
    draft.write = (body) => change(before(body))
  }
}

function token(length: number): Change {
  return (draft, { random }) => void draft.headers.push(['X-Id', hex(length, random)])
}

/** Adds a UUID with this character at this position, from 0. */
function marked(place: number, character?: string): Change {
  return (draft, { random }) => {
    const id = uuid(random)
    draft.headers.push(['X-Id', character ? id.slice(0, place) + character + id.slice(place + 1) : id])
  }
}

const at = (draft: Draft, name: string): number => draft.headers.findIndex(([n]) => n.toLowerCase() === name)
