import type { Call } from '../../../reference-server/behaviour.ts'
import { count } from '../../../src/core/count.ts'
import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import { inApiKey, whole } from '../../../src/core/key-format.ts'
import { headlined, trial, violation } from '../../../src/core/rule.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { call, type EndpointName, rowsFirst } from '../api.ts'

/** Of a key that the reference server did not start with. */
const isNew = ({ record }: Call): boolean => record !== undefined && record.name !== 'fixture'

interface Case {
  readonly endpoint: EndpointName
  /** The lifetime; the default where left out. */
  readonly days?: number
}

const LIFETIMES = [1, 3650, 365, 366, 2]

export default trial<Case, Exchange>({
  level: 'stated',
  title: 'An issued key works immediately',
  clauses: ['3.issue'],
  tried: 'A key is issued, some with a lifetime of 1 to 3650 days, and used immediately, at every endpoint.',
  meaning: 'A newly issued key is rejected, so that an integration fails when it is set up.',
  causes: [
    'the key is stored as inactive, or is not stored',
    'new keys reach a cache or a replica late',
    'the start of validity is rounded up, or a long lifetime overflows',
  ],
  needs: ['key', 'control.createKey'],
  after: ['b.auth.api-key-accepted'],
  faults: {
    'issued-without-effect': {
      keyRevoked: (key, now, call) => key.name !== 'fixture' || call.conforming.keyRevoked(key, now, call),
    },
    'valid-from-the-next-second': {
      classify: (check, call) =>
        isNew(call) && call.now < Math.ceil((call.record!.createdAt + 1) / 1000) * 1000
          ? 'unknown'
          : call.conforming.classify(check, call),
    },
    'longest-lifetime-is-over-at-once': {
      keyExpired: (key, now, call) =>
        call.conforming.keyExpired(key, now, call) ||
        (key.name !== 'fixture' && (key.expiresAt ?? 0) - key.createdAt > 3649 * 86_400_000),
    },
    'late-at-rows': {
      classify: (check, call) =>
        call.endpoint === 'rows' && isNew(call) && call.now - call.record!.createdAt < 500
          ? 'unknown'
          : call.conforming.classify(check, call),
    },
  },
  quickMisses: { 'longest-lifetime-is-over-at-once': 'quick depth issues one key with the default lifetime' },
  cases: {
    first: (target) => [
      ...rowsFirst(target).map((endpoint) => ({ endpoint })),
      ...rowsFirst(target).map((endpoint, i) => ({ endpoint, days: LIFETIMES[i] })),
    ],
    count: [1, 10, 10],
  },
  async send({ endpoint, days }, { control, promptly, target }) {
    const { key } = await control.b.createKey({ lifetimeDays: days })
    return promptly(call(target, endpoint, {}, { credential: inApiKey(whole(key), 'active', 'a key just issued') }))
  },
  judge(x, { endpoint, days }) {
    // Whether the company can be read at all is judged by b.company.readable.
    if (isSuccess(x) || (endpoint === 'company' && x.response!.status !== 401)) return undefined
    return headlined(
      `The server rejected a key that was just issued${days === undefined ? '' : ` for ${count(days, 'day')}`}: GET ${x.req.path} returned ${responseSummary(x)}`,
      violation('a success (2xx)', responseSummary(x), x),
    )
  },
})
