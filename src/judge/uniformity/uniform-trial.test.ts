import { describe, expect, it } from 'vitest'
import type { Exchange, Req } from '../../core/exchange.ts'
import type { Depth, Tools } from '../../core/rule.ts'
import type { Target } from '../../core/target.ts'
import { LABELS } from '../../proof/calibration/uniformity/simulated.ts'
import type { LabelledRequest } from './blocks.ts'
import { seeded } from './random.ts'
import { type UniformEvidence, uniformTrial } from './uniform-trial.ts'

const target = { secrets: new Map() } as unknown as Target

const requestOf = (label: string): Req => ({
  endpoint: '/users',
  path: '/users',
  credential: { class: label === 'missing' ? 'missing' : 'unknown', form: 'x-api-key', headers: [], note: label },
})

/** The note contains the label, so that a server can leak it. */
const block = (): LabelledRequest[] => LABELS.map((label) => ({ label, req: requestOf(label) }))

type Answering = (req: Req, n: number) => Partial<Exchange>

const refusal = (...headers: [string, string][]): Partial<Exchange> => ({
  response: { status: 401, reason: 'Unauthorized', headers, bytes: 2, text: '{}', json: {}, duplicates: [] },
})

async function run(answering: Answering, depth: Depth = 'quick') {
  const random = seeded(4)
  let n = 0
  const series = async (reqs: readonly Req[]): Promise<Exchange[]> =>
    reqs.map((req) => {
      const about = { n: ++n, rule: '', req, url: '', headers: [], sentAt: 0, ms: 1, retries: 0 }
      return { ...about, ...answering(req, n) }
    })
  const { send, judge } = uniformTrial({ block })
  const c = { blocks: 'by depth' } as const
  const evidence: UniformEvidence = await send(c, { target, depth, random, series } as unknown as Tools)
  return { sent: n, evidence, finding: judge(evidence, c, target) }
}

describe('the trial', () => {
  it.each([
    ['quick', 4],
    ['standard', 25],
    ['exhaustive', 120],
  ] as const)('sends the first stage alone where nothing varies: %s', async (depth, blocks) => {
    const { sent, finding } = await run(() => refusal(), depth)
    expect(sent).toBe(blocks * LABELS.length)
    expect(finding).toBeUndefined()
  })

  it('sends twice as many blocks to confirm, in random order', async () => {
    const { evidence, finding } = await run(({ credential }) =>
      credential.note === 'revoked' ? refusal(['X-Why', 'revoked']) : refusal(),
    )
    expect([evidence.first.length, evidence.fresh.length]).toEqual([4, 8])
    expect(new Set(evidence.fresh.map(({ answers }) => answers.map(({ label }) => label).join())).size).toBe(8)
    expect(finding).toMatchObject({
      kind: 'violation',
      actual: expect.stringContaining('8 of 8 responses to the revoked key'),
    })
  })

  it('repeats a block with a retried request', async () => {
    const { sent, evidence } = await run((_, n) => ({ ...refusal(), retries: n === 3 ? 1 : 0 }))
    expect(sent).toBe(5 * LABELS.length)
    expect(evidence.first.flatMap(({ answers }) => answers).every(({ exchange }) => exchange.retries === 0)).toBe(true)
  })

  it('gives up after three retries', async () => {
    const { sent, finding } = await run(() => ({
      problem: { kind: 'connection', message: 'closed by the other side' },
    }))
    expect(sent).toBe(4 * LABELS.length)
    expect(finding).toMatchObject({ kind: 'unclear', why: expect.stringContaining('closed by the other side') })
  })
})
