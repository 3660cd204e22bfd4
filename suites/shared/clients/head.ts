import type { Exchange } from '../../../src/core/exchange.ts'
import { isSuccess } from '../../../src/core/exchange.ts'
import { requestLine } from '../../../src/core/request-text.ts'
import { headlined, type Trial, unclear, violation } from '../../../src/core/rule.ts'
import type { Target } from '../../../src/core/target.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { badCredential } from '../credential-failures.ts'
import { elsewhere, type VariantSurface } from '../variant-surface.ts'

const IN_WORDS = {
  missing: 'no key',
  'wrong-secret': 'a wrong secret',
  'no-scope': 'a key that lacks the scope',
} as const

/** What it means that HEAD needs no scope, and the likely causes. */
const UNSCOPED = [
  'A key reads headers, such as the size of a list, of endpoints that its scopes do not grant.',
  'the scope is checked in the handler of GET, and HEAD has another',
] as const

const AS_GET = 'GET gets a success, too: what checks the key or its scope does not refuse this request'

interface Evidence {
  readonly head: Exchange
  /** The same by GET, after a success. */
  readonly get?: Exchange
}

type HeadCase<Way extends object> = Way & { readonly failure: { readonly class: keyof typeof IN_WORDS } }

/** The part of a rule that HEAD with a bad credential gets no success. `unscoped`: ways that the key without a scope may not read. */
export const headWithoutKey = <Way extends object>(
  surface: VariantSurface<Way>,
  count: readonly [number, number, number],
  unscoped: (target: Target) => readonly Way[] = () => [],
): Pick<Trial<HeadCase<Way>, Evidence>, 'cases' | 'send' | 'judge'> => ({
  cases: {
    first(target: Target) {
      const [plain, ...others] = surface.ways(target).flatMap((way): HeadCase<Way>[] => [
        { ...way, failure: { class: 'missing' } },
        { ...way, failure: { class: 'wrong-secret' } },
      ])
      const withoutScope = target.keys['no-scope'] ? unscoped(target) : []
      return [plain!, ...withoutScope.map((way) => ({ ...way, failure: { class: 'no-scope' as const } })), ...others]
    },
    count,
    further: elsewhere(surface),
    inWords: (c) => `HEAD with ${IN_WORDS[c.failure.class]}, ${surface.wayInWords(c)}`,
  },
  async send(c, tools) {
    await tools.good(surface.request(tools.target, c))
    const credential = badCredential(tools.target, c.failure, surface.header(c))
    const req = { ...surface.request(tools.target, c, credential), outside: true }
    const head = await tools.get({ ...req, method: 'HEAD' })
    return isSuccess(head) ? { head, get: await tools.get(req) } : { head }
  },
  judge({ head: x, get }, { failure }) {
    if (!x.response) return unclear(`HEAD got no response: ${x.problem?.message}`)
    if (!isSuccess(x) && x.response.status !== 304) return undefined
    const headline = `The server accepted a HEAD request with ${IN_WORDS[failure.class]}: ${requestLine(x.req)} returned ${x.response.status}`
    const found = violation(`${failure.class === 'no-scope' ? 403 : 401}, or a refusal of HEAD`, responseSummary(x), x)
    const isAlike = get !== undefined && isSuccess(get)
    const [impact, cause] = failure.class === 'no-scope' ? UNSCOPED : []
    return {
      ...headlined(headline, found),
      ...(impact && { impact }),
      ...(isAlike ? { causes: [AS_GET] } : cause && { causes: [cause] }),
    }
  },
})
