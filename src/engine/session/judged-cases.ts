import { caseText } from '../../core/case-text.ts'
import { count } from '../../core/count.ts'
import { type Exchange, isSuccess } from '../../core/exchange.ts'
import type { Json } from '../../core/json.ts'
import type { Cases, Conclusion, Violation } from '../../core/rule.ts'
import { resolve } from '../../core/secret-text.ts'
import type { Target } from '../../core/target.ts'
import { recordsIn } from '../../judge/response-summary.ts'
import { asSentBy } from './attribute-client.ts'
import type { JudgedCase } from './find-extent.ts'
import { allFail, findPattern, requestTraits } from './find-pattern.ts'
import { requestAsCase } from './invariants.ts'
import { identityByClient, requestIdentity } from './request-identity.ts'

/** Characters of a URL, below which limits rarely are, and how much longer those that fail are. */
const [LONG_URL, LONGER] = [200, 1.2]

/** Requests of a case: its own, and what it is compared with. */
const MOST_COMPARED = 2

/** What separates the last requests of the failing cases from those of the conforming ones. */
export function patternIn(judged: JudgedCases, { actual }: Violation, { secrets }: Target): Conclusion | undefined {
  // Of many requests, the last may not be the decisive one.
  if ([...judged.values()].some(({ sent }) => new Set(sent.map(({ url }) => JSON.stringify(url))).size > MOST_COMPARED))
    return undefined
  const [failing, conforming] = [true, false].map((fails) =>
    [...judged.values()].flatMap((one) => ((one.actual !== undefined) === fails ? one.sent.slice(-1) : [])),
  ) as [Sent[], Sent[]]
  const lengths = (some: readonly Sent[]) => some.map(({ url }) => resolve(url, secrets).length)
  const [least, most] = [Math.min(...lengths(failing)), Math.max(0, ...lengths(conforming))]
  const byLength = `each failing request has a URL of ${least} characters or more, each conforming one of ${most} or fewer`
  const pattern =
    findPattern(failing.map(requestTraits), conforming.map(requestTraits), actual) ??
    allFail(failing, conforming) ??
    (least > Math.max(most * LONGER, LONG_URL) && conforming.length > 0 ? byLength : undefined)
  return pattern === undefined ? undefined : { pattern }
}

/** Each case that was judged, with what was wrong and what it sent. */
export type JudgedCases = Map<unknown, ReturnType<typeof ofCase>>
type Sent = Pick<Exchange, 'n' | 'req' | 'url'>

export const ofCase = (finding: Violation | undefined, exchanges: readonly Exchange[]) => ({
  actual: finding?.actual,
  expected: finding?.expected,
  seen: seenIn(exchanges.at(-1)),
  /** The last one of `sent` shows what is wrong. */
  isDecisive: finding?.show !== undefined,
  /** It sent nothing, or all are pages without records, which have nothing to compare. */
  areEmpty: exchanges.length !== 1 && exchanges.every((x) => recordsIn(x.response?.json)?.length === 0),
  sent: [...exchanges, ...(finding?.show ?? []).slice(-1)].map(({ n, req, url }): Sent => ({ n, req, url })),
})

/** `401`, `25 records`; undefined for another success. */
function seenIn(x: Exchange | undefined): string | undefined {
  if (!x?.response || !isSuccess(x)) return x?.response && String(x.response.status)
  const records = recordsIn(x.response!.json)
  return records && count(records.length, 'record')
}

/** `client`: another than the suite's own, which sent them and matters. `conformsByLuck`: of conforming cases. */
export function inWords(
  judged: JudgedCases,
  cases: Cases<unknown>,
  target: Target,
  client?: string,
  conformsByLuck: Conclusion['isConcerned'] = () => false,
): JudgedCase[] {
  const isBad = ({ sent }: ReturnType<typeof ofCase>) => sent.at(-1)?.req.credential.class !== 'active'
  const isAtPath = ({ sent }: ReturnType<typeof ofCase>) => sent.at(-1)?.req.endpoint !== null
  const isOutside = ({ sent }: ReturnType<typeof ofCase>) => sent.at(-1)?.req.outside === true
  const failing = [...judged.values()].filter(({ actual }) => actual !== undefined)
  const [areBad, areAtPaths, areOutside] = [failing.every(isBad), failing.every(isAtPath), failing.some(isOutside)]
  const smallest = smallestCases(judged)
  return [...judged].flatMap(([c, one]) => {
    const { sent, seen, isDecisive, areEmpty, ...outcome } = one
    const words = cases.inWords?.(c, target)
    // Only the baseline request was sent: another case had sent the rest.
    if (words === undefined && areBad && !isBad(one)) return []
    // Of many things together, the request shows the one that matters, which another case has alone.
    if (words !== undefined && one.actual !== undefined && isBad(one) && c !== smallest.get(lastRequest(one))) return []
    const text = words ?? variedRequest(sent, isDecisive)
    return {
      ...outcome,
      // The parameters of such a case are not those of a request; of another path less is expected.
      ...(one.actual === undefined &&
        ((text === undefined && sent.length > 1) ||
          conformsByLuck(c) ||
          areEmpty ||
          (areAtPaths && !isAtPath(one)) ||
          (!areOutside && isOutside(one))) && {
          hidden: true,
        }),
      case: c as Json,
      inWords: client !== undefined && text !== undefined ? `${text}, ${asSentBy(client)}` : text,
      // Of a case in words, the records of its last response say little.
      seen: (words === undefined && text !== undefined) || !/record/.test(seen ?? '') ? seen : undefined,
      n: sent.at(-1)?.n,
      sent: sent.map(({ req }) => requestIdentity(req)),
    }
  })
}

const lastRequest = ({ sent }: Pick<ReturnType<typeof ofCase>, 'sent'>): string | undefined =>
  sent.at(-1) && identityByClient(sent.at(-1)!.req)

/** The smallest failing case by its last request. */
function smallestCases(judged: JudgedCases): Map<string | undefined, unknown> {
  const smallest = new Map<string | undefined, unknown>()
  const length = (c: unknown) => caseText(c as Json).length
  for (const [c, one] of judged) {
    const known = smallest.get(lastRequest(one))
    if (one.actual !== undefined && (known === undefined || length(c) < length(known)))
      smallest.set(lastRequest(one), c)
  }
  return smallest
}

/** Of a case whose last request distinguishes it: the others are baseline requests, or what it is compared with. */
const MOST_REQUESTS = 6

/** The last request of a case that sends few, or that which shows what is wrong: it says more than the case. */
function variedRequest(sent: readonly Sent[], isDecisive: boolean): string | undefined {
  const texts = sent.map((one) => caseText(requestAsCase(one)))
  return isDecisive || new Set(texts).size <= MOST_REQUESTS ? texts.at(-1) : undefined
}
