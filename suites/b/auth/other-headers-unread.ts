import { isSuccess } from '../../../src/core/exchange.ts'
import { type Finding, trial } from '../../../src/core/rule.ts'
import { notRefused } from '../../shared/refused-keys.ts'
import { shuffledPages } from '../support/freedoms.ts'
import { any, first } from '../support/misplaced-key-cases.ts'
import { type MisplacedKey, namesOf, type Seen, send } from '../support/misplaced-keys.ts'
import { judgeTurns } from '../support/response-fingerprint.ts'

export default trial<MisplacedKey, Seen>({
  level: 'stated',
  title: 'Only X-Api-Key is read: other headers do not change a response, and a key elsewhere does not authenticate',
  clauses: ['5.1', '5.1.no-other'],
  tried:
    'The active key together with Authorization, cookies and headers named like credentials, which hold another key or any text: the same response. The active key there or in the query, without a valid X-Api-Key: 401.',
  meaning:
    'A header that a proxy or a browser adds decides whose data is read, or keys end up in logs of URLs and cookies.',
  causes: [
    'middleware of another product that also takes Authorization, a cookie or a query parameter',
    'Authorization is read first, or when X-Api-Key is invalid',
    'the company is taken from a header instead of from the key',
  ],
  needs: ['key'],
  after: ['b.auth.missing-key'],
  faults: {
    'bearer-read-first': {
      credentialSources: (call) =>
        call.header('x-api-key').length > 0 ? [{ in: 'bearer' }, ...call.lawful.credentialSources(call)] : [],
    },
    'bearer-when-the-key-is-malformed': {
      credentialSources: (call) => {
        const shown = call.header('x-api-key')[0]
        const good = shown === undefined || /^[^_]+(_[^_]+)*_[0-9a-f]{16}_[0-9a-f]{64}$/i.test(shown)
        return good ? call.lawful.credentialSources(call) : [{ in: 'bearer' }]
      },
    },
    'auth-token-at-rows': {
      credentialSources: (call) => [
        ...call.lawful.credentialSources(call),
        ...(call.endpoint === 'rows' ? [{ in: 'header', name: 'x-auth-token' } as const] : []),
      ],
    },
    'query-read': {
      credentialSources: (call) => [...call.lawful.credentialSources(call), { in: 'query', name: 'api_key' }],
    },
    'cookie-read': {
      credentialSources: (call) => [...call.lawful.credentialSources(call), { in: 'cookie', name: 'api_key' }],
    },
    'query-read-by-the-name-of-the-header': {
      credentialSources: (call) => [...call.lawful.credentialSources(call), { in: 'query', name: 'x-api-key' }],
    },
    'basic-read': { credentialSources: (call) => [...call.lawful.credentialSources(call), { in: 'basic' }] },
    'company-from-a-header': { bCompanyRead: (key, call) => Number(call.header('x-company-id')[0] ?? key.companyId) },
  },
  freedoms: {
    'no-order-and-signed-links': {
      ...shuffledPages,
      bItemJson: (item, id, call) => ({ ...(call.lawful.bItemJson(item, id, call) as object), link: `/x?s=${call.n}` }),
    },
    'rows-appended-meanwhile': { rowEveryMs: () => 3, seedRows: () => 20 },
    'load-balancer-cookies': { extraHeaders: (call) => [['Set-Cookie', `lb=w${call.worker}; Path=/`]] },
  },
  cases: { first, any, count: [4, 70, 400] },
  send: (c, tools) => send(tools, c, (seen) => judge(seen)?.kind === 'violation'),
  judge,
})

function judge({ ways, turns, later }: Seen): Finding | undefined {
  const [way] = ways
  const [good, odd] = [turns[0]!, turns[1]!]
  if (way && 'apiKey' in way) {
    // How a bad key in X-Api-Key is refused is judged by the rules on bad keys: here, that nothing else makes up for it.
    return way.apiKey !== 'none' && !isSuccess(odd) ? undefined : notRefused({ good, bad: odd })
  }
  const { endpoint } = odd.req
  return judgeTurns(
    turns,
    `the same answer from GET ${endpoint} with ${namesOf(ways)} beside X-Api-Key as without`,
    later,
  )
}
