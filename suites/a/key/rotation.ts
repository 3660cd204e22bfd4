import { setTimeout as sleep } from 'node:timers/promises'
import { count } from '../../../src/core/count.ts'
import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import { whole } from '../../../src/core/key-format.ts'
import {
  explained,
  type Finding,
  headlined,
  moved,
  type Tools,
  trial,
  unclear,
  violation,
} from '../../../src/core/rule.ts'
import type { Key } from '../../../src/core/target.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { suppliedKey } from '../../shared/credential-failures.ts'
import { isAccepted } from '../../shared/key-propagation.ts'
import { idOf } from '../../shared/shared-items.ts'
import { active, type Form, headerOf, PER_PAGE_MAX, users } from '../api.ts'
import { awaitReplication } from '../support/compare-pages.ts'
import { readPage } from '../support/page.ts'
import { askBy } from '../support/request-with-created-key.ts'
import { grewThrough } from '../support/same-response.ts'

interface Case {
  /** How the integration sends the old key, and the new one. */
  readonly old: Form
  readonly new: Form
  /** Also compares the list of the new key, created right after a request of another tenant, with that of the active key. */
  readonly lists?: true
}

/** The first page of the list by the active key, by the new key, and by the active key again. */
type Lists = readonly [Exchange, Exchange, Exchange]

/** The responses to each key: before and after the new one was created, and after the old one was revoked. */
interface Evidence {
  readonly alone: Exchange
  readonly both: { readonly old: readonly Exchange[]; readonly new: readonly Exchange[] }
  readonly lists?: Lists
  readonly afterwards: { readonly old: Exchange; readonly new: Exchange }
}

/** Milliseconds in which other cases and rules send their requests, so that none comes between that of the other tenant and the creation. */
const UNTIL_ALONE = 300

export default trial<Case, Evidence>({
  level: 'stated',
  title: 'A new key with the same scopes and the old key both work until the old key is revoked',
  clauses: ['3.rotation'],
  tried:
    'The documented rotation, with requests by both keys before and after the old key is revoked. In one case, the new key is created right after a request of another tenant, and its first page and total are compared with those of the active key.',
  meaning: 'A key cannot be rotated without an outage.',
  causes: ['creating a key with the same name replaces the old one', 'revoking one key revokes all of an integration'],
  needs: ['key', 'control.createKey', 'control.revokeKey'],
  after: ['a.auth.api-key-accepted', 'a.auth.bearer-accepted', 'a.key.active-at-once', 'a.key.revoke-instant'],
  follows: ['a.key.unique'],
  cases: {
    first: [
      { old: 'X-Api-Key', new: 'X-Api-Key' },
      { old: 'Bearer', new: 'X-Api-Key', lists: true },
      { old: 'X-Api-Key', new: 'Bearer' },
    ],
    count: [1, 2, 3],
  },
  async send(by, tools) {
    const old = await tools.control.a.createKey()
    const askOld = (as: 'active' | 'revoked' = 'active') =>
      askBy(tools, old.key, { as, by: by.old, note: 'the old key of a rotation' })
    const alone = await askOld()
    if (by.lists && tools.target.keys['other-tenant']) {
      await sleep(UNTIL_ALONE)
      await tools.promptly(users(tools.target, { per_page: 1 }, suppliedKey(tools.target, 'other-tenant')))
    }
    const fresh = await tools.control.a.createKey()
    const askNew = () => askBy(tools, fresh.key, { as: 'active', by: by.new, note: 'the new key of a rotation' })
    const quick = tools.depth === 'quick'
    const both = { old: [await askOld()], new: [await askNew()] }
    if (!quick) both.old.push(await askOld())
    const lists = by.lists && (await compareLists(tools, fresh.key, by.new))
    await tools.control.a.revokeKey(old.key)
    return { alone, both, ...(lists && { lists }), afterwards: { old: await askOld('revoked'), new: await askNew() } }
  },
  judge({ alone, both, lists, afterwards }) {
    if (!isSuccess(alone)) return unclear(`the old key did not work before: ${responseSummary(alone)}`)
    const lost = both.old.find((x) => !isSuccess(x))
    if (lost)
      return headlined(
        `The old key stopped working when a new one was created: GET /users returned ${responseSummary(lost)}`,
        violation('a success with the old key until it is revoked', responseSummary(lost), lost),
      )
    const useless = both.new.find((x) => !isSuccess(x))
    if (useless)
      return headlined(
        `A new key does not work beside the old one: GET /users returned ${responseSummary(useless)}`,
        violation('a success with the new key', responseSummary(useless), useless),
      )
    if (!isSuccess(afterwards.new))
      return headlined(
        `The new key stopped working when the old one was revoked: GET /users returned ${responseSummary(afterwards.new)}`,
        explained(
          violation('a success with the new key', responseSummary(afterwards.new), afterwards.new),
          'A key cannot be rotated without an outage.',
          'revoking one key revokes all of an integration',
        ),
      )
    if (isAccepted(afterwards.old))
      return headlined(
        `The server accepted the old key after it was revoked: GET /users returned ${responseSummary(afterwards.old)}`,
        violation('401 with the old key once it is revoked', responseSummary(afterwards.old), afterwards.old),
      )
    return lists && otherList(lists)
  },
  faults: {
    'creating-a-key-ends-those-in-use': {
      newKeyId: (bytes, admin) => {
        admin.memory.set('keys made', ((admin.memory.get('keys made') as number | undefined) ?? 0) + 1)
        return admin.conforming.newKeyId(bytes, admin)
      },
      classify: (check, call) => {
        const failure = call.conforming.classify(check, call)
        if (failure || call.record?.name === 'fixture') return failure
        const made = call.memory.get('keys made')
        return call.once(`made when ${call.record?.keyId} was first used`, () => made) === made ? undefined : 'revoked'
      },
    },
    'revoking-a-key-ends-those-in-use': {
      keyTransition: (state, transition, admin) => {
        if (transition === 'revoke')
          admin.memory.set('revoked', ((admin.memory.get('revoked') as number | undefined) ?? 0) + 1)
        return admin.conforming.keyTransition(state, transition, admin)
      },
      classify: (check, call) => {
        const failure = call.conforming.classify(check, call)
        if (failure || call.record?.name === 'fixture') return failure
        const revoked = call.memory.get('revoked') ?? 0
        return call.once(`revoked when ${call.record?.keyId} was first used`, () => revoked) === revoked
          ? undefined
          : 'revoked'
      },
    },
    'created-for-the-company-of-the-last-request': {
      newKeyId: (bytes, admin) => {
        const keyId = admin.conforming.newKeyId(bytes, admin)
        admin.memory.set(`company of ${keyId}`, admin.memory.get('last company'))
        return keyId
      },
      aCompanyRead: (key, call) => {
        const companyId = (call.memory.get(`company of ${key.keyId}`) as number | undefined) ?? key.companyId
        call.memory.set('last company', companyId)
        return companyId
      },
    },
    'belongs-to-the-tenant-of-the-last-request': {
      classify: (check, call) => {
        const failure = call.conforming.classify(check, call)
        if (call.record && call.record.name === 'fixture') call.memory.set('last tenant', call.record.companyId)
        return failure
      },
      aCompanyRead: (key, call) =>
        key.name === 'fixture'
          ? key.companyId
          : (call.once(`tenant of ${key.keyId}`, () => call.memory.get('last tenant') ?? key.companyId) as number),
    },
    'a-created-key-counts-all-companies': {
      aTotal: (total, _users, call) => (call.key!.name === 'fixture' ? total : total + 60),
    },
  },
  quickMisses: {
    'created-for-the-company-of-the-last-request': 'quick depth does not compare the list of a created key',
    'belongs-to-the-tenant-of-the-last-request': 'quick depth does not compare the list of a created key',
    'a-created-key-counts-all-companies': 'quick depth does not compare the list of a created key',
  },
  freedoms: {
    grows: { userEveryMs: () => 15 },
    'users-of-the-key-beside': {
      aUserJson: (user, id, call) => ({
        ...(call.conforming.aUserJson(user, id, call) as object),
        link: `/u/${user.id}?key=${call.key!.keyId}`,
      }),
    },
  },
})

/** More users than a run creates, which a cached list of the active key may lack. */
const MOST_CREATED = 50n

/** A difference counts when it is there twice: a replica may lag. */
async function compareLists(tools: Tools, key: Key, by: Form): Promise<Lists> {
  const query = { per_page: PER_PAGE_MAX }
  const created = headerOf(by)(whole(key), 'active', 'the new key of a rotation')
  const read = (credential = active(tools.target)) => tools.get(users(tools.target, query, credential))
  const lists: Lists = [await read(), await read(created), await read()]
  if (!otherList(lists)) return lists
  const again = [await read(), await read(created)] as const
  await awaitReplication()
  return [...again, await read()]
}

function otherList(lists: Lists): Finding | undefined {
  const [before, created, after] = lists
  const [mine, theirs] = [readPage(before), readPage(created)]
  const later = readPage(after)
  if (!mine || !theirs || !later || grewThrough(lists)) return undefined
  if (!grewThrough([before, after])) return moved('the list changed while it was compared')
  const isPrefix = theirs.data.every((user, i) => idOf(user) === idOf(later.data[i] ?? user))
  // The new key may read a replica that lags.
  const isFull = theirs.total < mine.total || theirs.data.length >= mine.data.length
  if (isPrefix && theirs.total <= later.total + MOST_CREATED && isFull) return undefined
  return headlined(
    theirs.total === mine.total
      ? 'GET /users lists other users for a created key than for the active key of the same company'
      : `GET /users lists ${count(Number(theirs.total), 'user')} for a created key, but ${mine.total} for the active key of the same company`,
    explained(
      violation(
        `the list of the active key: ${count(Number(mine.total), 'user')}, and the same first ${mine.data.length}`,
        theirs.total === mine.total ? 'other users on the first page' : count(Number(theirs.total), 'user'),
        before,
        created,
      ),
      'The new key of an integration reads other users than the old one, perhaps of another company.',
      'a new key is stored without its company',
      'the creation takes the company from the context of another request',
      'the list is cached for each key',
    ),
  )
}
