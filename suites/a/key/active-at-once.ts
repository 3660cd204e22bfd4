import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import { inApiKey, inBearer, whole } from '../../../src/core/key-format.ts'
import { explained, type Finding, headlined, moved, trial, violation } from '../../../src/core/rule.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { users } from '../api.ts'
import { firstDifference, grewThrough, sameButFields } from '../support/same-response.ts'

interface Case {
  readonly form: 'x-api-key' | 'bearer'
}

/** By the new key; where its list is not that of the active key: by that key, the new one and that key again. */
type Evidence = readonly [created: Exchange, active?: Exchange, again?: Exchange, after?: Exchange]

const FORMS: readonly Case[] = [{ form: 'x-api-key' }, { form: 'bearer' }]

export default trial<Case, Evidence>({
  level: 'stated',
  title: 'A created key works immediately, and lists the users that the active key lists',
  clauses: ['3.create', '3.create.at-once'],
  tried:
    'GET /users with a new key as soon as its creation has returned, repeatedly. Ids and pagination are those of the active key; fields may depend on scopes.',
  meaning: 'A script that creates a key and uses it fails at its first request.',
  causes: [
    'new keys are created inactive, or reach caches and replicas late',
    'a negative lookup of the key is cached',
    'new keys get other settings than older ones: a default, a release, a replica',
  ],
  needs: ['key', 'control.createKey'],
  after: ['a.auth.api-key-accepted', 'a.auth.bearer-accepted'],
  follows: ['a.auth.forms-equivalent'],
  faults: {
    'unusable-until-someone-enables-it': {
      keyDisabled: (key, now, call) => key.name !== 'fixture' || call.conforming.keyDisabled(key, now, call),
    },
    'known-100-ms-later': {
      classify: (check, call) =>
        call.record?.name === '' && call.now - call.record.createdAt < 100
          ? 'unknown'
          : call.conforming.classify(check, call),
    },
    'unknown-to-one-worker-at-first': {
      classify: (check, call) =>
        call.record?.name === '' && call.worker === 3 && call.now - call.record.createdAt < 1000
          ? 'unknown'
          : call.conforming.classify(check, call),
    },
    'created-keys-list-nothing': {
      aTotal: (total, _users, call) => (call.key?.name === 'fixture' ? total : 0),
      aSlice: (read, window, call) => (call.key?.name === 'fixture' ? call.conforming.aSlice(read, window, call) : []),
    },
    'created-keys-start-at-page-two': {
      aPageDefault: (call) => (call.key?.name === 'fixture' ? 1n : 2n),
    },
    'created-keys-read-newest-first': {
      aOrderBy: (call) => (call.key?.name === 'fixture' ? 'id' : 'id DESC'),
    },
  },
  quickMisses: {
    'known-100-ms-later': 'only where the first requests arrive within 100 ms: on a busy machine they do not',
    'unknown-to-one-worker-at-first': 'two requests may both miss one worker of four',
  },
  cases: { first: [...FORMS, ...FORMS, ...FORMS, ...FORMS, ...FORMS], count: [2, 10, 10] },
  async send({ form }, { control, get, once, promptly, target }) {
    const how = form === 'bearer' ? inBearer : inApiKey
    const { key } = await control.a.createKey()
    const own = users(target, {}, how(whole(key), 'active', 'a key just created'))
    const created = await promptly(own)
    if (!isSuccess(created) || isAlike(await once(users(target)), created)) return [created]
    return [created, await get(users(target)), await get(own), await get(users(target))]
  },
  judge([x, active, again, after]): Finding | undefined {
    if (!isSuccess(x))
      return headlined(
        `A key that was just created does not work yet: GET /users returned ${responseSummary(x)}`,
        violation('a success (2xx)', responseSummary(x), x),
      )
    if (!active || !again || isAlike(active, again) || !isSuccess(active)) return undefined
    if (!after || !isAlike(active, after)) return moved('the list changed between two equal requests')
    const difference = firstDifference(active, again, ['with the active key', 'with a created key'])
    const what = difference ? `differs in ${difference.at}` : 'holds other records'
    return headlined(
      `A key that was just created does not list what the active key lists: GET /users ${what}`,
      explained(
        violation(`${responseSummary(active)}, as with the active key`, `a response that ${what}`, active, again),
        'A client that gets a new key, for example in a rotation, reads other data than before.',
      ),
    )
  },
})

/** Users may be added at the end meanwhile. */
const isAlike = (earlier: Exchange, later: Exchange): boolean =>
  sameButFields(earlier, later) || grewThrough([earlier, later])
