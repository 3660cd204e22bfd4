import { describe, expect, it } from 'vitest'
import type { Exchange, Req } from '../../core/exchange.ts'
import type { Depth, Tools, Violation } from '../../core/rule.ts'
import type { Target } from '../../core/target.ts'
import { LABELS } from '../../proof/calibration/uniformity/simulated.ts'
import { seeded } from './random.ts'
import { type UniformEvidence, uniformTrial } from './uniform-trial.ts'

const target = { secrets: new Map() } as unknown as Target

const requestOf = (label: string): Req => ({
  endpoint: '/users',
  path: '/users',
  credential: { class: label === 'missing' ? 'missing' : 'unknown', form: 'x-api-key', headers: [], note: label },
})

/** The note contains the label, so that a server can leak it. */
const block = () => ({
  strata: [],
  place: '',
  requests: LABELS.map((label) => ({ label, words: label, req: requestOf(label) })),
})

type Answering = (req: Req, n: number) => Partial<Exchange>

const refusal = (...headers: [string, string][]): Partial<Exchange> => ({
  response: { status: 401, reason: 'Unauthorized', headers, bytes: 2, text: '{}', json: {}, duplicates: [] },
})

async function run(answering: Answering, depth: Depth = 'quick', blocks = block) {
  const random = seeded(4)
  let n = 0
  const get = async (req: Req): Promise<Exchange> => {
    const about = { n: ++n, rule: '', req, url: '', headers: [], sentAt: 0, ms: 1, retries: 0 }
    return { ...about, ...answering(req, n) }
  }
  const series = (reqs: readonly Req[]): Promise<Exchange[]> => Promise.all(reqs.map(get))
  const { send, judge } = uniformTrial({ blocks: () => blocks })
  const c = { blocks: 'by depth' } as const
  const evidence: UniformEvidence = await send(c, { target, depth, random, get, series } as unknown as Tools)
  return { sent: n, evidence, finding: judge(evidence, c, target) }
}

describe('the trial', () => {
  it.each([
    ['quick', 3],
    ['standard', 20],
    ['exhaustive', 100],
  ] as const)('sends the first stage alone where nothing varies: %s', async (depth, blocks) => {
    const { sent, finding } = await run(() => refusal(), depth)
    expect(sent).toBe(blocks * LABELS.length)
    expect(finding).toBeUndefined()
  })

  it('sends twice as many blocks to confirm, in random order', async () => {
    const { evidence, finding } = await run(({ credential }) =>
      credential.note === 'revoked' ? refusal(['X-Why', 'revoked']) : refusal(),
    )
    expect([evidence.first.length, evidence.fresh.length]).toEqual([3, 6])
    expect(new Set(evidence.fresh.map(({ answers }) => answers.map(({ label }) => label).join())).size).toBe(6)
    expect(finding).toMatchObject({
      kind: 'violation',
      headline: 'GET /users distinguishes revoked from other bad credentials: `X-Why` is present',
      note: expect.stringMatching(/by which about one run in [1-9]0*(,000)? shows one/),
      actual: expect.stringContaining('6 of 6 responses to revoked, and in 0 of 42 to '),
    })
  })

  const HEADERS = ['Origin', 'X-Request-Id', 'X-Padding'].map((name) => [name, '1'] as const)
  const asBrowser = () => ({
    ...block(),
    requests: block().requests.map(({ req, ...about }) => ({
      ...about,
      req: { ...req, client: 'firefox', headers: HEADERS },
    })),
  })
  it.each([
    ['without the headers of its block, where they do not matter', () => true, undefined],
    ['with the one that matters', (req: Req) => req.headers?.some(([name]) => name === 'Origin'), [['Origin', '1']]],
    ['with all, where the client matters', ({ client }: Req) => client !== undefined, HEADERS],
  ] as const)('shows the difference %s', async (_, isLeaking, headers) => {
    const { finding } = await run(
      (req) => refusal(['X-Why', req.credential.note === 'revoked' && isLeaking(req) ? 'revoked' : '']),
      'quick',
      asBrowser,
    )
    const { show, note } = finding as Violation
    expect(show!.map(({ req }) => req.headers)).toEqual([headers, headers])
    expect(note!.startsWith('it takes the header Origin; ')).toBe(headers?.length === 1)
  })

  it.each([
    [200, 'GET /users accepts revoked, unlike other bad credentials: the status is 200'],
    [403, 'GET /users distinguishes revoked from other bad credentials: the status is 403'],
  ])('names the class that gets %i', async (status, headline) => {
    const { finding } = await run(({ credential }) =>
      credential.note === 'revoked'
        ? { response: { ...refusal(['Content-Length', '74'], ['X-Why', '']).response!, status } }
        : refusal(['Content-Length', '85']),
    )
    expect(finding).toMatchObject({ headline })
  })

  it('says that the connection is closed, not that Keep-Alive is missing', async () => {
    const { finding } = await run(({ credential }) =>
      credential.note === 'revoked'
        ? refusal(['Connection', 'close'])
        : refusal(['Connection', 'keep-alive'], ['Keep-Alive', 'timeout=5']),
    )
    expect(finding).toMatchObject({
      headline: 'GET /users distinguishes revoked from other bad credentials: the connection is closed',
      difference: { at: 'header Connection' },
    })
  })

  it('compares a class that need not get 401 only where it does', async () => {
    const optional = () => ({
      strata: [],
      place: '',
      requests: block().requests.map((one) => (one.label === 'disabled' ? { ...one, onlyIf401: true as const } : one)),
    })
    const forbidden = { response: { ...refusal().response!, status: 403 } }
    const { evidence, finding } = await run(
      ({ credential }) => (credential.note === 'disabled' ? forbidden : refusal()),
      'quick',
      optional,
    )
    expect(evidence.first.map(({ answers }) => answers.length)).toEqual(new Array(3).fill(LABELS.length - 1))
    expect(finding).toBeUndefined()
  })

  it('repeats a block with a retried request', async () => {
    const { sent, evidence } = await run((_, n) => ({ ...refusal(), retries: n === 3 ? 1 : 0 }))
    expect(sent).toBe(4 * LABELS.length)
    expect(evidence.first.flatMap(({ answers }) => answers).every(({ exchange }) => exchange.retries === 0)).toBe(true)
  })

  const limited = { ...refusal().response!, status: 429 }

  it('compares responses that came after a 429', async () => {
    const { sent, finding } = await run((_, n) => ({ ...refusal(), ...(n % 3 === 0 && { retries: 1, limited }) }))
    expect(sent).toBe(3 * LABELS.length)
    expect(finding).toBeUndefined()
  })

  it('concludes nothing if only one class was rate limited', async () => {
    const answering: Answering = ({ credential }) => ({
      ...refusal(),
      ...(credential.note === 'revoked' && { retries: 1, limited }),
    })
    const { finding } = await run(answering, 'standard')
    expect(finding).toMatchObject({
      kind: 'unclear',
      why: expect.stringContaining('429 came 20 times, and only to requests with revoked'),
    })
  })

  it('gives up after three retries', async () => {
    const { sent, finding } = await run(() => ({
      problem: { kind: 'connection', message: 'closed by the other side' },
    }))
    expect(sent).toBe(4 * LABELS.length)
    expect(finding).toMatchObject({ kind: 'unclear', why: expect.stringContaining('closed by the other side') })
  })
})
