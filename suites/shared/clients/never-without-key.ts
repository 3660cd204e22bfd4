import { type Exchange, isServerError, isSuccess } from '../../../src/core/exchange.ts'
import { noCredential } from '../../../src/core/key-format.ts'
import { credentialText, requestLine } from '../../../src/core/request-text.ts'
import { explained, type Finding, headlined, type Trial, violation } from '../../../src/core/rule.ts'
import { bodyHoldsRecords } from '../../../src/judge/body-holds-records.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { allowsSharedCache } from '../../../src/judge/shared-cache.ts'
import { badCredential, type FailureClass } from '../credential-failures.ts'
import { otherStatus, type Pair } from '../refused-keys.ts'
import type { VariantSurface } from '../variant-surface.ts'
import { type VariedCase, variedCases } from './same-result.ts'
import {
  ADDRESSED,
  CROSS_ORIGIN,
  causeOf,
  hasRecords,
  IDENTITY,
  INTERNAL,
  isMalformed,
  isNamed,
  ROUTING,
  SWITCHED,
  type Variation,
  variationInWords,
  varied,
  WITHOUT_KEY,
  withoutKey,
} from './variations.ts'

/** The part of a rule that no variation of a request without a valid key gets data. */
export function neverWithoutKey<Way extends object>(
  surface: VariantSurface<Way>,
): Pick<Trial<VariedCase<Way>, Pair>, 'cases' | 'send' | 'judge'> {
  return {
    cases: variedCases(surface, withoutKey, [2, 25, 90], WITHOUT_KEY),
    async send(c, tools) {
      const { target } = tools
      const plain = surface.request(target, c)
      const good = await tools.good(plain)
      // A stored response to the same idempotency key must not be replayed.
      const idempotent = { 'Idempotency-Key': c.vary['Idempotency-Key']! }
      if (c.vary['Idempotency-Key']) await tools.once(varied(plain, idempotent, target, good))
      const { key } = c.vary
      const credential = key ? badCredential(target, { class: key as FailureClass }, surface.header(c)) : noCredential
      return { good, bad: await tools.get({ ...varied(plain, c.vary, target, good), credential }) }
    },
    judge: (pair, { vary }) => judgeRefusal(pair, vary) ?? judgeCaching(pair),
  }
}

const READS = 'Anyone who sends this header reads the data without a valid key.'
const LET_IN =
  'the server or a proxy lets this user agent in without a key, such as a health probe, a monitor or a crawler'
const SAME_RECORDS = 'the records are those that the active key reads'
/** Without any further header. */
const READ_AT_TIMES = 'Anyone with such a key reads the data, at least at times.'
const OF_PLAIN = 'a cache, a connection or a worker that skips the check lets such a key pass'

function judgeRefusal({ good, bad }: Pair, vary: Variation): Finding | undefined {
  if (!bad.response) return undefined
  const { status } = bad.response
  if (status === 401 || !isSuccess(good)) return undefined
  const header = variationInWords(vary)
  const isPlain = header === variationInWords({})
  const cause = isPlain ? OF_PLAIN : causeOf(vary)
  const beside = isPlain ? '' : ` (with ${header})`
  const expected = `401, or a refusal by a gateway${vary.method ? ', or a response without data' : ''}`
  const found = violation(expected, `${responseSummary(bad)}${beside}`, good, bad)
  if (isSuccess(bad) && !hasData(bad, vary)) return undefined
  if (isSuccess(bad) || status === 304)
    return {
      ...found,
      headline: `${isPlain ? 'The' : `With ${header}, the`} server accepted a request with ${credentialText(bad.req.credential)}: ${requestLine(bad.req)} returned ${responseSummary(bad)}`,
      ...(cause && { causes: [vary['User-Agent'] || vary.client ? LET_IN : cause] }),
      impact: isPlain ? READ_AT_TIMES : READS,
      ...(bodyHoldsRecords(bad, good, false) && { note: SAME_RECORDS }),
      ...(vary.method && {
        causes: ['a filter for preflight requests or a router handles this method before the key is checked'],
      }),
    }
  const [impact, ...causes] = otherStatus(bad)
  const refused = explained(found, impact, ...causes, ...(cause === undefined ? [] : [cause]))
  if (isServerError(status)) return refused
  if (isMalformed(vary)) return undefined
  return isNamed(vary, ROUTING, CROSS_ORIGIN, ADDRESSED, IDENTITY, INTERNAL, SWITCHED)
    ? undefined
    : { ...refused, warning: true }
}

/** A warning: whether there is a cache, and what it makes of the header, is the operator's matter. */
function judgeCaching({ good }: Pair): Finding | undefined {
  const header = isSuccess(good) && allowsSharedCache(good)
  if (!header) return undefined
  const found = headlined(
    `${requestLine(good.req)} returned data with ${header}: a shared cache may serve it to requests without a key`,
    violation('private, no-store, or Vary with the header of the key', header, good),
  )
  return {
    ...explained(
      found,
      'Where a proxy, a CDN or a company firewall keeps responses, anyone reads the data without a key, also with a revoked one.',
      'a default of the framework or the CDN for public pages',
      'Vary does not name the header that carries the key',
    ),
    warning: true,
  }
}

/** A page that another path or method would get is no data of the API. */
function hasData({ response }: Exchange, vary: Variation): boolean {
  if (hasRecords(response!)) return true
  const { 'X-Original-URL': path, 'X-Rewrite-URL': also, 'X-HTTP-Method-Override': override } = vary
  return !path && !also && !override && !isNamed(vary, ADDRESSED) && response!.bytes > 0
}
