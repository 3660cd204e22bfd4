import type { LimitedAdministrator } from '../../../src/core/control-tools.ts'
import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import { requestLine } from '../../../src/core/request-text.ts'
import { type Finding, headlined, type Tools, trial, unclear, violation } from '../../../src/core/rule.ts'
import type { Key } from '../../../src/core/target.ts'
import { orRefused } from '../../../src/engine/control/refused.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { call, type EndpointName, reachable } from '../api.ts'
import { askBy } from '../support/judge-issued-key.ts'

interface Case {
  /** The scopes that the administrator requests. */
  readonly grant: keyof typeof GRANTS
}

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

export default trial<Case, { readonly asked: readonly Asked[]; readonly lacked: boolean } | 'refused'>({
  level: 'stated',
  title: 'An administrator cannot grant a scope that the administrator lacks',
  clauses: ['2.key.scopes', '2.key.scopes.chosen', '2.key.scopes.subset'],
  tried:
    'An administrator with few scopes issues keys with scopes beyond those. Either that is refused, or the key reads no endpoint that a key with the scopes of the administrator cannot read.',
  meaning: 'An administrator reads with a key what the administrator may not read.',
  causes: [
    'the scopes are checked in the console form only, or not each of them',
    'no choice of scopes means all scopes',
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
  },
  quickMisses: {
    'no-choice-is-every-scope': 'a key of that kind may exist: to see what it reads takes five requests or more',
    'empty-choice-is-every-scope': 'a key of that kind may exist: to see what it reads takes five requests or more',
  },
  freedoms: {
    'lacked-scopes-left-out': {
      bScopesGranted: (chosen = undefined, held) => (chosen ? chosen.filter((scope) => held.includes(scope)) : held),
    },
    'empty-choice-refused': {
      bScopesGranted: (chosen, held, admin) =>
        chosen?.length === 0 ? undefined : admin.conforming.bScopesGranted(chosen, held, admin),
    },
  },
  cases: { first: (Object.keys(GRANTS) as Case['grant'][]).map((grant) => ({ grant })), count: [2, 6, 6] },
  async send({ grant }, tools) {
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
  judge(evidence, { grant }): Finding | undefined {
    if (evidence === 'refused') return undefined
    const closed = evidence.asked.filter(({ full, limited }) => isSuccess(full) && limited.response!.status === 403)
    const read = closed.find(({ granted }) => isSuccess(granted))
    if (read) {
      const { limited, granted } = read
      return headlined(
        `The console gave a key a scope that its administrator lacks: the key reads ${requestLine(granted.req)} (requested were ${grant})`,
        violation("403, as with a key that has the issuer's own scopes", responseSummary(granted), limited, granted),
      )
    }
    const unseen = closed.length === 0 && evidence.lacked
    return unseen ? unclear('the console granted it, and no endpoint shows whether the key has the scope') : undefined
  },
})

const EVERY = ['projects:read', 'datasets:read', 'nodes:read', 'rows:read', 'company:read']

async function askThree(tools: Tools, endpoint: EndpointName, own: Key, other: Key): Promise<Asked> {
  const [full, limited, granted] = await Promise.all([
    tools.once(call(tools.target, endpoint)),
    askBy(tools, own, { as: 'active', note: 'a key with scopes that its issuer holds', endpoint }),
    askBy(tools, other, { as: 'active', note: 'a key with scopes beyond those of its issuer', endpoint }),
  ])
  return { endpoint, full, limited, granted }
}
