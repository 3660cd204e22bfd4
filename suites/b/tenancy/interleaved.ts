import fc from 'fast-check'
import { count } from '../../../src/core/count.ts'
import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import { canonical } from '../../../src/core/json.ts'
import { inApiKey, whole } from '../../../src/core/key-format.ts'
import { requestLine } from '../../../src/core/request-text.ts'
import { type Finding, type Tools, trial, unclear, violation } from '../../../src/core/rule.ts'
import { BY_URL } from '../../../src/core/unseen-query.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { shared } from '../../shared/shared-items.ts'
import { call, LIST_SIZE_MAX, type Query } from '../api.ts'
import { idOf, itemsOf } from '../support/response-fingerprint.ts'

type Company = 'active' | 'other-company'

interface Case {
  readonly endpoint: 'projects' | 'company'
  readonly query: Query
  readonly turns: 'one connection' | 'concurrent'
}

interface Evidence {
  /** What each key reads at other times; the first company's twice if it was in a response to the other's. */
  readonly bases: Readonly<Record<Company, readonly Exchange[]>>
  readonly seen: readonly (readonly [Company, Exchange])[]
}

async function send({ endpoint, query, turns }: Case, tools: Tools): Promise<Evidence> {
  const { target } = tools
  const ask = (company: Company, query: Query) =>
    call(target, endpoint, query, { credential: inApiKey(whole(target.keys[company]!), company) })
  const [mine, theirs] = await Promise.all([tools.once(ask('active', {})), tools.once(ask('other-company', {}))])
  const both = [ask('active', query), ask('other-company', query)]
  const four = tools.depth === 'quick' ? both : [...both, ...both]
  const asked =
    turns === 'concurrent'
      ? await Promise.all([...four, ...four, ...four].map(tools.promptly))
      : await tools.inSequence(four)
  const seen = asked.map((x) => [x.req.credential.class as Company, x] as const)
  const evidence = { bases: { active: [mine], 'other-company': [theirs] }, seen } as const
  if (!mixedUp(evidence)) return evidence
  const again = await tools.get(ask('active', {}))
  return { ...evidence, bases: { ...evidence.bases, active: [mine, again] } }
}

export default trial<Case, Evidence>({
  level: 'stated',
  title: 'Keys of two companies, used in turns or concurrently, each read their own company',
  clauses: ['2.key.company', '4.company', '4.projects'],
  tried:
    'GET /company and the projects with the keys of two companies: alternating over one connection, and concurrently, with the same query.',
  meaning: "One customer reads another customer's data while both use the API.",
  causes: [
    'the company is taken from something that outlives a request: a global, a thread, a connection',
    BY_URL,
    'GET /company reads the company of the person who issued the key, or the first one',
  ],
  needs: ['key', 'other-company'],
  since: 3,
  after: ['b.auth.api-key-accepted'],
  follows: ['b.tenancy.isolated'],
  faults: {
    'one-company': {
      bCompanyJson: (company, call) => call.once('company', () => call.conforming.bCompanyJson(company, call)),
    },
    'company-by-url': {
      bCompanyJson: (company, call) => call.once(`c ${call.path}`, () => call.conforming.bCompanyJson(company, call)),
    },
    'company-of-the-request-before': {
      bCompanyJson: (company, call) => {
        const before = call.memory.get('company') as typeof company | undefined
        call.memory.set('company', company)
        return call.conforming.bCompanyJson(before ?? company, call)
      },
    },
    'projects-of-the-request-before': {
      bCompanyRead: (key, call) => {
        const before = call.memory.get('projects') as number | undefined
        call.memory.set('projects', key.companyId)
        return before ?? key.companyId
      },
    },
    'projects-by-url': { bCompanyRead: (key, call) => call.once(`p ${call.search}`, () => key.companyId) },
    'the-same-worker-keeps-its-company': {
      bCompanyRead: (key, call) => (call.size === 7 ? call.once('worker', () => key.companyId) : key.companyId),
    },
  },
  quickMisses: {
    'projects-of-the-request-before': 'quick depth looks at /company only',
    'projects-by-url': 'quick depth looks at /company only',
    'the-same-worker-keeps-its-company': 'quick depth looks at /company only',
  },
  freedoms: {
    'a-company-without-fields': { bCompanyJson: () => ({ plan: 'professional', limits: { projects: 1000 } }) },
    'signed-links': {
      bItemJson: (item, id, call) => ({
        ...(call.conforming.bItemJson(item, id, call) as object),
        link: `/x?s=${call.n}`,
      }),
    },
  },
  cases: {
    first: [
      { endpoint: 'company', query: {}, turns: 'one connection' },
      { endpoint: 'projects', query: { page: 1, size: 7 }, turns: 'one connection' },
      { endpoint: 'projects', query: { size: LIST_SIZE_MAX }, turns: 'concurrent' },
    ],
    any: fc.record({
      endpoint: fc.constantFrom('projects', 'company'),
      query: fc.constant({}),
      turns: fc.constant('concurrent'),
    }),
    count: [1, 3, 5],
  },
  send,
  judge(evidence): Finding | undefined {
    const refused = evidence.bases['other-company'].find((x) => !isSuccess(x))
    if (refused) return unclear(`the key of the second company is not accepted: ${responseSummary(refused)}`)
    return mixedUp(evidence)
  },
})

/** A response with what the other key reads. The fields of /company are not shown: without an id, two companies may look alike. */
function mixedUp({ bases, seen }: Evidence): Finding | undefined {
  for (const [company, x] of seen) {
    const theirs = bases[company === 'active' ? 'other-company' : 'active']
    const [whose, read] = company === 'active' ? ['this', 'another'] : ['another', 'this']
    const headline = `With keys of two companies in use, the key of ${whose} company read`
    const same = shared(theirs.map(itemsOf), itemsOf(x))
    if (same.length > 0)
      return {
        ...violation(`no project of ${read} company`, count(same.length, 'project'), theirs[0]!, x),
        headline: `${headline} ${count(same.length, 'project')} of ${read} company: ${requestLine(x.req)}`,
      }
    const [one, other, own] = [theirs[0]!, x, bases[company][0]!].map(resourceOf)
    if (one?.id === undefined || one.text !== other?.text) continue
    const found = violation(
      'the company of the key',
      `the company of the other key: ${responseSummary(x)}`,
      theirs[0]!,
      x,
    )
    if (own?.text !== one.text) return { ...found, headline: `${headline} ${read} company: ${requestLine(x.req)}` }
    return {
      ...found,
      headline: `${requestLine(x.req)} returned the same company to the keys of two companies`,
      actual: `the same company for both keys: ${responseSummary(x)}`,
      note: 'what a company looks like is not shown, so only the database shows to which of the two it belongs',
    }
  }
  return undefined
}

function resourceOf(x: Exchange): { id?: string; text: string } | undefined {
  if (x.req.endpoint !== '/company' || !isSuccess(x) || x.response!.json === undefined) return undefined
  return { id: idOf(x.response!.json), text: canonical(x.response!.json) }
}
