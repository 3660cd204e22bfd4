import { describe, expect, it, test } from 'vitest'
import type { Exchange } from '../../core/exchange.ts'
import { violation } from '../../core/rule.ts'
import { CLIENTS, clientInWords, OWN_CLIENT, propertiesOf } from '../../http/client-profile.ts'
import {
  attributeClient,
  attributeProperty,
  extentOfClient,
  inOrderSent,
  onlyFor,
  onlyWithHeader,
} from './attribute-client.ts'

type Result = 'fails' | 'conforms' | 'unclear'

/** Repeats that end as the script says. */
async function attribute(client: string, ...script: Result[]) {
  const clients: string[] = []
  const repeat = async (by: string) => {
    clients.push(by)
    return script[clients.length - 1]!
  }
  return { ...(await attributeClient<Result>('fails', client, repeat, (result) => result)), clients }
}

test('a case that fails with the suite’s own headers as well is reported with these', async () => {
  const { client, isCause, clients } = await attribute('undici', 'fails')
  expect({ client, isCause, clients }).toEqual({ client: OWN_CLIENT, isCause: false, clients: [OWN_CLIENT] })
})

test('a client is the cause if the case fails with its headers only, twice', async () => {
  const { client, isCause, clients } = await attribute('undici', 'conforms', 'fails', 'conforms')
  expect({ client, isCause, clients }).toEqual({
    client: 'undici',
    isCause: true,
    clients: [OWN_CLIENT, 'undici', OWN_CLIENT],
  })
})

test('a case that fails now and then, or cannot be repeated, has no such cause', async () => {
  expect(await attribute('undici', 'conforms', 'conforms')).toMatchObject({ client: 'undici', isCause: false })
  expect(await attribute('undici', 'conforms', 'fails', 'fails')).toMatchObject({ client: OWN_CLIENT, isCause: false })
  expect(await attribute('undici', 'unclear')).toMatchObject({ client: 'undici', isCause: false })
  expect(await attribute(OWN_CLIENT)).toMatchObject({ isCause: false, clients: [] })
})

describe('the one property of a client', () => {
  /** Repeats that fail for the clients that `fails` selects. */
  async function search(client: string, fails: (client: string, count: number) => boolean) {
    const clients: string[] = []
    const repeat = async (by: string) => {
      clients.push(by)
      return fails(by, clients.filter((one) => one === by).length) ? 'fails' : 'conforms'
    }
    const whole = { outcome: 'fails', client, isCause: true } as const
    return { ...(await attributeProperty<Result>(whole, repeat, (result) => result)), clients }
  }
  const needs = (property: string) => (client: string) => client.split(/: |, /).includes(property)

  it('is found for each client in at most 10 repetitions', async () => {
    for (const client of CLIENTS.slice(1)) {
      for (const property of propertiesOf(client)) {
        const found = await search(client, needs(property))
        expect(found).toMatchObject({ outcome: 'fails', client: `${client}: ${property}`, isCause: true })
        expect(found.clients.length).toBeLessThanOrEqual(10)
      }
    }
  })

  it('is confirmed in turns with the suite’s own headers', async () => {
    const { clients } = await search('curl/8.5.0: Accept', needs('Accept'))
    expect(clients).toEqual(['curl/8.5.0: Accept', OWN_CLIENT, 'curl/8.5.0: Accept', OWN_CLIENT, 'curl/8.5.0: Accept'])
  })

  it('is not named if the case needs several, or fails with it now and then', async () => {
    const both = (client: string) => needs('Accept')(client) && needs('User-Agent')(client)
    expect(await search('curl/8.5.0', both)).toMatchObject({ client: 'curl/8.5.0', isCause: true })
    const twice = (client: string, count: number) => needs('Accept')(client) && count < 3
    expect(await search('curl/8.5.0', twice)).toMatchObject({ client: 'curl/8.5.0', isCause: true })
  })

  it('does not matter if the suite’s own headers fail meanwhile', async () => {
    const later = (client: string, count: number) => needs('Accept')(client) || (client === OWN_CLIENT && count === 2)
    expect(await search('curl/8.5.0', later)).toMatchObject({ client: OWN_CLIENT, isCause: false })
  })
})

test('the headline names the client or its property, and an order of parameters if it differs', () => {
  const sent = (client: string, ...names: string[]) =>
    [{ req: { client, path: '/', query: names.map((name) => [name, '1']) } }] as unknown as Exchange[]
  const headline = (client: string, exchanges: Exchange[] = []) =>
    onlyFor(client, violation('401', '200'), exchanges).headline
  expect(headline('undici')).toBe(
    '200; expected 401; with the headers of undici (accept: */*, accept-language: *, sec-fetch-mode: cors, user-agent: node, accept-encoding: gzip, deflate), while the plain request conforms',
  )
  expect(
    onlyFor('curl/8.5.0', { ...violation('401', '200'), headline: 'It failed' }, sent('curl/8.5.0', 'b', 'a')).headline,
  ).toBe(
    'It failed; with the headers of curl/8.5.0 (User-Agent: curl/8.5.0, Accept: */*), which sends query parameters reversed, while the plain request conforms',
  )
  expect(headline('curl/8.5.0', sent('curl/8.5.0', 'b'))).not.toContain('query parameters')
  expect(headline('curl/8.5.0', sent('undici', 'b', 'a'))).not.toContain('query parameters')
  expect(headline('Go-http-client/1.1', sent('Go-http-client/1.1', 'a', 'b'))).not.toContain('query parameters')
  expect(headline('no client headers')).toBe(
    '200; expected 401; with neither User-Agent nor Accept, while the plain request conforms',
  )
  const reversed = 'curl/8.5.0: query parameters reversed'
  const about = { ...violation('as a=1&b=1', 'b=1'), headline: 'GET /?a=1&b=1 failed, and a=1&b=1x did not' }
  const exchanges = sent(reversed, 'a', 'b')
  expect(inOrderSent(about, sent('undici', 'a', 'b'))).toBe(about)
  expect(onlyFor(reversed, inOrderSent(about, exchanges), exchanges)).toMatchObject({
    expected: 'as b=1&a=1',
    headline: 'GET /?b=1&a=1 failed, and a=1&b=1x did not; only in this order of the query',
    causes: [expect.stringContaining('place in the query')],
  })
  expect(headline('undici: accept-encoding')).toBe(
    '200; expected 401; with accept-encoding: gzip, deflate, while the plain request conforms',
  )
  const causeOf = (client: string) => onlyFor(client, violation('401', '200'), []).causes?.[0]
  expect(causeOf('undici: accept-encoding')).toMatch(/acts on accept-encoding$/)
  expect(causeOf('Go-http-client/1.1: no Accept header')).toMatch(/acts on a missing Accept$/)
  expect(causeOf('Go-http-client/1.1: header names in lower case')).toMatch(/one letter case$/)
  expect(causeOf('undici')).toBeUndefined()
  expect(causeOf('content delivery network')).toMatch(/a limit on their number/)
  expect(headline('Go-http-client/1.1: no Accept header')).toBe(
    '200; expected 401; with no Accept header, while the plain request conforms',
  )
})

test('the headline names the one header that the violation needs, and none of several', () => {
  const headlineWith = (...headers: [string, string][]) =>
    onlyWithHeader(violation('less', '7'), { req: { headers } } as unknown as Exchange).headline
  expect(headlineWith(['Accept-Language', 'ar'])).toBe(
    '7; expected less; with Accept-Language: ar, while the request without it conforms',
  )
  expect(headlineWith(['Accept-Language', 'ar'], ['Cookie', 'a=b'])).toBeUndefined()
  expect(headlineWith()).toBeUndefined()
})

describe('how far it extends that a client matters', () => {
  const extentOf = async (client: string, isFailing: (client: string) => boolean) => {
    const sent = [
      {
        req: {
          client,
          path: '/',
          query: [
            ['a', '1'],
            ['b', '1'],
          ],
        },
      },
    ] as unknown as Exchange[]
    const found = await extentOfClient(client, sent, async (one) =>
      isFailing(one) ? violation('401', '200') : undefined,
    )
    return found.map(({ inWords, actual }) => `${inWords}${actual ? `: ${actual}` : ''}`)
  }

  it('has the request in the other order, where the order matters', async () => {
    expect(await extentOf('curl/8.5.0: query parameters reversed', () => true)).toEqual(['GET /?a=1&b=1'])
  })

  it('has other values of the header that matters, also none', async () => {
    const found = await extentOf(
      'Go-http-client/1.1: no Accept header',
      (client) => clientInWords(client) === 'Accept: */*',
    )
    expect(found).toEqual(['the plain request, with Accept: application/json', 'with Accept: */*: 200'])
    expect(await extentOf('curl/8.5.0: Accept', () => true)).toContain('with no Accept header: 200')
    expect(await extentOf('Go-http-client/1.1: header names in lower case', () => true)).toEqual([
      'the plain request, with Accept: application/json',
    ])
  })
})
