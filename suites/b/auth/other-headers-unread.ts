import { isSuccess } from '../../../src/core/exchange.ts'
import { explained, type Finding, trial } from '../../../src/core/rule.ts'
import { notRefused } from '../../shared/refused-keys.ts'
import { shuffledPages } from '../support/freedoms.ts'
import { nameOf } from '../support/key-places.ts'
import { any, conclude, first, further, inWords } from '../support/misplaced-key-cases.ts'
import { type MisplacedKey, namesOf, type Seen, send, type Way } from '../support/misplaced-keys.ts'
import { judgeTurns, OF_MIDDLEWARE } from '../support/response-fingerprint.ts'

export default trial<MisplacedKey, Seen>({
  level: 'stated',
  title: 'A key or a company in another header, a cookie or the query is ignored',
  clauses: ['5.1', '5.1.no-other'],
  tried:
    'The active key together with Authorization, cookies and headers named like credentials or companies, which hold another key, the id of another company or any text: the same response. The active key there or in the query, without a valid X-Api-Key: 401. For X_Api_Key, which CGI does not distinguish from X-Api-Key, another response is a warning.',
  meaning: 'A header that a proxy or a browser adds decides whose data is read, or breaks valid requests.',
  causes: [OF_MIDDLEWARE, 'Authorization is read before X-Api-Key, or when that is invalid'],
  needs: ['key'],
  after: ['b.auth.missing-key'],
  faults: {
    'bearer-read-first': {
      credentialSources: (call) =>
        call.header('x-api-key').length > 0 ? [{ in: 'bearer' }, ...call.conforming.credentialSources(call)] : [],
    },
    'bearer-when-the-key-is-malformed': {
      credentialSources: (call) => {
        const shown = call.header('x-api-key')[0]
        const good = shown === undefined || /^[^_]+(_[^_]+)*_[0-9a-f]{16}_[0-9a-f]{64}$/i.test(shown)
        return good ? call.conforming.credentialSources(call) : [{ in: 'bearer' }]
      },
    },
    'auth-token-at-rows': {
      credentialSources: (call) => [
        ...call.conforming.credentialSources(call),
        ...(call.endpoint === 'rows' ? [{ in: 'header', name: 'x-auth-token' } as const] : []),
      ],
    },
    'query-read': {
      credentialSources: (call) => [...call.conforming.credentialSources(call), { in: 'query', name: 'api_key' }],
    },
    'cookie-read': {
      credentialSources: (call) => [...call.conforming.credentialSources(call), { in: 'cookie', name: 'api_key' }],
    },
    'query-read-by-the-name-of-the-header': {
      credentialSources: (call) => [...call.conforming.credentialSources(call), { in: 'query', name: 'x-api-key' }],
    },
    'basic-read': { credentialSources: (call) => [...call.conforming.credentialSources(call), { in: 'basic' }] },
    'company-by-its-long-id-in-a-header': {
      bCompanyJson: ({ id, name }) => ({ company: { uuid: longId(id), name } }),
      bCompanyRead: (key, call) =>
        [1, 2].find((id) => longId(id) === call.header('x-organization-id')[0]) ?? key.companyId,
    },
    'tenant-of-the-key-required': {
      gateway: (call) =>
        ['com_1', undefined].includes(call.header('x-tenant-id')[0])
          ? undefined
          : { status: 404, headers: [], body: '{"error":{"code":"no_tenant","message":"","status":404}}' },
    },
    'underscored-name-read-at-lists': {
      credentialSources: (call) => [
        ...call.conforming.credentialSources(call),
        ...(call.endpoint === 'rows' ? [] : [{ in: 'header', name: 'x_api_key' } as const]),
      ],
    },
    'underscored-name-read-first': {
      credentialSources: (call) =>
        call.header('x-api-key').length > 0
          ? [{ in: 'header', name: 'x_api_key' }, ...call.conforming.credentialSources(call)]
          : call.conforming.credentialSources(call),
    },
    'joined-with-the-underscored-name': {
      credentialText: (text, call) => [text, ...call.header('x_api_key')].join(', '),
    },
    'company-from-a-header': { bCompanyRead: (key, call) => Number(call.header('x-company-id')[0] ?? key.companyId) },
  },
  quickMisses: {
    'bearer-when-the-key-is-malformed': 'quick depth sends no malformed key beside another header',
    'underscored-name-read-at-lists': 'quick depth sends no header of this name',
    'underscored-name-read-first': 'quick depth sends no header of this name',
    'joined-with-the-underscored-name': 'quick depth sends no header of this name',
  },
  freedoms: {
    'no-order-and-signed-links': {
      ...shuffledPages,
      bItemJson: (item, id, call) => ({
        ...(call.conforming.bItemJson(item, id, call) as object),
        link: `/x?s=${call.n}`,
      }),
    },
    'rows-appended-meanwhile': { rowEveryMs: () => 3, seedRows: () => 20 },
    'company-told-by-a-header': { extraHeaders: (call) => [['X-Tenant-Id', `com_${call.key?.companyId ?? ''}`]] },
    'company-without-an-id': { bCompanyJson: ({ name }) => ({ name }) },
    'proxy-rejects-underscores': {
      gateway: (call) =>
        call.header('x_api_key').length > 0
          ? { status: 400, headers: [], body: '<h1>400 Bad Request</h1>' }
          : undefined,
    },
    'load-balancer-cookies': { extraHeaders: (call) => [['Set-Cookie', `lb=w${call.worker}; Path=/`]] },
  },
  cases: { first, any, count: [3, 32, 400], further, inWords, conclude },
  send: (c, tools) => send(tools, c, (seen) => judge(seen)?.kind === 'violation'),
  judge(seen) {
    const found = judge(seen)
    return seen.ways.some(isUnderscored) ? ofUnderscored(found, seen) : found
  },
})

const isUnderscored = ({ place }: Way): boolean => 'header' in place && place.header.includes('_')

/** A gateway may refuse such a name, and a platform that follows CGI (RFC 3875, section 4.1.18) cannot distinguish it from X-Api-Key. */
function ofUnderscored(found: Finding | undefined, { ways, turns }: Seen): Finding | undefined {
  const status = turns[1]!.response?.status
  if (found?.kind !== 'violation') return found
  if (status === 400) return undefined
  return status === 401 || ways.some((way) => 'apiKey' in way) ? { ...found, warning: true } : found
}

const longId = (id: number): string => `0198f2c4-7d1e-7000-8000-00000000000${id}`

const KEPT = 'Clients send keys where logs and caches keep them.'

/** Authorization may also be read before X-Api-Key, or after it. */
const causesOf = ({ place }: Way): string[] =>
  'header' in place && place.header === 'Authorization'
    ? []
    : [`some middleware also reads a key from ${nameOf(place)}`]

function judge({ ways, turns, later }: Seen): Finding | undefined {
  const [way] = ways
  const [good, odd] = [turns[0]!, turns[1]!]
  if (way && 'apiKey' in way) {
    // How a bad key in X-Api-Key is refused is judged by the rules on bad keys: here, that nothing else makes up for it.
    const found = way.apiKey !== 'none' && !isSuccess(odd) ? undefined : notRefused({ good, bad: odd })
    return found?.kind === 'violation' ? explained(found, KEPT, ...causesOf(way)) : found
  }
  return judgeTurns(turns, namesOf(ways), later)
}
