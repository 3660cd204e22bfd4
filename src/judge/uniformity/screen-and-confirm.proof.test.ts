import { createHash } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { measure, tryOnce } from '../../proof/calibration/uniformity/calibrate.ts'
import { type Change, LABELS, simulate } from '../../proof/calibration/uniformity/simulated.ts'
import { LEAKS, ONLY_IN, SPARSE } from '../../proof/calibration/uniformity/simulated-leaks.ts'
import { NOISE } from '../../proof/calibration/uniformity/simulated-noise.ts'
import type { Block } from './blocks.ts'
import { screen } from './screen-and-confirm.ts'
import { verdict } from './uniform-trial.ts'

// Guards against hanging only: a busy machine may be slow.
vi.setConfig({ testTimeout: 120_000 })

const secrets = new Map<string, string>()
const certain = Object.keys(LEAKS).filter((leak) => !SPARSE.includes(leak))
const noiseOf = (...names: string[]): Change[] => names.map((name) => NOISE[name]!)
const usualNoise = noiseOf('request id', 'date', 'counter under another name')

describe('leak-free servers', () => {
  it('never fail, with any legal noise', () => {
    const rows = [measure('quick', 190, 100), measure('standard', 12, 500)]
    for (const row of rows) expect(row).toMatchObject({ failed: 0, unclear: 0 })
  })

  it.each(Object.keys(NOISE))('pass with %s alone', (name) => {
    for (const variant of ['a', 'b'] as const) {
      expect(tryOnce(variant, [NOISE[name]!], 'quick', 3).verdict).toBe('passed')
    }
  })

  it('pass immediately if nothing varies', () => {
    expect(tryOnce('a', [], 'exhaustive', 1)).toEqual({ flagged: false, verdict: 'passed', text: '' })
  })
})

describe('leaking servers', () => {
  it('number at least twenty', () => {
    expect(certain.length).toBeGreaterThanOrEqual(20)
  })

  it.each(certain)('fail at standard depth: %s', (leak) => {
    const outcome = tryOnce(ONLY_IN[leak] ?? 'a', [...usualNoise, LEAKS[leak]!], 'standard', 11)
    expect(outcome).toMatchObject({ verdict: 'failed', flagged: true })
    expect(outcome.text).toMatch(
      / in \d+ of \d+ responses .* and in \d+ of \d+ to .+?( by [\w-]+)?( on [\w/{}]+)?(;|$)/,
    )
  })

  it('fail with a message that names feature, class and counts', () => {
    const { text } = tryOnce('a', [...usualNoise, LEAKS['a header more']!], 'standard', 2)
    expect(text).toMatch(/`X-Auth-Reason` is present in 40 of 40 responses to the revoked key, and in 0 of 280 to /)
  })
})

describe('the verdict', () => {
  const evidenceOf = (changes: readonly Change[]) => {
    const blocks = simulate('a', changes, 5)
    return { seeds: [1, 2] as const, first: blocks(20, 'screen'), fresh: blocks(40) }
  }

  it('is deterministic, also for evidence from JSON', () => {
    const evidence = evidenceOf([...usualNoise, LEAKS.framing!])
    const again = verdict(JSON.parse(JSON.stringify(evidence)), secrets)
    expect(again).toEqual(verdict(evidence, secrets))
    expect(again?.kind).toBe('violation')
  })

  it('shows a response without the mark, then one with it', () => {
    const finding = verdict(evidenceOf([LEAKS['a header more']!]), secrets)
    const marked = finding?.kind === 'violation' ? finding.show!.map(hasMark) : []
    expect(marked).toEqual([false, true])
  })

  it('is unclear if the placebos differ', () => {
    const ofTheId: Change = (draft, { keyId }) => void draft.headers.push(['X-Shard', hashOf(keyId ?? '')])
    expect(verdict(evidenceOf([ofTheId]), secrets)?.kind).toBe('unclear')
  })

  it('is unclear if no response is a 401', () => {
    const locked: Change = (draft) => {
      draft.status = 423
    }
    expect(verdict(evidenceOf([locked]), secrets)?.kind).toBe('unclear')
  })

  it('passes a flag that stage 2 does not confirm', () => {
    const { seeds, first } = evidenceOf([LEAKS['a header more']!])
    const { fresh } = evidenceOf(noiseOf('two backends'))
    expect(verdict({ seeds, first, fresh }, secrets)).toBeUndefined()
  })
})

describe('labels', () => {
  const renamed = (blocks: readonly Block[], rename: (label: string) => string): Block[] =>
    blocks.map(({ answers, ...about }) => ({
      ...about,
      answers: answers.map((a) => ({ ...a, label: rename(a.label) })),
    }))

  it('are interchangeable: renaming them changes no flag', () => {
    const blocks = simulate('a', [...usualNoise, LEAKS['a field more']!], 9)(25)
    const turned = renamed(blocks, (label) => LABELS[(LABELS.indexOf(label) + 3) % LABELS.length]!)
    const ids = (all: readonly Block[]) =>
      screen(all, secrets, 1)
        .map(({ id }) => id)
        .sort()
    expect(ids(turned)).toEqual(ids(blocks))
    expect(ids(blocks).length).toBeGreaterThan(0)
  })

  it('leave nothing to flag when permuted within blocks', () => {
    const blocks = simulate('a', [...usualNoise, LEAKS['a field more']!], 9)(25)
    const mixed = blocks.map(({ answers, ...about }, i) => ({
      ...about,
      answers: answers.map((a, k) => ({ ...a, label: answers[(k + i * 3) % answers.length]!.label })),
    }))
    expect(screen(mixed, secrets, 1)).toEqual([])
  })
})

const hashOf = (text: string): string => createHash('md5').update(text).digest('hex')

const hasMark = ({ response }: { response?: { headers: readonly (readonly [string, string])[] } }): boolean =>
  response!.headers.some(([name]) => name === 'X-Auth-Reason')
