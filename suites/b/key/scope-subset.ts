import type { LimitedAdministrator } from '../../../src/core/control-tools.ts'
import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import { requestLine } from '../../../src/core/request-text.ts'
import { type Finding, headlined, type Tools, trial, unclear, violation } from '../../../src/core/rule.ts'
import type { Key } from '../../../src/core/target.ts'
import { orRefused } from '../../../src/engine/control/refused.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { call, type EndpointName, reachable } from '../api.ts'
import { askBy } from '../support/judge-issued-key.ts'
import { EVERY, judgeKept, type Kept, type KeptCase, scopesKeptFaults, sendKept } from '../support/scopes-kept.ts'

interface GrantCase {
  /** The scopes that the administrator requests. */
  readonly grant: keyof typeof GRANTS
}

type Case = GrantCase | KeptCase

const KEPT_NOT = 'quick depth renews and revokes no key without a scope'

const GRANTS = {
  'the scopes held, then all others': ({ holds, lacks }) => [...holds, ...lacks],
  'all others, then the scopes held': ({ holds, lacks }) => [...lacks, ...holds],
  'no scopes: none chosen': () => undefined,
  'no scopes: an empty list': () => [],
  'only scopes not held': ({ lacks }) => lacks,
  'all others, between the scopes held': ({ holds, lacks }) => [holds[0]!, ...lacks, ...holds.slice(1)],
} satisfies Record<string, (one: LimitedAdministrator) => readonly string[] | undefined>

/** One endpoint, requested with three keys. */
interface Asked {
  readonly endpoint: EndpointName
  /** With every scope. */
  readonly full: Exchange
  /** With scopes that the administrator holds. */
  readonly limited: Exchange
  /** With the scopes of the case. */
  readonly granted: Exchange
}

type Evidence = { readonly asked: readonly Asked[]; readonly lacked: boolean } | readonly Kept[] | 'refused'

export default trial<Case, Evidence>({
  level: 'stated',
  title: 'A key has the scopes chosen at issue, which its administrator holds, and no others',
  clauses: ['2.key.scopes', '2.key.scopes.chosen', '2.key.scopes.subset'],
  tried:
    'An administrator with few scopes issues keys with scopes beyond those. Either that is refused, or the key reads only what a key with the scopes of the administrator reads. A key with some of the scopes of its issuer is renewed, and revoked or expired: it gets 403 where it lacks the scope, and 401 everywhere once it is revoked or expired.',
  meaning: 'A key reads what it was not meant to read.',
  causes: [
    'the scopes are checked in the console form only, or not each of them',
    'no choice of scopes means all scopes',
    'a renewal grants all that the issuer holds',
    'the scope is checked before the state of the key',
  ],
  needs: ['key', 'control.createKey', 'control.limitedAdministrator'],
  after: ['b.auth.api-key-accepted'],
  faults: {
    'not-checked': { bScopesGranted: (chosen, held) => chosen ?? held },
    'one-held-is-enough': {
      bScopesGranted: (chosen = [], held, admin) =>
        chosen.some((scope) => held.includes(scope)) ? chosen : admin.conforming.bScopesGranted(chosen, held, admin),
    },
    'only-the-first-checked': {
      bScopesGranted: (chosen, held, admin) =>
        chosen && held.includes(chosen[0]!) ? chosen : admin.conforming.bScopesGranted(chosen, held, admin),
    },
    'only-the-last-checked': {
      bScopesGranted: (chosen, held, admin) =>
        chosen && held.includes(chosen.at(-1)!) ? chosen : admin.conforming.bScopesGranted(chosen, held, admin),
    },
    'no-choice-is-every-scope': {
      bScopesGranted: (chosen, held, admin) =>
        admin.conforming.bScopesGranted(chosen, held, admin) && (chosen ?? EVERY),
    },
    'empty-choice-is-every-scope': {
      bScopesGranted: (chosen, held, admin) =>
        chosen?.length === 0 ? EVERY : admin.conforming.bScopesGranted(chosen, held, admin),
    },
    ...scopesKeptFaults,
  },
  quickMisses: {
    ...Object.fromEntries(Object.keys(scopesKeptFaults).map((name) => [name, KEPT_NOT])),
    'no-choice-is-every-scope': 'a key of that kind may exist: to see what it reads takes five requests or more',
    'empty-choice-is-every-scope': 'a key of that kind may exist: to see what it reads takes five requests or more',
  },
  freedoms: {
    'lacked-scopes-left-out': {
      bScopesGranted: (chosen = undefined, held) => (chosen ? chosen.filter((scope) => held.includes(scope)) : held),
    },
    'renewal-refused': { bRenewalDays: () => undefined },
    'choice-of-scopes-refused': { bScopesGranted: (chosen, held) => (chosen ? undefined : held) },
    'empty-choice-refused': {
      bScopesGranted: (chosen, held, admin) =>
        chosen?.length === 0 ? undefined : admin.conforming.bScopesGranted(chosen, held, admin),
    },
  },
  cases: {
    first: [
      ...(Object.keys(GRANTS) as GrantCase['grant'][]).map((grant) => ({ grant })),
      { end: 'revoked' },
      { end: 'expired' },
    ],
    count: [2, 8, 8],
    cost: (depth) => (depth === 'quick' ? 4 : 40),
  },
  async send(c, tools) {
    if ('end' in c) return sendKept(c, tools)
    const { grant } = c
    const { b } = tools.control
    const limited = await b.limitedAdministrator()
    const { person: issuedBy, holds: scopes } = limited
    // A person who may issue no key at all is refused for another reason.
    const { key: own } = await b.createKey({ issuedBy, scopes })
    const chosen = GRANTS[grant](limited)
    const done = await orRefused(b.createKey({ issuedBy, ...(chosen && { scopes: chosen }) }))
    if ('refused' in done) return 'refused'
    const asked = await Promise.all(reachable(tools.target).map((name) => askThree(tools, name, own, done.key)))
    return { asked, lacked: chosen?.some((scope) => limited.lacks.includes(scope)) === true }
  },
  judge(evidence, c): Finding | undefined {
    if (evidence === 'refused') return undefined
    if (!('asked' in evidence)) return judgeKept(evidence, c as KeptCase)
    const closed = evidence.asked.filter(({ full, limited }) => isSuccess(full) && limited.response!.status === 403)
    const read = closed.find(({ granted }) => isSuccess(granted))
    if (read) {
      const { limited, granted } = read
      return headlined(
        `The console gave a key a scope that its administrator lacks: the key reads ${requestLine(granted.req)} (requested were ${(c as GrantCase).grant})`,
        violation("403, as with a key that has the issuer's own scopes", responseSummary(granted), limited, granted),
      )
    }
    const unseen = closed.length === 0 && evidence.lacked
    return unseen ? unclear('the console granted it, and no endpoint shows whether the key has the scope') : undefined
  },
})

async function askThree(tools: Tools, endpoint: EndpointName, own: Key, other: Key): Promise<Asked> {
  const [full, limited, granted] = await Promise.all([
    tools.once(call(tools.target, endpoint)),
    askBy(tools, own, { as: 'no-scope', note: 'a key with scopes that its issuer holds', endpoint }),
    askBy(tools, other, { as: 'no-scope', note: 'a key with scopes beyond those of its issuer', endpoint }),
  ])
  return { endpoint, full, limited, granted }
}
