import { type Change, type Draft, hex, type Moment, START } from './simulated.ts'

/** Legal variations, by a short name: none depends on the state of the key. */
export const NOISE: Readonly<Record<string, Change>> = {
  'request id': (draft, { random }) => draft.headers.push(['X-Request-Id', uuid(random)]),
  'request id in the body': (draft, { random }) => addLeaf(draft, 'request_id', uuid(random)),
  date: (draft, moment) => draft.headers.unshift(['Date', new Date(START + elapsed(moment)).toUTCString()]),
  'time in the body': (draft, m) => addLeaf(draft, 'timestamp', new Date(START + elapsed(m)).toISOString()),
  'time taken': (draft, { random }) => draft.headers.push(['X-Runtime', (random() ** -0.5 / 1000).toFixed(6)]),
  'counter of all': (draft, { count }) => draft.headers.push(['X-RateLimit-Remaining', String(1000 - (count % 600))]),
  'counter under another name': (draft, { count }) => draft.headers.push(['X-Served', String(count)]),
  'counter of each key': (draft, moment) => draft.headers.push(['X-RateLimit-Remaining', String(ownCount(moment))]),
  'keep-alive counter': (draft, { at }) => draft.headers.push(['Keep-Alive', `timeout=5, max=${100 - at}`]),
  cookie: (draft, { random }) => draft.headers.push(['Set-Cookie', `lb=${base64(random)}; Path=/; HttpOnly`]),
  'cookie now and then': (draft, { random }) => {
    if (random() < 0.3) draft.headers.push(['Set-Cookie', `seen=${hex(8, random)}; Path=/`])
  },
  'two backends': (draft, { random }) => {
    if (random() < 0.5) draft.headers.reverse()
  },
  'three backends in turn': (draft, { count }) => draft.headers.push(['X-Served-By', `cache-${count % 3}`]),
  'chunked by some': (draft, { random }) => {
    const at = draft.headers.findIndex(([name]) => name === 'Content-Length')
    if (at >= 0 && random() < 0.2) draft.headers[at] = ['Transfer-Encoding', 'chunked']
  },
  'closing now and then': (draft, { count }) => {
    if (count % 37 === 36) draft.headers = draft.headers.map(([n, v]) => [n, n === 'Connection' ? 'close' : v])
  },
  'token of any length': (draft, { random }) =>
    draft.headers.push(['X-Trace', hex(1 + Math.floor(random() * 20), random)]),
  age: (draft, moment) => draft.headers.push(['Age', String(Math.floor(elapsed(moment) / 1000) % 60)]),
  'key_id echoed': (draft, { keyId }) => addLeaf(draft, 'key_id', keyId ?? null),
  'key_id echoed in a header': (draft, { keyId }) => {
    if (keyId) draft.headers.push(['X-Key-Id', keyId])
  },
  'end of the key_id echoed': (draft, { keyId }) => {
    if (keyId) draft.headers.push(['X-Key-Hint', `...${keyId.slice(-8)}`])
  },
}

export const addLeaf = (draft: Draft, name: string, value: string | number | null): void => {
  draft.body = { ...draft.body, [name]: value }
}

/** Milliseconds since the first response; some responses are slow. */
function elapsed({ memory, random }: Moment): number {
  const now = (memory.get('clock') ?? 0) + 5 + (random() < 0.05 ? 400 : 0)
  memory.set('clock', now)
  return now
}

/** Counter per credential; earlier requests have lowered some of them. */
function ownCount({ keyId, label, memory }: Moment): number {
  const key = keyId ?? label
  const start = label === 'revoked' || label === 'missing' ? 700 : 1000
  memory.set(key, (memory.get(key) ?? start) - 1)
  return memory.get(key)!
}

export const uuid = (random: () => number): string => [8, 4, 4, 4, 12].map((length) => hex(length, random)).join('-')
const base64 = (random: () => number): string =>
  Buffer.from(Array.from({ length: 12 }, () => Math.floor(random() * 256))).toString('base64')
