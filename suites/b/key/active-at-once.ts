import type { Call } from '../../../reference-server/behaviour.ts'
import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import { inApiKey, whole } from '../../../src/core/key-format.ts'
import { trial, violation } from '../../../src/core/rule.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { call, type EndpointName, rowsFirst } from '../api.ts'

/** Of a key that the reference server did not start with. */
const isNew = ({ record }: Call): boolean => record !== undefined && record.name !== 'fixture'

interface Case {
  readonly endpoint: EndpointName
}

export default trial<Case, Exchange>({
  level: 'stated',
  title: 'An issued key works immediately',
  clauses: ['3.issue'],
  tried: 'A key is issued and used immediately, at every endpoint.',
  meaning: 'An integration that is set up with a new key fails at first.',
  causes: ['keys reach a cache or a replica late', 'the start of validity is rounded up'],
  needs: ['key', 'control.createKey'],
  after: ['b.auth.api-key-accepted'],
  faults: {
    'issued-without-effect': {
      keyRevoked: (key, now, call) => key.name !== 'fixture' || call.lawful.keyRevoked(key, now, call),
    },
    'valid-from-the-next-second': {
      classify: (check, call) =>
        isNew(call) && call.now < Math.ceil((call.record!.createdAt + 1) / 1000) * 1000
          ? 'unknown'
          : call.lawful.classify(check, call),
    },
    'late-at-rows': {
      classify: (check, call) =>
        call.endpoint === 'rows' && isNew(call) && call.now - call.record!.createdAt < 500
          ? 'unknown'
          : call.lawful.classify(check, call),
    },
  },
  cases: {
    first: (target) => [...rowsFirst(target), ...rowsFirst(target)].map((endpoint) => ({ endpoint })),
    count: [1, 10, 10],
  },
  async send({ endpoint }, { control, promptly, target }) {
    const { key } = await control.b.createKey()
    return promptly(call(target, endpoint, {}, { credential: inApiKey(whole(key), 'active', 'a key just issued') }))
  },
  judge(x, { endpoint }) {
    // Whether the company can be read at all is judged by b.company.readable.
    if (isSuccess(x) || (endpoint === 'company' && x.response!.status !== 401)) return undefined
    return violation(
      `a success (2xx) from GET ${x.req.endpoint} with a key that was just issued`,
      responseSummary(x),
      x,
    )
  },
})
