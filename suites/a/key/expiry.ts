import { setTimeout as sleep } from 'node:timers/promises'
import type { Exchange } from '../../../src/core/exchange.ts'
import { isSuccess } from '../../../src/core/exchange.ts'
import { type Finding, type Tools, trial, unclear, violation } from '../../../src/core/rule.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { dateOf, type Offset, offsetOf } from '../../shared/server-clock.ts'
import { FORMS, type Form, users } from '../api.ts'
import { type ClockCheck, checkApplicationClock } from '../support/application-clock.ts'
import { askBy } from '../support/created-keys.ts'

interface Case {
  readonly by: Form
  /** From the latest second that it can be there at the creation to the expiry, which is a whole second too. */
  readonly seconds: number
}

type Evidence = { readonly impossible: string } | Lived

interface Lived {
  /** Milliseconds since the epoch, by the clock of the deployment. */
  readonly expiresAt: number
  readonly before: readonly Exchange[]
  readonly after: readonly Exchange[]
  /** Another source of the time there, read only after a violation. */
  readonly witness?: ClockCheck
}

const SECOND = 1000
/** Milliseconds by which clocks are likely to be further ahead than is certain. */
const LIKELY = 400
/** Where that was too much: milliseconds until it is tried again, and how often. */
const AGAIN = 350
const MOST_AGAIN = 8

export default trial<Case, Evidence>({
  level: 'stated',
  title: 'A key works before its expires_at and gets 401 from that moment on',
  clauses: ['2.key.expires_at', '2.key.expires_at.401', '3.expire', '3.expire.401'],
  tried:
    'A key is created that expires within seconds, and is used before and after. The Date of each response tells on which side of expires_at it was sent; nothing is judged within a second of it.',
  meaning: 'A key ends early, or outlives the expiry that was chosen for it.',
  causes: ['a job marks keys as expired now and then', 'the expiry is stored as a date', 'a cache outlives the expiry'],
  needs: ['key', 'control.createKey'],
  after: ['a.auth.api-key-accepted', 'a.auth.bearer-accepted', 'a.auth.missing-key', 'a.key.active-at-once'],
  cases: {
    first: [
      { by: 'X-Api-Key', seconds: 1 },
      { by: 'Bearer', seconds: 2 },
      { by: 'X-Api-Key', seconds: 20 },
    ],
    count: [1, 2, 3],
  },
  async send({ by, seconds }, tools) {
    if (tools.control.byHand)
      return {
        impossible: 'no key that expires within seconds is created by hand; a.auth.expired-key tests an expired key',
      }
    const known = await tools.once(users(tools.target))
    const offset = offsetOf(known)
    if (!offset) return { impossible: 'the responses have no Date, so that the time of the deployment is unknown' }
    const lived = await live(tools, { by, seconds, known, offset })
    return wrong(lived) ? { ...lived, witness: await checkApplicationClock(tools) } : lived
  },
  judge(evidence) {
    if ('impossible' in evidence) return unclear(evidence.impossible)
    const found = wrong(evidence)
    const { witness } = evidence
    if (found && witness?.doubt) return unclear(witness.doubt)
    if (found) return found
    if (!evidence.before.some((x) => isBefore(x, evidence))) return unclear('the key could not be used in time')
    if (!evidence.after.some((x) => isAfter(x, evidence))) return unclear('no response was dated after the expiry')
    return undefined
  },
  faults: {
    'five-seconds-of-grace': { keyExpired: (key, now) => key.expiresAt !== undefined && now >= key.expiresAt + 5000 },
    never: { keyExpired: (key, now, call) => key.name === 'fixture' && call.lawful.keyExpired(key, now, call) },
    'a-minute-early': {
      keyExpired: (key, now, call) =>
        key.name === 'fixture'
          ? call.lawful.keyExpired(key, now, call)
          : key.expiresAt !== undefined && now >= key.expiresAt - 60_000,
    },
    'at-the-end-of-the-day': {
      aExpiresAt: (chosen) => chosen && Math.ceil(chosen / 86_400_000) * 86_400_000,
    },
    'expiry-lost': { aExpiresAt: () => undefined },
    'not-by-bearer': {
      keyExpired: (key, now, call) =>
        (key.name === 'fixture' || call.form !== 'bearer') && call.lawful.keyExpired(key, now, call),
    },
    'one-worker-in-two-forgets': {
      keyExpired: (key, now, call) =>
        (key.name === 'fixture' || call.worker % 2 === 0) && call.lawful.keyExpired(key, now, call),
    },
    'is-403': {
      refusalStatus: (failure, call) => (failure === 'expired' && call.record?.name !== 'fixture' ? 403 : 401),
    },
  },
  quickMisses: {
    'one-worker-in-two-forgets': 'two concurrent requests may both reach a worker that remembers',
  },
  freedoms: {
    'three-minutes-ahead': { clock: (now) => now + 180_000 },
    'seven-minutes-behind': { clock: (now) => now - 420_000 },
    'no-date': { dateHeader: () => undefined },
    'date-a-second-old': { dateHeader: (now) => new Date(now - 999).toUTCString() },
  },
})

interface Life extends Case {
  readonly known: Exchange
  readonly offset: Offset
}

/** A key that expires too soon to be used before is followed by another one with more time. */
async function live(tools: Tools, life: Life, attempts = 3): Promise<Lived> {
  const now = Math.floor((Date.now() + life.offset.high) / SECOND) * SECOND
  const expiresAt = now + life.seconds * SECOND
  const { key, step } = await tools.control.a.createKey({ expiresAt: new Date(expiresAt).toISOString() })
  const ask = (as: 'active' | 'expired') => askBy(tools, key, { as, by: life.by, note: `a key that is ${as} now` })
  const first = await ask('active')
  const took = Math.ceil((first.sentAt + first.ms - step.calledAt) / SECOND)
  if (!isBefore(first, { expiresAt }) && attempts > 1)
    return live(tools, { ...life, seconds: 2 * life.seconds + took }, attempts - 1)
  const offset = offsetOf(life.known, first) ?? life.offset
  const before = [first]
  if (tools.depth !== 'quick') {
    await until(expiresAt - SECOND - offset.high)
    before.push(await ask('active'))
  }
  const { low, high } = offsetOf(life.known, ...before) ?? offset
  const quick = tools.depth === 'quick'
  // At quick depth once it is certain: a request that is too early is sent again.
  await until(expiresAt + SECOND - (quick ? low : Math.min(high, low + LIKELY)))
  // Via both headers, which may have separate code paths; two concurrent requests are likely to reach two servers.
  const askBoth = () =>
    Promise.all(FORMS.map((by) => askBy(tools, key, { as: 'expired', by, note: 'a key that is expired now' })))
  return { expiresAt, before, after: await pastIt(askBoth, expiresAt, quick ? 1 : 2) }
}

/** Answers dated after the expiry; those before tell how much longer to wait. */
async function pastIt(ask: () => Promise<Exchange[]>, expiresAt: number, wanted: number): Promise<Exchange[]> {
  const answers: Exchange[] = []
  for (let tries = 0, late = 0; late < wanted && tries < wanted + MOST_AGAIN; tries++) {
    const xs = await ask()
    answers.push(...xs)
    if (xs.every((x) => isAfter(x, { expiresAt }))) late++
    else await sleep(AGAIN)
  }
  return answers
}

const until = (moment: number): Promise<void> => sleep(Math.max(0, moment - Date.now()))

type Expiry = Pick<Lived, 'expiresAt'>

/** Dated more than a second before it: a server may write its Date once a second. */
function isBefore(x: Exchange, { expiresAt }: Expiry): boolean {
  const date = dateOf(x)
  return date !== undefined && date + 2 * SECOND <= expiresAt
}

/** Even its request was not sent before. */
function isAfter(x: Exchange, { expiresAt }: Expiry): boolean {
  const date = dateOf(x)
  return date !== undefined && date - x.ms >= expiresAt
}

function wrong(lived: Lived): Finding | undefined {
  const { before, after, expiresAt } = lived
  const early = [...before, ...after].find((x) => isBefore(x, lived) && !isSuccess(x))
  const at = (x: Exchange) => `${responseSummary(x)}, dated ${iso(dateOf(x)!)}`
  if (early) return violation(`a success with a key that expires at ${iso(expiresAt)}`, at(early), early)
  const late = [...before, ...after].find((x) => isAfter(x, lived) && x.response!.status !== 401)
  return late && violation(`401 to a key that expired at ${iso(expiresAt)}`, at(late), late)
}

const iso = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z')
