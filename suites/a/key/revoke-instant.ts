import { setTimeout as sleep } from 'node:timers/promises'
import { count } from '../../../src/core/count.ts'
import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import { requestLine } from '../../../src/core/request-text.ts'
import { headlined, type Tools, trial, unclear, violation } from '../../../src/core/rule.ts'
import type { Key } from '../../../src/core/target.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { isAccepted, propagationNote } from '../../shared/key-propagation.ts'
import { FORMS, type Form } from '../api.ts'
import { askBy } from '../support/request-with-created-key.ts'

interface Case {
  /** Connections that use the key at the same time. */
  readonly connections: number
  /** Requests of each, sent after the revocation returned. */
  readonly after: number
}

interface Evidence {
  readonly before: readonly Exchange[]
  /** By the clock of `sentAt`, when the revocation returned. */
  readonly revokedAt: number
  /** Sent while the key was revoked, or afterwards; in the order of sending. */
  readonly later: readonly Exchange[]
}

/** Milliseconds between requests that measure how long a revoked key still works. */
const PROBES = [20, 30, 50, 50, 100, 100, 200, 400, 1000, 3000]

export default trial<Case, Evidence>({
  level: 'stated',
  calm: true,
  title: 'No request sent after a revocation has returned is accepted',
  clauses: ['2.key.admin-ui', '3.revoke', '3.revoke.instant'],
  tried:
    'A key is revoked while several connections use it via both headers. Requests sent after the revocation returned must be rejected; requests in flight may get either response.',
  meaning: 'A leaked key keeps working after it was revoked, until a cache forgets it.',
  causes: [
    'each server caches keys for a while',
    'the revocation is written to replicas later',
    'a cache in front of the API responds without asking it',
  ],
  needs: ['key', 'control.createKey', 'control.revokeKey'],
  after: ['a.auth.api-key-accepted', 'a.auth.bearer-accepted', 'a.auth.missing-key', 'a.key.active-at-once'],
  cases: {
    first: [
      { connections: 2, after: 2 },
      { connections: 4, after: 3 },
      { connections: 1, after: 2 },
      { connections: 6, after: 1 },
      { connections: 3, after: 3 },
      { connections: 16, after: 4 },
    ],
    count: [1, 3, 6],
  },
  async send({ connections, after }, tools) {
    const { key } = await tools.control.a.createKey()
    const lines = Array.from({ length: connections }, (_, i) => FORMS[i % 2]!)
    const before = await Promise.all(lines.map((by) => askBy(tools, key, { as: 'active', by })))
    const revoking = tools.control.a.revokeKey(key)
    const gate = revoking.then(({ step }) => passed(step.returnedAt))
    // A failure rejects the await below; until then it must not count as unhandled.
    gate.catch(() => undefined)
    const hammering = lines.map((by, i) => hammer(tools, key, { by, after, busy: i % 2 === 0, gate }))
    const [{ step }, ...all] = await Promise.all([revoking, ...hammering])
    const later = all.flat().sort((one, other) => one.sentAt - other.sentAt)
    const last = later.findLast((x) => isLate(x, step.returnedAt))
    if (last) later.push(...(await measure(tools, key, formOf(last))))
    return { before, revokedAt: step.returnedAt, later }
  },
  judge({ before, revokedAt, later }) {
    const dead = before.find((x) => !isSuccess(x))
    if (dead) return unclear(`the key did not work before: ${responseSummary(dead)}`)
    const late = later.filter((x) => isLate(x, revokedAt))
    const last = late.at(-1)
    if (!last) return undefined
    const refused = later.find((x) => x.sentAt > last.sentAt && !isAccepted(x) && formOf(x) === formOf(last))
    const ms = last.sentAt - revokedAt
    const until = refused
      ? `the first rejected one ${refused.sentAt - revokedAt} ms after it returned`
      : 'none rejected'
    return headlined(
      `The server accepted a revoked key ${ms} ms after revokeKey returned: ${requestLine(last.req)} via ${formOf(last)} returned ${last.response!.status}`,
      violation('401 from the moment revokeKey returns', `${count(late.length, 'request')} accepted, ${until}`, last),
    )
  },
  note: (all) => propagationNote(all.map(({ revokedAt, later }) => ({ returnedAt: revokedAt, later }))),
  faults: {
    'cached-300-ms': { keyMaxAgeMs: () => 300 },
    'cached-300-ms-by-one-worker': { keyMaxAgeMs: (call) => (call.worker === 2 ? 300 : 0) },
    'unknown-to-one-worker': {
      keyRevoked: (key, now, call) =>
        (key.name === 'fixture' || call.worker !== 3) && call.conforming.keyRevoked(key, now, call),
    },
    'unknown-to-bearer': {
      keyRevoked: (key, now, call) =>
        (key.name === 'fixture' || call.form !== 'bearer') && call.conforming.keyRevoked(key, now, call),
    },
    'without-effect': {
      keyTransition: (state, transition, admin) =>
        (transition === 'revoke' ? state : admin.conforming.keyTransition(state, transition, admin)) as 'active',
    },
    'seen-80-ms-later': {
      keyRevoked: (key, now, call) => {
        if (!call.conforming.keyRevoked(key, now, call)) return false
        return key.name === 'fixture' || now - call.once(`revoked ${key.keyId}`, () => now) >= 80
      },
    },
  },
  quickMisses: {
    'cached-300-ms-by-one-worker': 'four requests after the revocation may arrive late, or miss one worker of four',
    'unknown-to-one-worker': 'four requests after the revocation may all miss one worker of four',
    'seen-80-ms-later': 'only where a request arrives within 80 ms of the revocation: on a busy machine none does',
    'cached-300-ms': 'only where a request arrives within 300 ms of the revocation: on a busy machine none does',
  },
})

const isLate = (x: Exchange, revokedAt: number): boolean => x.sentAt > revokedAt && isAccepted(x)

const formOf = ({ req }: Exchange): Form => (req.credential.form === 'bearer' ? 'Bearer' : 'X-Api-Key')

/** Both are whole milliseconds: what is sent in the one in which the revocation returned counts as on its way. */
async function passed(moment: number): Promise<void> {
  while (Date.now() <= moment) await sleep(1)
}

interface Hammering {
  readonly by: Form
  readonly after: number
  /** Uses the key while it is being revoked as well. */
  readonly busy: boolean
  readonly gate: Promise<void>
}

async function hammer(tools: Tools, key: Key, { by, after, busy, gate }: Hammering): Promise<Exchange[]> {
  const ask = () => askBy(tools, key, { as: 'revoked', by, note: 'a created key while it is revoked' })
  const answers = busy ? [await ask()] : []
  await gate
  for (let i = 0; i < after; i++) answers.push(await ask())
  return answers
}

/** Asks on until the key is refused. */
async function measure(tools: Tools, key: Key, by: Form): Promise<Exchange[]> {
  const answers: Exchange[] = []
  for (const ms of PROBES) {
    await sleep(ms)
    answers.push(await askBy(tools, key, { as: 'revoked', by }))
    if (!isAccepted(answers.at(-1)!)) break
  }
  return answers
}
