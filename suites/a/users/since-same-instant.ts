import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { type Conclusion, type Finding, headlined, trial } from '../../../src/core/rule.ts'
import { type ComparedPages, comparePages, type Difference, sameList, settle } from '../support/compare-pages.ts'
import { isFinding, pagesOf, type Read, type Reading, read } from '../support/read-page.ts'
import { counting, type Moment, momentOf, refusalIsWarning, timestamp, withMoment } from '../support/updated-since.ts'

/** A moment, and another way to write it: minutes east of Greenwich, digits of a fraction. */
type Case = Moment & { readonly offset: number; readonly fraction?: string }

const HOUR = 60
/** The offset that is farthest from UTC. */
const FARTHEST = 14 * HOUR

const OFFSET = 'the parser drops the offset, its sign or its minutes, or adds what it should subtract'
const FRACTION = 'fraction digits beyond three are refused or counted as milliseconds'
const SHORT_FRACTION = 'one or two digits of a fraction are counted as milliseconds: .5 as .005'
const EACH_FRACTION = 'the digits of a fraction are counted as milliseconds, however many they are: .5 as .005'
const AS_TEXT = 'timestamps are compared as text'

/** Zones lie between 12 hours west and 14 hours east, by quarters of an hour. */
const anyOffset = fc.integer({ min: -48, max: 56 }).map(
  (quarters) => quarters * 15,
  (minutes) => Number(minutes) / 15,
)
const anyFraction = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 6 })

interface Evidence {
  readonly pages: ComparedPages
  /** Where these differ by an offset: a list with one, and those of parsers that drop it and that add it. */
  readonly misread?: readonly Reading[]
}

export default trial<Case, Evidence>({
  level: 'implied',
  severity: 'error',
  title: 'One instant returns the same list with any UTC offset and any fraction digits',
  clauses: ['4.users.updated_since', '4.users.updated_since.filter'],
  derivation: 'updated_since is an ISO 8601 timestamp, and these are spellings of one instant.',
  tried:
    'A timestamp in UTC, and the same instant with another offset (percent-encoded) or other fraction digits: near the middle of the update times, and on a leap day, at the end of a year and in an hour that daylight saving time skips. Different lists are an error; a spelling that is refused with 4xx is a warning.',
  meaning: 'A client that writes timestamps in its own zone, or with microseconds, misses updates.',
  causes: [OFFSET, AS_TEXT, FRACTION, SHORT_FRACTION],
  after: ['a.users.since-subset'],
  cases: {
    first: [
      { seconds_from_edge: 0, offset: 5 * HOUR + 30, fraction: '500000' },
      { seconds_from_edge: 1, offset: -8 * HOUR },
      { seconds_from_edge: 0, offset: 0, fraction: '500000' },
      { updated_since: '2024-02-29T23:30:00Z', offset: 5 * HOUR + 30 },
      { updated_since: '2024-12-31T23:59:59Z', offset: 14 * HOUR, fraction: '999' },
      { second: 'of the edge', offset: 0, fraction: '9' },
      { seconds_from_edge: 1, offset: -3 * HOUR - 30 },
      { seconds_from_edge: 0, offset: 45 },
      { seconds_from_edge: 1, offset: -12 * HOUR, fraction: '000' },
      { seconds_from_edge: 0, offset: HOUR, fraction: '25' },
      { updated_since: '2024-03-31T02:30:00Z', offset: 0, fraction: '0' },
      { updated_since: '2000-02-29T00:00:00Z', offset: 0, fraction: '000000000' },
      { seconds_from_edge: 0, offset: 0, fraction: '000001' },
    ],
    any: fc.oneof(
      withMoment({ offset: anyOffset, fraction: fc.constant('') }),
      withMoment({ offset: anyOffset, fraction: anyFraction }),
    ),
    count: [1, 16, 150],
    further: () => PROBES.map(({ probe }) => probe),
    conclude,
  },
  async send(c, tools) {
    const updated_since = await momentOf(c, tools)
    // As many are counted already for other rules at quick depth.
    const page = (since: string) => ({ ...counting(since), ...(tools.depth !== 'quick' && { per_page: 100 }) })
    const [one, other] = [inUtc(updated_since, c.fraction), spelt(updated_since, c)].map(page)
    const pages = await comparePages(tools, one!, other!, sameList, { first: 'once' })
    if (c.offset === 0 || settle(pages, sameList)?.kind !== 'violation') return { pages }
    // Between the two wrong readings lies the record of the edge.
    const since = await momentOf({ seconds_from_edge: -1.5 * FARTHEST * 60 }, tools)
    const texts = [
      spelt(since, { seconds_from_edge: 0, offset: FARTHEST }),
      shifted(since, FARTHEST),
      shifted(since, 2 * FARTHEST),
    ]
    return { pages, misread: await Promise.all(texts.map((text) => read(tools, page(text)))) }
  },
  judge({ pages, misread }, c) {
    const found = refusalIsWarning(settle(pages, sameInstant), ...pages.map(({ x }) => x))
    return withCauses(found, c, misread && causeOf(misread))
  },
  faults: {
    'offset-cut-off': { aInstant: (text, call) => call.conforming.aInstant(text.replace(/[+-]\d\d:\d\d$/, 'Z'), call) },
    'sign-of-the-offset-lost': {
      aInstant: (text, call) => call.conforming.aInstant(text.replace(/-(\d\d:\d\d)$/, '+$1'), call),
    },
    'minutes-of-the-offset-lost': {
      aInstant: (text, call) => call.conforming.aInstant(text.replace(/([+-]\d\d):\d\d$/, '$1:00'), call),
    },
    'offset-refused': {
      aInstant: (text, call) => (text.endsWith('Z') ? call.conforming.aInstant(text, call) : undefined),
    },
    'fraction-refused': {
      aInstant: (text, call) => (text.includes('.') ? undefined : call.conforming.aInstant(text, call)),
    },
    'fraction-counted-as-milliseconds': {
      aInstant: (text, call) => {
        const [, fraction = '0'] = /\.(\d+)/.exec(text) ?? []
        const us = call.conforming.aInstant(text.replace(/\.\d+/, ''), call)
        return us === undefined ? undefined : us + Number(fraction) * 1000
      },
    },
    'more-than-three-digits-refused': {
      aInstant: (text, call) => (/\.\d{4}/.test(text) ? undefined : call.conforming.aInstant(text, call)),
    },
    'leap-days-of-centuries-refused': {
      aInstant: (text, call) => (/^\d\d00-02-29/.test(text) ? undefined : call.conforming.aInstant(text, call)),
    },
    'hour-that-is-skipped-in-berlin-refused': {
      aInstant: (text, call) => (/^2024-03-31T02:/.test(text) ? undefined : call.conforming.aInstant(text, call)),
    },
    'last-moments-of-a-year-read-as-its-first': {
      aInstant: (text, call) =>
        call.conforming.aInstant(text.replace(/-12-31T23:59:59\.\d+Z$/, '-01-01T00:00:00Z'), call),
    },
    'compared-as-text': {
      aInstant: (text, call) => call.conforming.aInstant(`${text.slice(0, 19)}Z`, call),
    },
  },
  quickMisses: {
    'sign-of-the-offset-lost': 'quick depth tries one offset, east of Greenwich',
    'leap-days-of-centuries-refused': 'quick depth tries one instant',
    'hour-that-is-skipped-in-berlin-refused': 'quick depth tries one instant',
    'last-moments-of-a-year-read-as-its-first': 'quick depth tries one instant',
  },
  freedoms: {
    'the-instant-itself-excluded': { aUpdatedSince: (user, since) => user.updatedAt > since },
    grows: { userEveryMs: () => 15 },
    'empty-list': { seedUsers: () => 0 },
  },
})

const NO_MINUTES = 'the parser drops the minutes of the offset'

/** Spellings that differ in one property, each beside the edge where a parser that drops it returns another list. */
const PROBES: readonly { readonly name: string; readonly probe: Case; readonly causes: readonly string[] }[] = [
  {
    name: '+02:00',
    probe: { seconds_from_edge: 0, offset: 2 * HOUR },
    causes: [],
  },
  {
    name: '-03:00',
    probe: { seconds_from_edge: 1, offset: -3 * HOUR },
    causes: ['the parser drops the sign of the offset'],
  },
  { name: '+00:45', probe: { seconds_from_edge: 0, offset: 45 }, causes: [NO_MINUTES] },
  { name: '-00:45', probe: { seconds_from_edge: 1, offset: -45 }, causes: [NO_MINUTES] },
  // Between the right reading and that as milliseconds lies the record of the edge.
  { name: '.9', probe: { second: 'of the edge', offset: 0, fraction: '9' }, causes: [] },
  { name: '.99', probe: { second: 'of the edge', offset: 0, fraction: '99' }, causes: [] },
  { name: '.5000', probe: { seconds_from_edge: -3, offset: 0, fraction: '5000' }, causes: [] },
  { name: '.500000', probe: { seconds_from_edge: 0, offset: 0, fraction: '500000' }, causes: [] },
  { name: '.000000', probe: { seconds_from_edge: 0, offset: 0, fraction: '000000' }, causes: [] },
  // As text, a record of this second comes before the one and after the other: "." precedes "Z".
  {
    name: '.000 (in a second with an update)',
    probe: { second: 'of the edge', offset: 0, fraction: '000' },
    causes: [AS_TEXT],
  },
]
const IN_SECOND = PROBES.at(-1)!

/** Which properties of a spelling fail, each on its own. */
function conclude(failing: readonly Case[], conforming: readonly Case[]): Conclusion | undefined {
  const among = (cases: readonly Case[]) => PROBES.filter(({ probe }) => cases.some((c) => isDeepStrictEqual(c, probe)))
  const [wrong, right] = [among(failing), among(conforming)]
  if (wrong.length === 0) return undefined
  if (wrong.length === PROBES.length)
    return {
      pattern: 'every tried spelling gets another list than the plain one',
      causes: ['the parser reads only the plain form, such as 2024-02-29T23:30:00Z'],
    }
  const offset = wrong.find(({ probe }) => probe.offset !== 0)
  const fractions = wrong.flatMap(({ probe: { fraction } }) => fraction ?? [])
  const named = (some: typeof PROBES) => some.map(({ name }) => name).join(', ')
  const isText = wrong.includes(IN_SECOND)
  return {
    pattern: `another list with ${named(wrong)}${right.length > 0 ? `; the same one with ${named(right)}` : ''}`,
    impact: isText
      ? 'Clients miss updates, even those that send plain UTC: as text, 14:32:24.453Z comes before 14:32:24Z.'
      : 'A client that writes timestamps in such a form misses updates, or gets others again.',
    ...(isText && { causes: [AS_TEXT] }),
    // A whole offset has the causes that its lists show.
    ...(!isText && wrong[0] !== PROBES[0] && { causes: [...(offset?.causes ?? []), ...ofFractions(fractions)] }),
    shown: failing.find((c) => isDeepStrictEqual(c, wrong[0]!.probe)),
    isConcerned: (c) => wrong.some(({ probe }) => isLike(probe, c as Case)),
  }
}

/** Whether both have an offset of one direction, with or without minutes, or both a fraction. */
function isLike(probe: Case, { offset, fraction }: Case): boolean {
  if (probe.offset === 0) return Boolean(probe.fraction && fraction)
  return Math.sign(probe.offset) === Math.sign(offset) && (probe.offset % HOUR === 0) === (offset % HOUR === 0)
}

function ofFractions(wrong: readonly string[]): string[] {
  if (wrong.length === 0) return []
  const isShort = (fraction: string) => fraction.length < 3
  return [wrong.every(isShort) ? SHORT_FRACTION : wrong.some(isShort) ? EACH_FRACTION : FRACTION]
}

/** Only a part of the timestamp that is written in another way can be the cause. */
function withCauses(finding: Finding | undefined, { offset, fraction }: Case, cause?: string): Finding | undefined {
  if (finding?.kind !== 'violation') return finding
  if (cause !== undefined) return { ...finding, causes: [cause] }
  return {
    ...finding,
    causes: [...ofFractions(fraction ? [fraction] : []), ...(offset === 0 ? [] : [OFFSET]), AS_TEXT],
  }
}

/** What returns the list that was received, if only one of the two mistakes does. */
function causeOf(misread: readonly Reading[]): string | undefined {
  const pages = pagesOf(...misread)
  if (isFinding(pages)) return undefined
  const [list, dropped, added] = pages as [Read, Read, Read]
  const [isDropped, isAdded] = [dropped, added].map((one) => !sameList(list, one))
  if (isDropped === isAdded) return undefined
  const since = (isDropped ? dropped : added).x.req.query?.find(([name]) => name === 'updated_since')?.[1]
  return `the parser ${isDropped ? 'drops the offset' : 'adds the offset, which it should subtract'}: the list is that of ${since}`
}

/** In UTC and with no digit too many: milliseconds where there is a fraction. */
function inUtc(updatedSince: string, fraction = ''): string {
  const digits = fraction.replace(/0+$/, '')
  return digits === '' ? updatedSince : updatedSince.replace('Z', `.${digits.padEnd(3, '0')}Z`)
}

/** That many minutes later. */
const shifted = (updatedSince: string, minutes: number): string =>
  timestamp(Date.parse(updatedSince) / 1000 + minutes * 60)

function spelt(updatedSince: string, { offset, fraction }: Case): string {
  const local = shifted(updatedSince, offset).replace('Z', '')
  const sign = offset < 0 ? '-' : '+'
  const two = (n: number) => String(Math.floor(Math.abs(n))).padStart(2, '0')
  const zone = offset === 0 && fraction ? 'Z' : `${sign}${two(Math.trunc(offset / 60))}:${two(offset % 60)}`
  return `${local}${fraction ? `.${fraction}` : ''}${zone}`
}

/** Which of the two lists is the right one is not judged: compared as text, the plain form is the wrong one. */
const sameInstant: Difference = (one, other) => {
  const found = sameList(one, other)
  if (!found) return undefined
  const [since, same] = [one, other].map(({ x }) => x.req.query!.find(([name]) => name === 'updated_since')![1])
  const [inUtc] = found.expected.split(',')
  return headlined(
    `GET /users returned different lists for two spellings of one instant: ${found.actual} with updated_since=${same}, ${inUtc} with ${since}`,
    { ...found, expected: 'the same list with each spelling', actual: `${found.actual}; with Z, ${inUtc}` },
  )
}
