import { expect, test } from 'vitest'
import type { Exchange } from '../../core/exchange.ts'
import { violation } from '../../core/rule.ts'
import { OWN_CLIENT } from '../../http/client-profile.ts'
import { attributeClient, onlyFor, onlyWithHeader } from './attribute-client.ts'

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

test('the headline names the client, and an order of parameters if it differs', () => {
  const sent = (client: string, ...names: string[]) =>
    [{ req: { client, query: names.map((name) => [name, '1']) } }] as unknown as Exchange[]
  const headline = (client: string, exchanges: Exchange[] = []) =>
    onlyFor(client, violation('401', '200'), exchanges).headline
  expect(headline('undici')).toBe(
    '200; expected 401; only with the headers of undici (accept: */*, accept-language: *, sec-fetch-mode: cors, user-agent: node, accept-encoding: gzip, deflate)',
  )
  expect(
    onlyFor('curl/8.5.0', { ...violation('401', '200'), headline: 'It failed' }, sent('curl/8.5.0', 'b', 'a')).headline,
  ).toBe(
    'It failed; only with the headers of curl/8.5.0 (User-Agent: curl/8.5.0, Accept: */*), which sends query parameters reversed',
  )
  expect(headline('curl/8.5.0', sent('curl/8.5.0', 'b'))).not.toContain('query parameters')
  expect(headline('curl/8.5.0', sent('undici', 'b', 'a'))).not.toContain('query parameters')
  expect(headline('Go-http-client/1.1', sent('Go-http-client/1.1', 'a', 'b'))).not.toContain('query parameters')
  expect(headline('no client headers')).toBe('200; expected 401; only with neither User-Agent nor Accept')
})

test('the headline names the one header that the violation needs, and none of several', () => {
  const headlineWith = (...headers: [string, string][]) =>
    onlyWithHeader(violation('less', '7'), { req: { headers } } as unknown as Exchange).headline
  expect(headlineWith(['Accept-Language', 'ar'])).toBe('7; expected less; only with Accept-Language: ar')
  expect(headlineWith(['Accept-Language', 'ar'], ['Cookie', 'a=b'])).toBeUndefined()
  expect(headlineWith()).toBeUndefined()
})
