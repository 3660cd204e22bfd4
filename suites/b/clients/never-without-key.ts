import type { Behaviour } from '../../../reference-server/behaviour.ts'
import { isSuccess } from '../../../src/core/exchange.ts'
import { canonical } from '../../../src/core/json.ts'
import { isObject } from '../../../src/core/json-values.ts'
import { credentialText, requestLine } from '../../../src/core/request-text.ts'
import { type Finding, headlined, trial, violation } from '../../../src/core/rule.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { bypassFaults, bypassQuickMisses, sharedCacheFaults, sharedCacheFreedoms } from '../../shared/clients/faults.ts'
import { neverWithoutKey } from '../../shared/clients/never-without-key.ts'
import { type Variation, variationInWords } from '../../shared/clients/variations.ts'
import type { Pair } from '../../shared/refused-keys.ts'
import { surface } from '../api.ts'

const rule = neverWithoutKey(surface)

/** For faults: the handlers of GET respond to OPTIONS as well, for which no key is checked. */
const byOptions = (where: (call: Call) => boolean): Partial<Behaviour> => ({
  classify: (check, call) =>
    call.method === 'OPTIONS' && where(call) ? undefined : call.conforming.classify(check, call),
  methodAllowed: (method, call) => method === 'OPTIONS' || call.conforming.methodAllowed(method, call),
})
type Call = Parameters<Behaviour['methodAllowed']>[1]

/** The company, which is no page of records, by another method or host. */
function judgeSame({ good, bad }: Pair, vary: Variation): Finding | undefined {
  const { json } = bad.response ?? {}
  if (!isSuccess(bad) || !isObject(json) || canonical(json) !== canonical(good.response?.json ?? null)) return undefined
  return headlined(
    `With ${variationInWords(vary)}, the server accepted a request with ${credentialText(bad.req.credential)}: ${requestLine(bad.req)} returned what a valid key reads`,
    violation('401, or a refusal by a gateway', `${responseSummary(bad)}, as with a valid key`, good, bad),
  )
}

const SCREENS_ONLY = 'quick depth sends two requests with many headers, and some hide others'

export default trial({
  level: 'stated',
  title: 'A request without a valid key gets no data, whichever headers it carries',
  clauses: ['1.key-required', '4.key'],
  tried:
    'Requests without a key, with an unknown one and with a wrong secret, with pairs of the headers, orders and spellings that clients and proxies vary: validators, cookies, forwarded addresses, origins, routes, methods, idempotency keys, headers of internal services, offers of other protocols. A gateway may refuse them by itself. A response to a valid key whose headers let shared caches serve it to anyone is a warning.',
  meaning:
    'Anyone who sends this header gets in without a valid key, or learns something else than that the key is bad.',
  causes: [
    'the key check trusts what any client can send: an address, an origin, a user agent, a path or a method',
    'a validator or a stored response is checked before the key',
    'preflight requests skip authentication, and are recognised by a header',
  ],
  needs: ['key'],
  since: 3,
  after: ['b.auth.missing-key'],
  follows: ['b.auth.unknown-key', 'b.auth.wrong-secret'],
  faults: {
    ...bypassFaults,
    ...sharedCacheFaults,
    'company-by-options': byOptions(({ endpoint }) => endpoint === 'company'),
    'everything-by-options': byOptions(() => true),
  },
  freedoms: sharedCacheFreedoms,
  quickMisses: {
    'any-key-where-the-connection-closes': SCREENS_ONLY,
    'key-id-is-enough-behind-the-proxy': SCREENS_ONLY,
    ...bypassQuickMisses,
    'list-by-options': SCREENS_ONLY,
    'company-by-options': SCREENS_ONLY,
    'everything-by-options': SCREENS_ONLY,
    'login-page-for-browsers': SCREENS_ONLY,
    'own-origin-trusted': SCREENS_ONLY,
  },
  ...rule,
  judge: (pair, c, target) => rule.judge(pair, c, target) ?? judgeSame(pair, c.vary),
})
