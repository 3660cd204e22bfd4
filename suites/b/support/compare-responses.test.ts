import { describe, expect, test } from 'vitest'
import type { Exchange, Req } from '../../../src/core/exchange.ts'
import { randomFrom } from '../../../src/core/random.ts'
import { type Tools, violation } from '../../../src/core/rule.ts'
import { compare, settle } from './compare-responses.ts'

const request = (path: string) => ({ endpoint: null, path }) as unknown as Req

/** Responds with a number to each request, in the order of requests; `once` like `get` except for its first responses. */
function toolsOf(response: (path: string, n: number) => number, first = response) {
  let n = 0
  const reply = (value: number) => ({ response: { status: 200, json: value } }) as unknown as Exchange
  const get = async ({ path }: Req) => reply(response(path, ++n))
  return { tools: { get, once: async ({ path }: Req) => reply(first(path, 0)) } as unknown as Tools, sent: () => n }
}

const value = (x: Exchange) => x.response?.json
const comparison = {
  differ: (x: Exchange, y: Exchange) =>
    value(x) === value(y) ? undefined : violation(`${value(x)}`, `${value(y)}`, x, y),
  alike: (one: Exchange, other: Exchange) => value(one) === value(other),
}

async function findingOf(response: (path: string, n: number) => number, first?: (path: string) => number) {
  const { tools, sent } = toolsOf(response, first)
  const rounds = await compare(tools, request('/x'), request('/y'), comparison)
  return { kind: kindOf(settle(rounds, comparison)), sent: sent() }
}

const kindOf = (found: ReturnType<typeof settle>) => (found?.kind === 'unclear' && found.moved ? 'moved' : found?.kind)

describe('comparing two responses', () => {
  test('agreement takes no further request', async () => {
    expect(await findingOf(() => 1)).toEqual({ kind: undefined, sent: 0 })
  })

  test('a probe that always differs is a violation', async () => {
    expect(await findingOf((path) => (path === '/y' ? 2 : 1))).toEqual({ kind: 'violation', sent: 30 })
  })

  test('a change since the first responses is not a violation', async () => {
    expect(
      (
        await findingOf(
          () => 7,
          (path) => (path === '/y' ? 7 : 6),
        )
      ).kind,
    ).toBeUndefined()
    for (let change = 1; change <= 10; change++) {
      const { kind } = await findingOf(
        (_, n) => (n < change ? 6 : 7),
        (path) => (path === '/y' ? 7 : 6),
      )
      expect(kind).not.toBe('violation')
    }
  })

  test('data that changes all the time is inconclusive', async () => {
    expect(
      (
        await findingOf(
          (_, n) => n,
          (path) => path.length + (path === '/y' ? 1 : 0),
        )
      ).kind,
    ).toBe('moved')
  })

  test('data that changes back and forth is hardly ever mistaken for a violation', async () => {
    let wrong = 0
    for (let seed = 0; seed < 500; seed++) {
      const random = randomFrom(seed)
      const { kind } = await findingOf(
        () => (random() < 0.5 ? 6 : 7),
        (path) => (path === '/y' ? 7 : 6),
      )
      if (kind === 'violation') wrong++
    }
    expect(wrong).toBeLessThan(5)
  })

  test.each([2, 3, 4])('one of %i workers that differs at the probe is found', async (workers) => {
    for (let turn = 0; turn < workers; turn++) {
      const response = (path: string, n: number) => (path === '/y' && n % workers === turn ? 2 : 1)
      const { kind } = await findingOf(response, (path) => (path === '/y' ? 2 : 1))
      expect(kind).toBe('violation')
    }
  })
})

describe('alternating responses', () => {
  const response = (n: number) => ({ response: { status: 200, json: n } }) as unknown as Exchange
  /** Yardsticks before and after, and the probes between them. */
  const round = (before: number, probes: number[], after: number) => ({
    before: response(before),
    probes: probes.map(response),
    after: response(after),
  })
  const set = (one: number, ...two: [number, number]) => [round(0, [one], 0), round(0, two, 0), round(0, [0, 0, 0], 0)]
  const judge = (fresh: readonly ReturnType<typeof round>[]) =>
    kindOf(settle({ yardstick: response(0), probe: response(1), fresh }, comparison))

  test('are wrong if every probe is, and right if none is', () => {
    expect(judge([round(0, [1], 0), round(0, [1, 1], 0), round(0, [1, 1, 1], 0)])).toBe('violation')
    expect(judge(set(0, 0, 0))).toBeUndefined()
  })

  test('prove nothing if some probes are wrong once', () => {
    expect(judge(set(1, 0, 0))).toBe('moved')
    expect(judge(set(1, 1, 1))).toBe('moved')
  })

  test('are wrong if some probes are in each of six sets, and not if one set has none', () => {
    const three = [...set(1, 0, 0), ...set(0, 0, 1), ...set(1, 1, 0)]
    expect(judge([...three, ...three])).toBe('violation')
    expect(judge(three)).toBe('moved')
    expect(judge([...three, ...set(1, 0, 0), ...set(0, 0, 0), ...set(1, 1, 0)])).toBe('moved')
    expect(judge([...set(0, 0, 0), ...set(1, 0, 0), ...set(1, 1, 0), ...three])).toBe('moved')
    expect(judge([...three, ...set(1, 0, 0), ...set(1, 1, 0), ...set(0, 0, 0)])).toBe('moved')
  })

  test('prove nothing if the yardsticks differ', () => {
    expect(judge([round(0, [1], 0), round(0, [1, 1], 2), round(2, [1, 1, 1], 2)])).toBe('moved')
    expect(judge([...set(1, 0, 0), ...set(0, 0, 1), ...set(1, 1, 0).slice(1), round(3, [1], 3)])).toBe('moved')
  })

  test('are right if a probe equals the yardstick on either side', () => {
    expect(judge([round(0, [1], 1), round(1, [1, 1], 1), round(1, [1, 1, 1], 1)])).toBeUndefined()
    expect(judge([round(1, [1], 0), round(0, [0, 0], 0), round(0, [0, 0, 0], 0)])).toBeUndefined()
  })
})
