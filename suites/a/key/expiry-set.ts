import { setTimeout as sleep } from 'node:timers/promises'
import { isSuccess } from '../../../src/core/exchange.ts'
import { type Finding, headlined, type Tools, trial, unclear, violation } from '../../../src/core/rule.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { users } from '../api.ts'
import { likelyOffset } from '../support/application-clock.ts'
import { judgeLife, type Evidence as Life, outlive } from '../support/expiring-key.ts'
import { askBy, tomorrow } from '../support/request-with-created-key.ts'

interface Case {
  readonly to: 'a key without an expiry gets one' | 'an expiry is brought forward' | 'an expiry is put off'
}

type Evidence = Life | { readonly putOff: readonly Awaited<ReturnType<typeof askBy>>[] }

export default trial<Case, Evidence>({
  level: 'stated',
  since: 3,
  title: 'A key whose expires_at is changed expires at the new time',
  clauses: ['2.key.expires_at', '2.key.expires_at.401'],
  tried:
    'The control module sets the expires_at of a key that is in use: to a time within seconds, once or twice, or from such a time, with which the key was created, to tomorrow. The key works until the new time and gets 401 afterwards.',
  meaning: 'A key whose expires_at was changed works until another time.',
  causes: [
    'a cache of keys keeps the first expiry',
    'the expiry is copied into a token or a job when the key is created',
    'a change cancels the job that ends the key',
  ],
  eager: true,
  needs: ['key', 'control.createKey', 'control.setExpiry'],
  after: ['a.auth.api-key-accepted', 'a.auth.bearer-accepted', 'a.auth.missing-key', 'a.key.active-at-once'],
  follows: ['a.key.unique', 'a.key.revoke-instant'],
  cases: {
    first: [
      { to: 'a key without an expiry gets one' },
      { to: 'an expiry is brought forward' },
      { to: 'an expiry is put off' },
    ],
    count: [1, 3, 3],
    cost: (depth) => (depth === 'quick' ? 3 : 14),
  },
  async send({ to }, tools): Promise<Evidence> {
    const { a } = tools.control
    if (to === 'an expiry is put off') return putOff(tools)
    return outlive(tools, {
      by: 'X-Api-Key',
      seconds: 1,
      create: async (expiresAt) => {
        const isForward = to === 'an expiry is brought forward'
        const created = await a.createKey(isForward ? { expiresAt: tomorrow() } : {})
        await askBy(tools, created.key, { as: 'active', note: 'a key before its expiry is set' })
        if (isForward) await a.setExpiry(created.key, tomorrow())
        await a.setExpiry(created.key, new Date(expiresAt).toISOString())
        return created
      },
    })
  },
  judge(evidence, { to }): Finding | undefined {
    if (!('putOff' in evidence))
      return judgeLife(evidence, {
        before:
          to === 'an expiry is brought forward'
            ? 'whose expires_at was brought forward'
            : 'that got its expires_at after its creation',
      })
    const [before, after] = evidence.putOff
    if (!isSuccess(before!)) return unclear(`the key did not work before: ${responseSummary(before!)}`)
    if (isSuccess(after!)) return undefined
    return headlined(
      `A key stopped working when its expires_at was moved to tomorrow: GET /users returned ${responseSummary(after!)}`,
      violation('a success, since the key expires tomorrow', responseSummary(after!), after!),
    )
  },
  faults: {
    'first-expiry-kept': {
      aExpirySet: (key, expiresAt) => (key.expiresAt === undefined ? { ...key, expiresAt } : key),
    },
    'no-effect': { aExpirySet: (key) => key },
    'stops-immediately': { aExpirySet: (key, _expiresAt, { now }) => ({ ...key, expiresAt: now }) },
    'only-ever-earlier': {
      aExpirySet: (key, expiresAt) => ({ ...key, expiresAt: Math.min(expiresAt, key.expiresAt ?? expiresAt) }),
    },
    'stops-at-the-expiry-of-its-creation': {
      keyExpired: (key, now, call) => {
        const first = call.once(`expiry of ${key.keyId}`, () => key.expiresAt ?? Number.POSITIVE_INFINITY)
        return now >= (first as number) || call.conforming.keyExpired(key, now, call)
      },
    },
    'job-of-the-first-change-ends-the-key': {
      aExpirySet: (key, expiresAt, { memory }) => {
        if (!memory.has(`first of ${key.keyId}`)) memory.set(`first of ${key.keyId}`, expiresAt)
        return { ...key, expiresAt }
      },
      keyExpired: (key, now, call) =>
        now >= Number(call.memory.get(`first of ${key.keyId}`) ?? Number.POSITIVE_INFINITY) ||
        call.conforming.keyExpired(key, now, call),
    },
    'second-change-cancels-the-expiry': {
      aExpirySet: (key, expiresAt, { memory }) => {
        const isFirst = !memory.has(`changed ${key.keyId}`)
        memory.set(`changed ${key.keyId}`, true)
        return { ...key, expiresAt: isFirst ? expiresAt : undefined }
      },
    },
  },
  quickMisses: {
    'second-change-cancels-the-expiry': 'quick depth sets the expiry of a key once',
    'stops-at-the-expiry-of-its-creation': 'quick depth sets the expiry of a key that has none',
    'job-of-the-first-change-ends-the-key': 'quick depth sets the expiry of a key once',
    'first-expiry-kept': 'quick depth sets the expiry of a key that has none',
    'only-ever-earlier': 'quick depth sets the expiry of a key that has none',
  },
  freedoms: {
    'whole-seconds': { aExpirySet: (key, expiresAt) => ({ ...key, expiresAt: Math.floor(expiresAt / 1000) * 1000 }) },
  },
})

/** Milliseconds until the expiry that is put off, by the latest time that it can be there. */
const SOON = 1000

async function putOff(tools: Tools, soon = SOON, tries = 3): Promise<Evidence> {
  const { a } = tools.control
  const offset = await likelyOffset(tools, await tools.once(users(tools.target)))
  // What ends the key at its first expiry, or at its second, may have been arranged when that was set.
  const startedAt = Date.now()
  const expiresAt = startedAt + offset.high + soon
  const { key } = await a.createKey({ expiresAt: new Date(expiresAt).toISOString() })
  const before = await askBy(tools, key, { as: 'active' })
  const isLate = () => Date.now() + offset.high >= expiresAt
  // The console may refuse to change the expiry of an expired key.
  if (!isLate()) await a.setExpiry(key, new Date(expiresAt).toISOString())
  if (!isLate()) await a.setExpiry(key, tomorrow())
  if (isLate()) {
    if (tries === 1) return { impossible: 'the expiry could not be put off in time' }
    return putOff(tools, SOON + 2 * (Date.now() - startedAt), tries - 1)
  }
  await sleep(Math.max(0, expiresAt - offset.low - Date.now()))
  return { putOff: [before, await askBy(tools, key, { as: 'active', note: 'a key whose expiry was put off' })] }
}
