import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../core/exchange.ts'
import { seeded } from '../uniformity/random.ts'
import type { Measured } from './measure.ts'
import type { Samples } from './samples.ts'
import { isLarge, outcomeOf, type TimingEvidence } from './verdict.ts'

type Later = Readonly<Record<string, number>>

/** Samples with these delays in microseconds, by class. */
function measured(
  later: Later,
  { seed = 1, width = 4, labels = ['missing', 'unknown', 'unknown placebo', 'revoked'] } = {},
): Measured {
  const random = seeded(seed)
  const parts = Array.from({ length: 40 }, () => '')
  const times = labels.map((label) => [label, parts.map(() => 50 + width * random() + (later[label] ?? 0))])
  const samples: Samples = { parts, times: Object.fromEntries(times) }
  return { samples, others: [] }
}
const shown = ['unknown', 'revoked', 'missing', 'revoked'].map((label, n) => ({ label, exchange: { n } as Exchange }))
const outcome = (one: Measured, again?: Measured, exchanges: TimingEvidence['exchanges'] = []) =>
  outcomeOf({ measured: one, exchanges, ...(again && { again }) })
const late = (us: number, seed = 1) => measured({ revoked: us }, { seed })

describe('a leak', () => {
  it('fails from a millisecond up if a second connection confirms it', () => {
    const { finding } = outcome(late(2000), late(2000, 2))
    expect(finding).toMatchObject({
      kind: 'violation',
      expected: 'the same response time for every kind of bad credential',
      actual: expect.stringMatching(
        /^the revoked key takes 2\.0 ms \(between 2\.0 and 2\.0 ms\) longer than an unknown key_id/,
      ),
    })
    expect(finding).not.toHaveProperty('onlyWarning')
  })

  it.each<[string, Measured, Measured | undefined]>([
    ['it is smaller', late(400), late(400, 2)],
    ['it was smaller at first', late(400), late(2000, 2)],
    ['there was no second measurement', late(2000), undefined],
    ['it is smaller there', late(2000), late(400, 2)],
    ['it is of another class there', late(2000), measured({ unknown: 2000, 'unknown placebo': 2000 }, { seed: 2 })],
    ['measuring ended early there', late(2000), { ...late(2000, 2), stopped: 'why' }],
  ])('is a warning if %s', (_, one, again) =>
    expect(outcome(one, again).finding).toMatchObject({ kind: 'violation', onlyWarning: true }),
  )

  it('fails by the pair that both measurements show, whichever is the clearest in each', () => {
    const labels = ['unknown', 'wrong-secret', 'revoked']
    const one = measured({ 'wrong-secret': 2000, revoked: -20 }, { labels })
    const other = measured({ 'wrong-secret': 2000, unknown: -20 }, { labels, seed: 2 })
    expect(outcome(one, other).finding).not.toHaveProperty('onlyWarning')
  })

  it('shows responses of the faster class, then of the slower', () => {
    const { finding } = outcome(late(2000), late(2000, 2), shown)
    expect((finding as { show?: readonly Exchange[] }).show?.map(({ n }) => n)).toEqual([0, 1, 3])
  })

  it('says how many more comparisons differ', () => {
    const two = measured({ revoked: 900 }, { labels: ['unknown', 'wrong-secret', 'revoked'] })
    expect(outcome(two).finding).toMatchObject({
      actual: expect.stringMatching(/; 1 more comparison differs: the revoked key takes \d+ µs longer than [^;]*$/),
    })
    const three = measured(
      { revoked: 900, expired: 300 },
      { labels: ['unknown', 'wrong-secret', 'revoked', 'expired'] },
    )
    expect(outcome(three).finding).toMatchObject({
      actual: expect.stringMatching(/; 4 more comparisons differ: [^;]*;[^;]*;[^;]*$/),
    })
    expect(outcome(late(900)).finding).toMatchObject({ actual: expect.not.stringContaining('more comparison') })
  })

  it('is a sentence in the summary', () => {
    const { measurement } = outcome(late(400))
    expect(measurement!.summary).toMatch(/^The revoked key takes 40\d µs \(between .* and .* µs\) longer than .*\.$/)
    expect(measurement!.pairs.filter(({ rejected }) => rejected)).toHaveLength(1)
  })
})

describe('the outcome is unclear', () => {
  it('if measuring ended early', () =>
    expect(outcome({ ...late(2000), stopped: 'the server closed' })).toEqual({
      finding: { kind: 'unclear', why: 'the server closed', moved: false },
      measurement: undefined,
    }))

  it('if nothing can be compared', () => {
    const lonely = measured({}, { labels: ['missing', 'malformed', 'revoked'] })
    expect(outcome(lonely)).toMatchObject({ finding: { why: expect.stringContaining('fewer than two') } })
    expect(outcome(lonely).measurement).toBeUndefined()
  })

  it('if unissued key_ids differ', () => {
    const { finding, measurement } = outcome(measured({ 'unknown placebo': 300, revoked: 2000 }))
    expect(finding).toMatchObject({ kind: 'unclear', why: expect.stringMatching(/^unknown key_ids differ .*30\d µs/) })
    expect(measurement!.summary).toMatch(/^unknown key_ids differ/)
  })

  it('if the detectable shift is too large', () => {
    const { finding, measurement } = outcome(measured({}, { width: 20_000 }))
    expect(finding).toMatchObject({
      kind: 'unclear',
      why: expect.stringMatching(/^No difference.*too coarse: it must be 1 ms or less\. Test from nearer .*$/),
    })
    expect(measurement!.detectable).toBeGreaterThan(1000)
  })
})

describe('a leak-free server', () => {
  it('passes with the detectable shift', () => {
    const { finding, measurement } = outcome(measured({ missing: 900 }))
    expect(finding).toBeUndefined()
    expect(measurement!.summary).toMatch(
      /^No difference found; one of \d+ µs or more would be seen from here in four runs of five\.$/,
    )
  })

  it('passes with the names of classes that got another status', () => {
    const { measurement } = outcome({ ...measured({}), others: ['expired', 'disabled'] })
    expect(measurement!.summary).toMatch(/ Not compared, because the status is not 401: expired, disabled\.$/)
  })

  it('is judged once', () => {
    const evidence = { measured: measured({}), exchanges: [] }
    expect(outcomeOf(evidence)).toBe(outcomeOf(evidence))
  })
})

it('a difference is large if its lower bound is at least a millisecond and the classes are compared', () => {
  expect([late(2000), late(400)].map(isLarge)).toEqual([true, false])
  expect(isLarge(measured({ 'unknown placebo': 5000 }))).toBe(false)
})
