import type { Call } from '../../../reference-server/behaviour.ts'
import { count } from '../../../src/core/count.ts'
import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import { at, isInteger } from '../../../src/core/json-values.ts'
import { inApiKey, whole } from '../../../src/core/key-format.ts'
import { requestLine } from '../../../src/core/request-text.ts'
import { type Finding, type Tools, trial, unclear, violation } from '../../../src/core/rule.ts'
import type { Key } from '../../../src/core/target.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { call, type EndpointName, reachable } from '../api.ts'
import { worstOf } from '../support/judge-issued-key.ts'
import { fingerprintOf, idOf, itemsOf } from '../support/response-fingerprint.ts'
import { newPerson } from '../support/unique-names.ts'

/** Who issues the key. */
interface Case {
  readonly issuer?: 'another person'
}

/** One endpoint, by the active key and a created one in turns; more than twice only where the responses differ. */
type Turns = readonly Exchange[]

const idIn = (x: Exchange): string | undefined => idOf(x.response?.json ?? null)

export default trial<Case, readonly Turns[]>({
  level: 'stated',
  title: 'Two keys of one company read the same company, with the same lists',
  clauses: ['2.key.company', '4.company'],
  tried:
    'The company and the lists with the active key and with ones that the control module creates, also as another person: the same company id, totals, and items on a page that holds all. A key without the scope of an endpoint is not compared there.',
  meaning: 'A client that switches to a new key sees another company, or less of it.',
  causes: [
    'the company is stored with the person who issued the key, or left out when a key is issued',
    'what a key reads is filtered by what the person who issued it may see',
    'GET /company reads something of the key and not of the company',
  ],
  needs: ['key', 'control.createKey'],
  since: 3,
  after: ['b.company.readable', 'b.key.active-at-once'],
  faults: {
    'first-key-only': {
      bCompanyJson: (company, call) =>
        call.key!.name === 'fixture' ? call.conforming.bCompanyJson(company, call) : { id: 'com_0', name: 'Default' },
    },
    'the-key-instead': { bCompanyJson: (company, call) => ({ id: call.key!.keyId, name: company.name }) },
    'projects-of-the-issuer-only': {
      bTotal: (total, items, call) =>
        call.endpoint === 'projects' && isOfAnother(call)
          ? Math.min(3, total)
          : call.conforming.bTotal(total, items, call),
    },
    'datasets-shared-with-the-issuer': {
      bSlice: (read, window, call) =>
        call.endpoint === 'datasets' && isOfAnother(call) ? [] : call.conforming.bSlice(read, window, call),
    },
    'rows-filtered-by-the-issuer': {
      bRowsKept: (rows, size, call) => rows.slice(0, isOfAnother(call) ? 2 : size),
    },
    'without-the-id': {
      bCompanyJson: (company, call) =>
        call.key!.name === 'fixture' ? call.conforming.bCompanyJson(company, call) : { name: company.name },
    },
  },
  freedoms: {
    'fields-of-the-key-beside': {
      bCompanyJson: (company, call) => ({
        ...(call.conforming.bCompanyJson(company, call) as object),
        key: call.key!.keyId,
        read_at: call.n,
      }),
    },
  },
  quickMisses: {
    'projects-of-the-issuer-only': 'quick depth looks at the company only',
    'datasets-shared-with-the-issuer': 'quick depth looks at the company only',
    'rows-filtered-by-the-issuer': 'quick depth looks at the company only',
  },
  cases: { first: [{ issuer: 'another person' }, {}], count: [1, 2, 2], cost: (depth) => (depth === 'quick' ? 1 : 7) },
  async send({ issuer }, tools) {
    const { key } = await tools.control.b.createKey(issuer && { issuedBy: newPerson() })
    const chosen = issuer ? reachable(tools.target) : (['company', 'projects'] as const)
    const endpoints = tools.depth === 'quick' ? (['company'] as const) : chosen
    return Promise.all(endpoints.map((endpoint) => takeTurns(tools, endpoint, key)))
  },
  judge: (all) => worstOf(all.map(judgeTurns)),
})

const isOfAnother = ({ key }: Call): boolean => key?.issuedBy.startsWith('conformance-') === true

/** Pairs after the first. */
const AGAIN = 2

async function takeTurns(tools: Tools, endpoint: EndpointName, key: Key): Promise<Turns> {
  const plain = call(tools.target, endpoint)
  const credential = inApiKey(whole(key), 'active', 'a created key')
  const created = call(tools.target, endpoint, {}, { credential })
  const turns = [await tools.once(plain), await tools.promptly(created)]
  if (isAlike(turns[0]!, turns[1]!) || !isSuccess(turns[1]!)) return turns
  for (let n = 0; n < AGAIN; n++) turns.push(await tools.get(plain), await tools.get(created))
  return [...turns, await tools.get(plain)]
}

/** Of the company nothing but the id is known to be its own. */
const isAlike = (one: Exchange, other: Exchange): boolean =>
  one.req.endpoint === '/company' ? idIn(one) === idIn(other) : fingerprintOf(one) === fingerprintOf(other)

function judgeTurns(turns: Turns): Finding | undefined {
  const [before, created] = [turns[0]!, turns[1]!]
  const isCompany = before.req.endpoint === '/company'
  if (!isSuccess(before)) return unclear(`${requestLine(before.req)} returned ${responseSummary(before)}`)
  if (!isSuccess(created) || isAlike(before, created)) return undefined
  const isOdd = turns.every((x, i) => isAlike(x, i % 2 === 0 ? before : created))
  if (!isOdd || (isCompany && idIn(before) === undefined)) return undefined
  const [mine, theirs] = isCompany
    ? [`company ${idIn(before)}`, idIn(created) === undefined ? 'no company id' : `company ${idIn(created)}`]
    : [before, created].map(extentOf)
  return {
    ...violation(`${mine}, as with the active key`, theirs!, before, created),
    headline: `${requestLine(before.req)} returned ${theirs} for a newly issued key, but ${mine} for the active key of the same company`,
  }
}

function extentOf(x: Exchange): string {
  const items = count(itemsOf(x).length, 'item')
  const total = at(x.response?.json, 'total')
  return isInteger(total) ? `${items} of ${total}` : items
}
