import fc from 'fast-check'
import { caseText } from '../../../src/core/case-text.ts'
import type { Exchange } from '../../../src/core/exchange.ts'
import type { Json } from '../../../src/core/json.ts'
import { requestLine } from '../../../src/core/request-text.ts'
import { type Conclusion, differing, type Finding, headlined, moved, trial, violation } from '../../../src/core/rule.ts'
import type { Target } from '../../../src/core/target.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { badCredential, type Failure, failureInWords } from '../../shared/credential-failures.ts'
import { activeBearer, type Form, headerOf, type Query, users } from '../api.ts'
import { awaitReplication } from '../support/compare-pages.ts'
import { anyFailure, failures } from '../support/credential-failures.ts'
import { invalidQueries } from '../support/invalid-queries.ts'
import { pagesAt } from '../support/queries.ts'
import {
  fieldsIn,
  firstDifference,
  grewThrough,
  sameButFields,
  sameResponse,
  sameStatus,
} from '../support/same-response.ts'
import { anyValidQuery } from '../support/valid-queries.ts'

/** A query by the active key, or a bad credential. */
type Case = { readonly query: Query } | { readonly failure: Failure }

/**
 * By X-Api-Key, by Bearer, and where these differ and the list may have moved meanwhile, by X-Api-Key again; where nothing but
 * fields of records differs, via both some more times, as a server may omit different fields each time.
 */
type Evidence = readonly [Exchange, Exchange, Exchange?, ...Exchange[]]

/**
 * Times more by each form, until both showed the same fields: different numbers, so that workers that take turns do not always get
 * the same of the two, and as many as two releases at random need.
 */
const MORE = [1, 2, 3, 4, 5]

const OFF = ['revoked', 'expired', 'disabled'] as const

const failuresWithKey = (target: Target, i: number): readonly Failure[] =>
  failures(target, i, OFF).filter(({ class: name }) => name !== 'missing')

/** The failure that a separate code path is most likely to miss. */
const onceGood = (target: Target): Failure =>
  failuresWithKey(target, 0).find(({ class: name }) => name === 'expired') ?? failures(target)[2]!

/** A parameter that all failing valid queries have and no conforming one, or the other way round. */
function patternOf(failing: readonly Case[], conforming: readonly Case[]): Conclusion | undefined {
  const [wrong, right] = [failing, conforming].map((some) =>
    some.flatMap((c) => ('query' in c && !invalidQueries.includes(c.query) ? [c.query] : [])),
  ) as [Query[], Query[]]
  if (wrong.length < 2 || right.length < 2) return undefined
  const isOnly = (name: string, ones: Query[], others: Query[]) =>
    ones.every((query) => name in query) && !others.some((query) => name in query)
  for (const name of ['page', 'per_page', 'updated_since']) {
    if (isOnly(name, right, wrong)) return { pattern: `without ${name} it fails, with it valid requests conform` }
    if (isOnly(name, wrong, right)) return { pattern: `with ${name} it fails, without it valid requests conform` }
  }
  return undefined
}

export default trial({
  level: 'stated',
  title: 'Both headers for the key get the same responses',
  clauses: ['5.3.equal'],
  tried:
    'The same query via X-Api-Key, via Bearer, and via X-Api-Key again if they differ: same status, ids, pagination and fields. Each failure class via both headers: same status.',
  meaning: 'A client that switches from one documented header to the other gets other data or other errors.',
  causes: [
    'each form has its own code path, and one lacks a check',
    'the Bearer form is treated as that of a user, with other permissions or another tenant',
    'a gateway keeps separate caches or rules for requests with Authorization',
  ],
  needs: ['key'],
  after: ['a.auth.api-key-accepted', 'a.auth.bearer-accepted'],
  follows: [...OFF, 'malformed', 'unknown'].map((name) => `a.auth.${name}-key`).concat('a.auth.wrong-secret'),
  cases: {
    first: (target): Case[] => [
      { query: { updated_since: '2024-06-15T12:00:00Z' } },
      { query: { per_page: 0 } },
      { failure: onceGood(target) },
      { failure: failures(target)[2]! },
      { query: {} },
      { query: { updated_since: '2024-06-15T12:00:00Z', per_page: 10 } },
      ...failuresWithKey(target, 1).map((failure) => ({ failure })),
      { query: { page: pagesAt(target, 7), per_page: 7 } },
      { query: { per_page: 100 } },
      ...invalidQueries.slice(1, 4).map((query) => ({ query })),
    ],
    any: (target) =>
      fc.oneof(
        { weight: 2, arbitrary: fc.record({ query: anyValidQuery(target) as fc.Arbitrary<Query> }) },
        fc.record({ failure: anyFailure(target, OFF).filter(({ class: name }) => name !== 'missing') }),
      ),
    count: [3, 20, 160],
    // Which parameter matters.
    further: (c) =>
      'failure' in c
        ? []
        : [{}, { page: 1 }, { per_page: 25 }, { page: 1, per_page: 25 }, { page: 2 }].map((query) => ({ query })),
    conclude: patternOf,
    inWords: (c) => ('failure' in c ? failureInWords(c.failure) : caseText(c.query as Json)),
  },
  async send(c: Case, { target, get, once, sparingly }): Promise<Evidence> {
    if ('failure' in c) {
      const by = (form: Form) => sparingly(users(target, {}, badCredential(target, c.failure, headerOf(form))))
      return [await by('X-Api-Key'), await by('Bearer')]
    }
    const open = invalidQueries.includes(c.query)
    const primary = { ...users(target, c.query), open }
    const byBearer = { ...users(target, c.query, activeBearer(target)), open }
    // Other rules read the same pages via X-Api-Key.
    const pair = [await once(primary), await sparingly(byBearer)] as const
    if (sameResponse(...pair)) return pair
    // Other rules may have sent the one long before the other: now in this order.
    const [one, two, next] = [await get(primary), await get(byBearer), await get(primary)]
    const isStill = sameStatus(one, two) && !sameButFields(one, two) && sameResponse(one, next)
    if (isStill) await awaitReplication()
    const again = isStill ? await get(primary) : next
    const more: Exchange[] = []
    if (!sameResponse(one, two) && sameButFields(one, two))
      for (const times of MORE) {
        if (sameFields([one, two, ...(again ? [again] : []), ...more])) break
        for (const req of [byBearer, primary]) for (let i = 0; i < times; i++) more.push(await get(req))
      }
    return [one, two, again, ...more]
  },
  judge([primary, bearer, again, ...more]): Finding | undefined {
    const moving = again && !sameResponse(primary, again)
    const changed = moved('the list changed between two equal requests')
    if (moving && !sameStatus(primary, again)) return changed
    if (!sameStatus(primary, bearer)) return differs(primary, bearer)
    if (!again || sameResponse(primary, bearer)) return undefined
    if (moving && !sameButFields(primary, again)) return grewThrough([primary, bearer, again]) ? undefined : changed
    return sameButFields(primary, bearer) && sameFields([primary, bearer, again, ...more])
      ? undefined
      : differs(primary, bearer)
  },
  faults: {
    'bearer-sees-another-company': {
      aCompanyRead: (key, call) => (call.form === 'bearer' ? 2 : key.companyId),
    },
    'bearer-has-another-page-size': { aPerPageDefault: (call) => (call.form === 'bearer' ? 50n : 25n) },
    'bearer-turns-back-after-page-9': {
      aSlice: (read, { offset, limit }, call) =>
        call.form === 'bearer' && (call.page ?? 1n) > 9n ? read(0n, limit) : read(offset, limit),
    },
    'bearer-loses-the-filter': { aSince: (since, call) => (call.form === 'bearer' ? undefined : since) },
    'bearer-hides-fields': {
      aUserJson: (user, id, call) =>
        call.form === 'bearer' ? { id, name: user.name } : call.conforming.aUserJson(user, id, call),
    },
    'bearer-refuses-with-403': {
      refusalStatus: (failure, call) => (failure !== 'missing' && call.form === 'bearer' ? 403 : 401),
    },
    'bearer-outlives-the-expiry': {
      keyExpired: (key, now, call) => call.form !== 'bearer' && call.conforming.keyExpired(key, now, call),
    },
    'bearer-tolerates-invalid-parameters': {
      aPerPage: (perPage, call) =>
        perPage < 1n && call.form === 'bearer' ? 25 : call.conforming.aPerPage(perPage, call),
    },
  },
  quickMisses: {
    'bearer-turns-back-after-page-9': 'quick depth reads no page deep in the list via both headers',
  },
})

/** Whether records have the same fields via both headers, taken together. */
function sameFields(exchanges: readonly Exchange[]): boolean {
  const [byBearer, byHeader] = [true, false].map((bearer) =>
    fieldsIn(exchanges.filter(({ req }) => (req.credential.form === 'bearer') === bearer)),
  )
  return byBearer === byHeader
}

function differs(primary: Exchange, bearer: Exchange): Finding {
  const difference = firstDifference(primary, bearer, ['via X-Api-Key', 'via Bearer'])
  const actual =
    difference && difference.at !== 'status' ? `a response that differs in ${difference.at}` : responseSummary(bearer)
  const found = headlined(
    `The same key gets another response via Bearer than via X-Api-Key: ${requestLine(bearer.req)} ${difference && difference.at !== 'status' ? `differs in ${difference.at}` : `returned ${responseSummary(bearer)}`}`,
    violation(`${responseSummary(primary)}, as via X-Api-Key`, actual, primary, bearer),
  )
  return differing(found, difference)
}
