import { isSuccess } from '../../../src/core/exchange.ts'
import { explained, type Finding, headlined, trial, unclear, violation } from '../../../src/core/rule.ts'
import { orRefused } from '../../../src/engine/control/refused.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { judgeLife, type Evidence as Life, outlive } from '../support/expiring-key.ts'
import { askBy } from '../support/request-with-created-key.ts'

interface Case {
  /** `+05:30`, `Z`. */
  readonly zone: string
  readonly fraction?: string
  /** Seconds until the expiry; of a few, the key is used after it, too. */
  readonly ahead: number | { readonly year: number }
}

type Evidence = 'refused' | { readonly x: Awaited<ReturnType<typeof askBy>> } | Life

const HOUR = 3600
const FEW = 60

/** An instant as the clock of a zone shows it, to the second. */
export function written(ms: number, { zone, fraction = '' }: Pick<Case, 'zone' | 'fraction'>): string {
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(zone) ?? []
  const offset = (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * HOUR + Number(minutes ?? 0) * 60)
  return new Date(ms + offset * 1000).toISOString().replace('.000Z', '') + fraction + zone
}

export default trial<Case, Evidence>({
  level: 'implied',
  since: 3,
  title: 'An accepted expires_at is the same instant in every ISO 8601 notation',
  clauses: ['2.key.expires_at', '2.key.expires_at.401'],
  derivation:
    'expires_at is a timestamp. An offset from UTC changes its notation only, a fraction moves it by less than a second, and a time after 2038 is one as well.',
  tried:
    'Keys are created whose expires_at has an offset, a fraction of a second or a year after 2038. They work immediately, and some are used after their expiry. The console may refuse an expiry.',
  meaning: 'A key works hours too short or too long, depending on how its expires_at is written.',
  causes: [
    'the offset is cut off, or the time is read in the zone of the server',
    'a fraction of a second makes the expiry unreadable, and the key never expires',
    'seconds since 1970 overflow 32 bits in 2038',
  ],
  eager: true,
  needs: ['key', 'control.createKey'],
  after: ['a.auth.api-key-accepted', 'a.auth.bearer-accepted', 'a.auth.missing-key', 'a.key.active-at-once'],
  follows: ['a.key.expiry', 'a.key.revoke-instant'],
  cases: {
    first: [
      { zone: '-08:00', ahead: HOUR },
      { zone: '+05:30', ahead: 1 },
      { zone: 'Z', ahead: { year: 2039 } },
      { zone: 'Z', fraction: '.000000', ahead: 1 },
      { zone: 'Z', ahead: { year: 2107 } },
      { zone: '-11:00', fraction: '.999', ahead: HOUR },
    ],
    count: [1, 6, 6],
    cost: (depth) => (depth === 'quick' ? 1 : 16),
  },
  async send({ zone, fraction, ahead }, tools): Promise<Evidence> {
    const create = (ms: number) => tools.control.a.createKey({ expiresAt: written(ms, { zone, fraction }) })
    if (typeof ahead === 'number' && ahead < FEW) return outlive(tools, { by: 'X-Api-Key', seconds: ahead, create })
    const at = typeof ahead === 'number' ? Math.floor(Date.now() / 1000 + ahead) * 1000 : Date.UTC(ahead.year, 1, 28)
    const done = await orRefused(create(at))
    if ('refused' in done) return 'refused'
    return {
      x: await askBy(tools, done.key, {
        as: 'active',
        note: `a key that expires at ${written(at, { zone, fraction })}`,
      }),
    }
  },
  judge(evidence, { zone, fraction, ahead }): Finding | undefined {
    if (evidence === 'refused') return undefined
    if (!('x' in evidence)) return judgeLife(evidence)
    const { x } = evidence
    if (isSuccess(x)) return undefined
    if (x.response!.status !== 401) return unclear(`the key got ${responseSummary(x)}`)
    const form = `${typeof ahead === 'number' ? '' : `the year ${ahead.year} and `}${fraction ? 'a fraction and ' : ''}${zone}`
    return headlined(
      `A new key is rejected, although its expires_at (with ${form}) is in the future: GET /users returned ${responseSummary(x)}`,
      explained(
        violation('a success with a key that has not expired', responseSummary(x), x),
        'A key stops working hours too early, or never works, depending on how its expires_at is written.',
        ...(typeof ahead === 'number' ? [] : ['a far expires_at overflows a 32-bit time']),
      ),
    )
  },
  faults: {
    'offset-cut-off': {
      aExpiryRead: (text, admin) => admin.conforming.aExpiryRead(text.replace(/[+-]\d\d:\d\d$/, 'Z'), admin),
    },
    'offset-with-the-wrong-sign': {
      aExpiryRead: (text, admin) =>
        admin.conforming.aExpiryRead(
          text.replace(/[+-](?=\d\d:\d\d$)/, (sign) => (sign === '+' ? '-' : '+')),
          admin,
        ),
    },
    'more-than-three-digits-never-expire': {
      aExpiryRead: (text, admin) => (/\.\d{4}/.test(text) ? FAR : admin.conforming.aExpiryRead(text, admin)),
    },
    'overflows-in-2038': {
      aExpiryRead: (text, admin) => {
        const ms = admin.conforming.aExpiryRead(text, admin)
        return typeof ms === 'number' && ms >= 2 ** 31 * 1000 ? ms - 2 ** 32 * 1000 : ms
      },
    },
    'unsigned-overflow-in-2106': {
      aExpiryRead: (text, admin) => {
        const ms = admin.conforming.aExpiryRead(text, admin)
        return typeof ms === 'number' ? ms % (2 ** 32 * 1000) : ms
      },
    },
    'fraction-read-as-milliseconds-since-1970': {
      aExpiryRead: (text, admin) => (/\.\d*[1-9]/.test(text) ? 999 : admin.conforming.aExpiryRead(text, admin)),
    },
  },
  quickMisses: {
    'more-than-three-digits-never-expire': 'quick depth tries one notation',
    'overflows-in-2038': 'quick depth tries one notation',
    'unsigned-overflow-in-2106': 'quick depth tries one notation',
    'fraction-read-as-milliseconds-since-1970': 'quick depth tries one notation',
  },
  freedoms: {
    'ten-years-at-most': {
      aExpiryRead: (text, admin) => {
        const ms = admin.conforming.aExpiryRead(text, admin)
        return typeof ms === 'number' && ms > admin.now + 3653 * 86_400_000 ? undefined : ms
      },
    },
    'whole-seconds': {
      aExpiresAt: (chosen) => chosen && Math.floor(chosen / 1000) * 1000,
    },
  },
})

/** The last instant that a Date can hold. */
const FAR = 8.64e15
