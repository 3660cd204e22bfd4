import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import { trial, unclear, violation } from '../../../src/core/rule.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { call } from '../api.ts'
import { askBy } from '../support/judge-issued-key.ts'
import { fingerprintOf, idOf } from '../support/response-fingerprint.ts'

/** The last is sent again only where the ids differ. */
type Evidence = readonly [before: Exchange, created: Exchange, after: Exchange]

const idIn = (x: Exchange): string | undefined => idOf(x.response?.json ?? null)

export default trial<Record<string, never>, Evidence>({
  level: 'stated',
  title: 'Two keys of one company read the same company',
  clauses: ['2.key.company', '4.company'],
  tried:
    'GET /company with the active key and with one that the control module creates: the same id and the same fields.',
  meaning: 'A client that switches to a new key sees another company.',
  causes: [
    'the company is stored with the person who issued the key, or left out when a key is issued',
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
  cases: { first: [{}], count: [1, 1, 1] },
  async send(_, tools) {
    const { key } = await tools.control.b.createKey()
    const before = await tools.once(call(tools.target, 'company'))
    const created = await askBy(tools, key, { as: 'active', note: 'a created key', endpoint: 'company' })
    const isSame = isSuccess(created) && idIn(created) === idIn(before)
    return [before, created, isSame ? before : await tools.get(call(tools.target, 'company'))]
  },
  judge([before, created, after]) {
    if (!isSuccess(before)) return unclear(`GET /company returned ${responseSummary(before)}`)
    if (!isSuccess(created)) return undefined
    // Of a resource without an id nothing is known to be the company's own.
    if (fingerprintOf(before) !== fingerprintOf(after) || idOf(before.response!.json!) === undefined) return undefined
    const [mine, theirs] = [before, created].map(idIn)
    if (mine === theirs) return undefined
    return {
      ...violation(
        `company ${mine}, as with the active key`,
        theirs === undefined ? 'no id' : `company ${theirs}`,
        before,
        created,
      ),
      headline: `GET /company returned ${theirs === undefined ? 'no company id' : `company ${theirs}`} for a newly issued key, but ${mine} for the active key of the same company`,
    }
  },
})
