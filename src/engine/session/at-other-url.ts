import { AT_OTHER_URL, BY_URL, withUnseen } from '../../core/unseen-query.ts'
import { isTenancy } from '../../judge/correlate-failures.ts'
import { type Confirming, judgeWith, noneIfStopped, type Suspect, sendTogether } from './attempt-alone.ts'
import type { FoundViolation } from './provisional-result.ts'
import { identityByClient } from './request-identity.ts'
import { printedRequests } from './rule-result.ts'

/** Failures that are sent again so, and requests of one. */
const MOST = 6
const MOST_REQUESTS = 8

/**
 * Where a cross-tenant read comes from a cache by URL, other failures may, too: those whose requests conform with a parameter that no
 * request had.
 */
export async function atOtherUrl(suspects: readonly Suspect[], by: Confirming): Promise<Map<string, FoundViolation>> {
  const results = new Map<string, FoundViolation>()
  if (!suspects.some(({ rule, found }) => isTenancy(rule) && found.pattern === AT_OTHER_URL)) return results
  for (const { rule, found } of suspects.filter(mayBeKept).slice(0, MOST)) {
    const reqs = [...new Map(found.exchanges.map(({ req }) => [identityByClient(req), req])).values()]
    if (by.stopped() || reqs.length > MOST_REQUESTS) continue
    const others = reqs.map((req) => withUnseen(req, by.target.seed, rule.id))
    const [sent = []] = await sendTogether(others, 'before', rule.id, by.client).catch(noneIfStopped)
    const live = sent.map((x, i) => ({ ...x, req: reqs[i]! }))
    if (live.length === 0) continue
    if ((await judgeWith(live, { rule, found: { ...found, exchanges: [] } }, by)) !== 'conforms') continue
    results.set(rule.id, { ...found, violation: { ...found.violation, causes: [BY_URL] }, pattern: AT_OTHER_URL })
  }
  return results
}

const mayBeKept = ({ rule, found }: Suspect): boolean =>
  !isTenancy(rule) && found.pattern === undefined && typeof printedRequests(rule, found) !== 'string'
