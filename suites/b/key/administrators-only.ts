import type { Exchange } from '../../../src/core/exchange.ts'
import { type Finding, trial, unclear, violation } from '../../../src/core/rule.ts'
import { orRefused } from '../../../src/engine/control/refused.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { isAccepted } from '../../shared/key-propagation.ts'
import { askBy } from '../support/judge-issued-key.ts'

type Evidence = 'refused' | { readonly x: Exchange }

export default trial<Record<string, never>, Evidence>({
  level: 'stated',
  since: 3,
  title: 'Only an administrator can issue a key',
  clauses: ['2.key.issuer'],
  tried: 'A person who is no administrator tries to issue a key. Either that is refused, or the key does not work.',
  meaning: 'Anyone in the company can read its data by a key that no administrator knows of.',
  causes: ['the role is checked in the form of the console only', 'issuing needs a session, and no role'],
  needs: ['key', 'control.createKey', 'control.ordinaryPerson'],
  after: ['b.key.active-at-once'],
  cases: { first: [{}], count: [1, 1, 1], cost: () => 0 },
  async send(_, tools) {
    const { person: issuedBy } = await tools.control.b.ordinaryPerson()
    const done = await orRefused(tools.control.b.createKey({ issuedBy }))
    if ('refused' in done) return 'refused'
    return {
      x: await askBy(tools, done.key, { as: 'active', note: 'a key issued by a person who is no administrator' }),
    }
  },
  judge(evidence): Finding | undefined {
    if (evidence === 'refused') return undefined
    const { x } = evidence
    if (!isAccepted(x)) return unclear(`the console issued a key, which got ${responseSummary(x)}`)
    return {
      ...violation('a refusal to issue a key', responseSummary(x), x),
      headline: 'The console let a person who is no administrator issue a working key',
    }
  },
  faults: {
    'not-checked': { bMayIssue: () => true },
    'any-person-with-scopes': { bMayIssue: ({ scopes }) => scopes.length > 0 },
  },
  freedoms: {
    'a-few-administrators': {
      bMayIssue: (person, admin) => admin.conforming.bMayIssue(person, admin) && person.companyId === 1,
    },
  },
})
