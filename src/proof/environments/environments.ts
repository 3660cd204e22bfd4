import type { Behaviour, Call } from '../../../reference-server/behaviour.ts'

/** A conforming deployment under conditions that occur in practice: all rules must be decided, and none violated. */
export type Environment = Partial<Behaviour>

/** Pseudorandom, from 0 to below 1, another for each request. */
const chance = ({ n }: Call): number => (((n + 1) * 2_654_435_761) % 2 ** 32) / 2 ** 32

const response = (status: number, ...headers: (readonly [name: string, value: string])[]) => ({
  status,
  headers: [['Content-Type', 'application/json'], ...headers] as [string, string][],
  body: `{"error":{"code":"http_${status}","message":"Not now","status":${status}}}`,
})

const RATE = 20

/** A token bucket that holds the requests of one second. */
function limited(call: Call) {
  const bucket = call.once('bucket', () => ({ tokens: RATE, at: call.now }))
  bucket.tokens = Math.min(RATE, bucket.tokens + ((call.now - bucket.at) * RATE) / 1000)
  bucket.at = call.now
  if (bucket.tokens < 1) return response(429, ['Retry-After', '1'])
  bucket.tokens--
  return undefined
}

/** Rows of this many KiB. */
function wide(kibibytes: number): Environment {
  const text = 'abcdefgh ijklmno'.repeat(kibibytes * 64)
  return {
    bColumns: (columns) => [...columns, 'payload'],
    bRowObject: (columns, row, call) => ({
      ...(call.conforming.bRowObject(columns, row, call) as object),
      payload: `${row[0]} ${text}`,
    }),
  }
}

export const ENVIRONMENTS: Readonly<Record<string, Environment>> = {
  plain: {},
  flaky: {
    gateway: (call) => (chance(call) < 0.005 ? response(502) : undefined),
    dropped: (call) => (chance(call) >= 0.995 ? 'before' : 'no'),
  },
  slow: { latencyMs: (call) => 40 + 80 * chance(call) },
  'rate-limit': { gateway: limited },
  'no-keep-alive': { connection: () => 'close' },
  'gzip-proxy': {
    contentCoding: (call) => (call.header('accept-encoding').some((value) => /gzip/.test(value)) ? 'gzip' : 'identity'),
    extraHeaders: () => [
      ['Via', '1.1 proxy'],
      ['Vary', 'Accept-Encoding'],
    ],
    latencyMs: () => 5,
  },
  'grows-20-a-second': { userEveryMs: () => 50, rowEveryMs: () => 50 },
  'grows-and-slow': { userEveryMs: () => 50, rowEveryMs: () => 50, latencyMs: (call) => 40 + 80 * chance(call) },
  'rows-of-10-kb': wide(10),
  'rows-of-200-kb': wide(200),
}

/** Variant A has no rows. */
export const isOnlyB = (name: string): boolean => 'bRowObject' in ENVIRONMENTS[name]!
