import { describe, expect, it } from 'vitest'
import type { ControlStep } from '../../core/control-tools.ts'
import type { Exchange, Req } from '../../core/exchange.ts'
import { whole } from '../../core/key-format.ts'
import { violation } from '../../core/rule.ts'
import type { FoundViolation } from './provisional-result.ts'
import { timelineOf } from './rule-result.ts'

const KEY = `acme_${'a1'.repeat(8)}_${'0f'.repeat(32)}`
const secrets = new Map([['TENANT_A_KEY', KEY]])
const sent = (sentAt: number, { status = 200, ...req }: Partial<Req> & { status?: number } = {}): Exchange =>
  ({
    n: sentAt,
    sentAt,
    req: {
      path: '/users',
      credential: { headers: [['X-Api-Key', whole({ env: 'TENANT_A_KEY', prefix: 'acme', keyId: 'a1'.repeat(8) })]] },
      ...req,
    },
    response: { status },
  }) as unknown as Exchange
const did = (calledAt: number, more: Partial<ControlStep> = {}): ControlStep =>
  ({ call: 'createKey', args: [], calledAt, returnedAt: calledAt + 12, ...more }) as ControlStep
const timeline = (exchanges: readonly Exchange[], steps: readonly ControlStep[] = [], show: readonly Exchange[] = []) =>
  timelineOf({ exchanges, steps, violation: violation('a', 'b', ...show) } as unknown as FoundViolation, secrets)

describe('the sequence of a failure', () => {
  it('starts at 0 and has each request once, shown or not', () => {
    const [one, other] = [sent(1040), sent(1020, { status: 401 })]
    expect(timeline([one], [did(1000)], [other, one])).toEqual([
      '+0 ms  control.createKey() → done, after 12 ms',
      '+20 ms  GET /users with acme_a1a1a1a1a1a1a1a1_**** → 401',
      '+40 ms  GET /users with acme_a1a1a1a1a1a1a1a1_**** → 200',
    ])
    expect(
      timelineOf({ exchanges: [one], steps: [], violation: { kind: 'violation' } } as never, secrets),
    ).toHaveLength(1)
  })

  it.each<[Partial<ControlStep>, string]>([
    [{ args: ['k1', { scopes: ['a'] }, {}] }, 'createKey(k1, {"scopes":["a"]}) → done'],
    [{ result: { keyId: 'k1' } }, 'createKey() → {"keyId":"k1"}'],
    [{ result: null }, 'createKey() → done'],
    [{ refused: 'no' }, 'createKey() → refused: no'],
    [{ error: 'oops' }, 'createKey() → failed: oops'],
  ])('shows the control call and its result: %j', (step, text) => {
    expect(timeline([], [did(5, step)])).toEqual([`+0 ms  control.${text}, after 12 ms`])
  })

  it('shows request, key and the reason for a missing response', () => {
    const [line] = timeline([
      sent(5, {
        method: 'HEAD',
        query: [
          ['page', '2'],
          ['key', ['x', { env: 'TENANT_A_KEY' } as never]],
        ],
      }),
    ])
    expect(line).toBe('+0 ms  HEAD /users?page=2&key=**** with acme_a1a1a1a1a1a1a1a1_**** → 200')
    const silent = {
      ...sent(5, { credential: { headers: [] } as never }),
      response: undefined,
      problem: { message: 'reset' },
    }
    expect(timeline([silent as unknown as Exchange])).toEqual(['+0 ms  GET /users with no key → no response: reset'])
    expect(timeline([{ ...silent, problem: undefined } as unknown as Exchange])[0]).toContain('no response: undefined')
  })

  it('omits lines in the middle', () => {
    const many = Array.from({ length: 30 }, (_, i) => sent(100 + i, { query: [['page', String(i)]] }))
    const lines = timeline(many)
    expect(lines).toHaveLength(25)
    expect([lines[5]?.slice(0, 8), lines[6], lines[7]?.slice(0, 8), lines.at(-1)?.slice(0, 9)]).toEqual([
      '+5 ms  G',
      '(6 steps omitted)',
      '+12 ms  ',
      '+29 ms  G',
    ])
    expect(timeline(many.slice(0, 24))).toHaveLength(24)
    expect(timeline([])).toEqual([])
  })

  it('joins equal lines that follow each other', () => {
    expect(timeline([sent(100), sent(104), sent(109), sent(110, { status: 401 })])).toEqual([
      '+0 to +9 ms  GET /users with acme_a1a1a1a1a1a1a1a1_**** → 200 (3 times)',
      '+10 ms  GET /users with acme_a1a1a1a1a1a1a1a1_**** → 401',
    ])
  })
})
