import { type Exchange, isServerError, isSuccess } from '../../../src/core/exchange.ts'
import { noCredential } from '../../../src/core/key-format.ts'
import { requestLine } from '../../../src/core/request-text.ts'
import { type Trial, violation } from '../../../src/core/rule.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import type { Pair } from '../refused-keys.ts'
import type { VariantSurface } from '../surface.ts'
import { type VariedCase, variedCases } from './same-result.ts'
import {
  ADDRESSED,
  CROSS_ORIGIN,
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

/** The part of a rule that no variation of a request without a key gets data. */
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
      return { good, bad: await tools.get({ ...varied(plain, c.vary, target, good), credential: noCredential }) }
    },
    judge({ good, bad }, { vary }) {
      if (!bad.response) return undefined
      const { status } = bad.response
      if (status === 401 || !isSuccess(good)) return undefined
      const header = variationInWords(vary)
      const found = violation('401, or a refusal by a gateway', `${responseSummary(bad)} (with ${header})`, good, bad)
      if (isSuccess(bad) && !hasData(bad, vary)) return undefined
      if (isSuccess(bad) || status === 304)
        return {
          ...found,
          headline: `With ${header}, the server accepted a request without a key: ${requestLine(bad.req)} returned ${responseSummary(bad)}`,
          ...(vary.method && {
            causes: ['a filter for preflight requests or a router handles this method before the key is checked'],
          }),
        }
      if (isServerError(status)) return found
      if (isMalformed(vary)) return undefined
      return isNamed(vary, ROUTING, CROSS_ORIGIN, ADDRESSED, IDENTITY, INTERNAL, SWITCHED)
        ? undefined
        : { ...found, warning: true }
    },
  }
}

/** A page that another path or method would get is no data of the API. */
function hasData({ response }: Exchange, vary: Variation): boolean {
  if (hasRecords(response!)) return true
  const { 'X-Original-URL': path, 'X-Rewrite-URL': also, 'X-HTTP-Method-Override': override } = vary
  return !path && !also && !override && !isNamed(vary, ADDRESSED) && response!.bytes > 0
}
