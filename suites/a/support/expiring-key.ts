import { setTimeout as sleep } from 'node:timers/promises'
import { capitalize } from '../../../src/core/capitalize.ts'
import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import {
  explained,
  headlined,
  type Tools,
  type Unclear,
  unclear,
  type Violation,
  violation,
} from '../../../src/core/rule.ts'
import type { Key } from '../../../src/core/target.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { dateOf, isContradictory, isOurs, type Offset, offsetOf } from '../../../src/judge/server-clock.ts'
import { isAccepted } from '../../shared/key-propagation.ts'
import { FORMS, type Form, users } from '../api.ts'
import { type Clock, candidateClocks, isClose } from './application-clock.ts'
import type { Between } from './filtered-list.ts'
import { askBy } from './request-with-created-key.ts'

/** A key that expires within seconds. */
export interface ExpiringKey {
  readonly by: Form
  /** From the second in which it is likely to be used first to the expiry, which is a whole second, and one more. */
  readonly seconds: number
  /** Creates the key; by default with an expires_at in UTC. */
  readonly create?: (expiresAt: number) => ReturnType<Tools['control']['a']['createKey']>
  /** Done before the expiry, after a first request with the key. */
  readonly before?: (key: Key, tools: Tools) => Promise<unknown>
  /** Done after the expiry. */
  readonly after?: (key: Key, tools: Tools) => Promise<unknown>
  /** It is disabled from `before` to `after`, and not used in between. */
  readonly isDisabledMeanwhile?: boolean
}

export type Evidence = { readonly impossible: string } | Lived

export interface Lived {
  /** Milliseconds since the epoch, by the clock. */
  readonly expiresAt: number
  readonly clock: Clock
  /** Whether the Dates contradict one another, so that they show no time. */
  readonly isContradictory: boolean
  readonly before: readonly Exchange[]
  readonly after: readonly Exchange[]
  /** Requests after `ExpiringKey.after`. */
  readonly finally: readonly Exchange[]
}

const SECOND = 1000
/** Where the clock is further behind than is likely: milliseconds until it is tried again, and how often. */
const AGAIN = 350
const MOST_AGAIN = 8

/** Creates the key and uses it before and after its expiry. */
export async function outlive(tools: Tools, life: ExpiringKey): Promise<Evidence> {
  if (tools.control.byHand)
    return {
      impossible: 'no key that expires within seconds is created by hand; a.auth.expired-key tests an expired key',
    }
  const known = await tools.once(users(tools.target))
  const tried: Lived[] = []
  for await (const clock of candidateClocks(tools, known)) {
    if (tried.some((one) => isTried(one, clock))) continue
    const lived = await live(tools, { ...life, known, clock })
    if (!judgeLife(lived)) return lived
    tried.push(lived)
  }
  return tried.findLast((lived) => judgeLife(lived)?.kind === 'violation') ?? tried[0]!
}

/** Whether a clock shows the same time as one that was tried. */
const isTried = ({ clock, isContradictory }: Lived, { source, offset }: Clock): boolean =>
  clock.source === source || (!isContradictory && isClose(clock.offset, offset))

interface Life extends ExpiringKey {
  readonly known: Exchange
  readonly clock: Clock
}

/** A key that expires too soon to be used before is followed by another one with more time. */
async function live(tools: Tools, life: Life, attempts = 3): Promise<Lived> {
  const { known, clock } = life
  // Room for control calls while the run is busiest. A server may write its Date once a second.
  const lead = isLikelyRight(clock) ? SECOND + 500 + 4 * known.ms : clock.offset.high
  const expiresAt = (Math.floor((Date.now() + lead) / SECOND) + life.seconds) * SECOND
  const inUtc = (at: number) => tools.control.a.createKey({ expiresAt: new Date(at).toISOString() })
  const { key, step } = await (life.create ?? inUtc)(expiresAt)
  const ask = (as: 'active' | 'expired') => askBy(tools, key, { as, by: life.by, note: `a key that is ${as} now` })
  const first = await ask('active')
  const before = [first]
  const isBroken = (...xs: Exchange[]) => clock.source === 'Date' && isContradictory([known, ...before, ...xs])
  const lived = (after: Exchange[], last: Exchange[] = []): Lived => ({
    ...{ expiresAt, clock, isContradictory: isBroken(...after, ...last), before, after, finally: last },
  })
  if (isBroken()) return lived([])
  await life.before?.(key, tools)
  const took = Math.ceil((Date.now() - step.calledAt) / SECOND)
  if (!isBefore(first, { expiresAt, clock }) && attempts > 1)
    return live(tools, { ...life, seconds: life.seconds + took }, attempts - 1)
  const refined = (): Offset => (clock.source === 'Date' && offsetOf(known, ...before)) || clock.offset
  // That it works until then is the matter of a.key.expiry, whose keys have no history.
  const short = tools.depth === 'quick' || life.create || life.before || life.after
  if (!short) {
    await until(expiresAt - SECOND - refined().high)
    before.push(await ask('active'))
  }
  const offset = refined()
  // A request that was too early, by the Date of its response, is sent again.
  const ahead = isLikelyRight({ ...clock, offset }) ? 0 : offset.low
  await until(expiresAt + SECOND - ahead)
  // Via both headers, which may have separate code paths (at quick depth only for a.key.expiry); two concurrent requests are
  // likely to reach two servers.
  const forms = tools.depth === 'quick' && (life.create || life.before || life.after) ? [life.by] : FORMS
  const askAll = () =>
    Promise.all(forms.map((by) => askBy(tools, key, { as: 'expired', by, note: 'a key that is expired now' })))
  const past = (wanted: number) => pastIt(askAll, { expiresAt, clock, wanted, isBroken })
  const after = life.isDisabledMeanwhile ? [] : await past(short ? 1 : 2)
  if (!life.after) return lived(after)
  if (life.isDisabledMeanwhile) await until(expiresAt + SECOND - ahead)
  await life.after(key, tools)
  return lived(after, await past(1))
}

/** Whether it may be ours: most clocks are kept right. */
const isLikelyRight = ({ source, offset: { low, high } }: Clock): boolean => source === 'Date' && low <= 0 && high >= 0

interface Past extends Expiry {
  readonly wanted: number
  readonly isBroken: (...xs: Exchange[]) => boolean
}

/** Responses after the expiry; those before it show how much longer to wait. */
async function pastIt(ask: () => Promise<Exchange[]>, { wanted, isBroken, ...expiry }: Past): Promise<Exchange[]> {
  const answers: Exchange[] = []
  for (let tries = 0, late = 0; late < wanted && tries < wanted + MOST_AGAIN; tries++) {
    const xs = await ask()
    answers.push(...xs)
    if (isBroken(...xs)) break
    if (xs.every((x) => isAfter(x, expiry))) late++
    else await sleep(AGAIN)
  }
  return answers
}

const until = (moment: number): Promise<void> => sleep(Math.max(0, moment - Date.now()))

type Expiry = Pick<Lived, 'expiresAt' | 'clock'>

/** Between which times of the clock a request was sent and its response was received; undefined without a Date. */
function timeOf(x: Exchange, { clock: { source, offset } }: Expiry): Between | undefined {
  if (source !== 'Date') return { from: x.sentAt + offset.low, to: x.sentAt + x.ms + offset.high }
  const date = dateOf(x)
  // A server may write its Date once a second, and cut it to the second.
  return date === undefined ? undefined : { from: date - x.ms, to: date + 2 * SECOND }
}

function isBefore(x: Exchange, expiry: Expiry): boolean {
  const time = timeOf(x, expiry)
  return time !== undefined && time.to <= expiry.expiresAt
}

/** The Date alone may be that of the connection's first response, which may be a few seconds old. */
function isBeforeByOurClock(x: Exchange, { expiresAt, clock: { source, offset } }: Expiry): boolean {
  return source !== 'Date' || x.sentAt + x.ms + (isOurs(offset) ? 0 : offset.high) <= expiresAt
}

/** Even its request was not sent before. Servers may compare whole seconds. */
function isAfter(x: Exchange, expiry: Expiry): boolean {
  const time = timeOf(x, expiry)
  return time !== undefined && time.from > expiry.expiresAt + SECOND / 2
}

/** What was done to the key, as headlines say it: `that was disabled and re-enabled before its expiry`. */
export interface Done {
  readonly before?: string
  /** By `ExpiringKey.after`: holds for `Lived.finally`. */
  readonly after?: string
}

/** What is wrong with the responses to a key before and after its expiry. */
function wrongLife(lived: Lived, done: Done): Violation | undefined {
  const { before, after, expiresAt } = lived
  const all = [...before, ...after]
  const early = all.find((x) => isBefore(x, lived) && isBeforeByOurClock(x, lived) && !isSuccess(x))
  const at = (x: Exchange) => `${responseSummary(x)}, ${dated(x, lived)}`
  if (early)
    return headlined(
      `A key stopped working before its expires_at ${iso(expiresAt)}: GET /users returned ${at(early)}`,
      explained(
        violation(`a success until ${iso(expiresAt)}`, at(early), early),
        'An integration stops before its key expires.',
        'the expiry is cut to a date or minute, or read in another time zone',
        'the clock of the server is ahead',
      ),
    )
  const late = all.find((x) => isAfter(x, lived) && x.response!.status !== 401)
  // The console may have refused to enable an expired key, and how a disabled one is refused is not shown.
  const revived = lived.finally.find((x) => isAfter(x, lived) && isAccepted(x))
  const worst = late ?? revived
  if (!worst) return undefined
  const found = violation(`401 from ${iso(expiresAt)} on`, at(worst), worst)
  const that = (worst === late ? undefined : done.after) ?? done.before
  const key = `an expired key${that === undefined ? '' : ` ${that}`}`
  return headlined(
    `${isAccepted(worst) ? `The server accepted ${key}` : `${capitalize(key)} got another status than 401`}: GET /users returned ${at(worst)}; expires_at is ${iso(expiresAt)}`,
    isAccepted(worst)
      ? found
      : explained(
          found,
          'A client that handles 401 does not recognise a bad key.',
          'an expired key gets a separate status, as if it lacked a permission',
        ),
  )
}

function dated(x: Exchange, { clock: { source, offset } }: Expiry): string {
  if (source === 'Date') return `at ${iso(dateOf(x)!)} (Date header)`
  return `at about ${iso(Math.round((x.sentAt + (offset.low + offset.high) / 2) / SECOND) * SECOND)}`
}

/** Judges a key before and after its expiry. */
export function judgeLife(evidence: Evidence, done: Done = {}): Violation | Unclear | undefined {
  if ('impossible' in evidence) return unclear(evidence.impossible)
  if (evidence.isContradictory)
    return unclear('the Date of responses does not advance with time, so that the time of the deployment is unknown')
  const found = wrongLife(evidence, done)
  if (found && evidence.clock.source === 'ours')
    return unclear(`${found.actual} by our clock: neither an advancing Date nor touchUser shows that of the deployment`)
  if (found) return found
  if (!evidence.before.some((x) => isBefore(x, evidence))) return unclear('the key could not be used in time')
  const late = [...evidence.after, ...evidence.finally]
  if (!late.some((x) => isAfter(x, evidence))) return unclear('no response was dated after the expiry')
  return undefined
}

const iso = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z')
