import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyVariation } from './any-variation.ts'

const NAMES = Array.from({ length: 30 }, (_, i) => `X-${i}`)
const any = anyVariation(Object.fromEntries(NAMES.map((name) => [name, ['', '1']])))
const all = Object.fromEntries(NAMES.map((name) => [name, '1']))

/** Names of the smallest failing variation, and the attempts that it took. */
function shrink(fails: (names: readonly string[]) => boolean) {
  let attempts = -1
  const property = fc.property(any, (variation) => {
    attempts++
    return !fails(NAMES.filter((name) => variation[name]))
  })
  const smallest = fc.check(property, { examples: [[all]], numRuns: 1 }).counterexample![0]!
  return { names: NAMES.filter((name) => smallest[name]), attempts }
}

describe('anyVariation', () => {
  it('shrinks to the one header that matters by halves', () => {
    const { names, attempts } = shrink((some) => some.includes('X-17'))
    expect(names).toEqual(['X-17'])
    expect(attempts).toBeLessThanOrEqual(12)
  })

  it('shrinks to two that matter together', () => {
    const { names, attempts } = shrink((some) => some.includes('X-2') && some.includes('X-29'))
    expect(names).toEqual(['X-2', 'X-29'])
    expect(attempts).toBeLessThanOrEqual(40)
  })

  it('shrinks to the one cookie that matters', () => {
    const cookies = anyVariation({ Cookie: ['', 'a=1; b=100%; c=3'], DNT: ['', '1'] })
    const property = fc.property(cookies, ({ Cookie }) => !/%/.test(Cookie!))
    const examples: [Record<string, string>][] = [[{ Cookie: 'a=1; b=100%; c=3', DNT: '1' }]]
    expect(fc.check(property, { examples, numRuns: 1 }).counterexample).toEqual([{ Cookie: 'b=100%', DNT: '' }])
  })

  it('shrinks a client to the one header of it that matters', () => {
    const clients = anyVariation({ client: ['', 'python-requests/2.32.3'], DNT: ['', '1'] })
    const property = fc.property(clients, (variation) => {
      const isSent = variation.client !== '' || variation['Accept-Encoding'] !== undefined
      return !isSent || variation['Accept-Encoding'] === ''
    })
    const examples: [Record<string, string>][] = [[{ client: 'python-requests/2.32.3', DNT: '1' }]]
    const [smallest] = fc.check(property, { examples, numRuns: 1 }).counterexample!
    const named = Object.entries(smallest!).filter(([, value]) => value)
    expect(named).toEqual([['Accept-Encoding', 'gzip, deflate']])
  })

  it('generates each value', () => {
    const values = fc.sample(any, { seed: 1, numRuns: 20 }).map((variation) => variation['X-0'])
    expect(new Set(values)).toEqual(new Set(['', '1']))
  })
})
