import { expect, test } from 'vitest'
import { noCredential } from '../core/key-format.ts'
import {
  CLIENTS,
  clientFor,
  clientHeaders,
  clientQuery,
  isClient,
  OWN_CLIENT,
  propertiesOf,
  sentBy,
  withProperties,
} from './client-profile.ts'

const bare = { credential: noCredential }
const key = { credential: { ...noCredential, headers: [['X-Api-Key', 'k']] as const } }
const others = CLIENTS.filter((client) => client !== OWN_CLIENT)

test('every client accepts JSON and sends a user agent', () => {
  for (const client of CLIENTS) {
    const headers = new Map(
      clientHeaders({ ...bare, client }, 'own').map(([name, value]) => [name.toLowerCase(), value]),
    )
    expect(headers.get('accept') ?? '*/*').toMatch(/\*\/\*|application\/json/)
    expect(headers.has('user-agent')).toBe(true)
  }
})

test('no two clients send the same headers', () => {
  const heads = CLIENTS.map((client) => JSON.stringify(clientHeaders({ ...key, client }, 'own')))
  expect(new Set(heads).size).toBe(CLIENTS.length)
})

test('a header of the request replaces that of the client', () => {
  for (const client of CLIENTS) {
    const sent = clientHeaders({ ...bare, client, headers: [['ACCEPT', 'text/csv']] }, 'own')
    expect(sent.filter(([name]) => name.toLowerCase() === 'accept')).toEqual([['ACCEPT', 'text/csv']])
  }
})

test('undici sends the documented headers in lower case, and leaves unusual spellings alone', () => {
  const names = (name: string) =>
    clientHeaders({ credential: { ...noCredential, headers: [[name, 'k']] }, client: 'undici' }, 'own').map(([n]) => n)
  expect(names('X-Api-Key')).toContain('x-api-key')
  expect(names('x-aPI-kEY')).toContain('x-aPI-kEY')
})

test('distinct parameters are ordered as the client orders them, repeated ones as given', () => {
  const query = [
    ['b', '1'],
    ['c', '2'],
    ['a', '3'],
  ] as const
  const orders = others.map((client) =>
    clientQuery({ client, query })
      .map(([name]) => name)
      .join(''),
  )
  expect(new Set(orders)).toEqual(new Set(['bca', 'acb', 'abc']))
  const repeated = [...query, ['b', '4']] as const
  for (const client of CLIENTS) expect(clientQuery({ client, query: repeated })).toEqual(repeated)
})

test('one property of a client is added to the suite’s own request', () => {
  const headers = (client: string) => clientHeaders({ ...key, client }, 'own')
  const own = [
    ['X-Api-Key', 'k'],
    ['accept', 'application/json'],
    ['user-agent', 'own'],
  ]
  expect(headers('Go-http-client/1.1: Accept-Encoding')).toEqual([...own, ['Accept-Encoding', 'gzip']])
  expect(headers('curl/8.5.0: User-Agent')).toEqual([...own.slice(0, 2), ['User-Agent', 'curl/8.5.0']])
  expect(headers('Go-http-client/1.1: no Accept header')).toEqual([own[0], own[2]])
  expect(headers('undici: header names in lower case')).toEqual([['x-api-key', 'k'], ...own.slice(1)])
  const query = [
    ['b', '1'],
    ['a', '2'],
  ] as const
  expect(headers('Go-http-client/1.1: query parameters sorted')).toEqual(own)
  expect(clientQuery({ client: 'Go-http-client/1.1: query parameters sorted', query })).toEqual(query.toReversed())
  expect(clientQuery({ client: 'Go-http-client/1.1: Accept-Encoding', query })).toEqual(query)
})

test('all properties of a client together are its headers', () => {
  const sorted = (client: string) =>
    clientHeaders({ ...key, client }, 'own')
      .map(String)
      .sort()
  const isOwnAccept = (header: string) => header.toLowerCase() === 'accept,application/json'
  for (const client of others) {
    const together = sorted(withProperties(client, propertiesOf(client)))
    expect(together.filter((one) => !isOwnAccept(one))).toEqual(sorted(client).filter((one) => !isOwnAccept(one)))
  }
})

test('a report may name a client or properties of it, and nothing else', () => {
  for (const client of CLIENTS) {
    expect(isClient(client)).toBe(true)
    if (client !== OWN_CLIENT) expect(isClient(withProperties(client, propertiesOf(client)))).toBe(true)
  }
  for (const other of ['', 'wget', 'curl/8.5.0: Cookie', 'curl/8.5.0: query parameters sorted', 'wget: Accept'])
    expect(isClient(other)).toBe(false)
})

test('hashes choose every client, and a request that names one keeps it', () => {
  expect(new Set(Array.from({ length: 100 }, (_, k) => clientFor(k - 50)))).toEqual(new Set(CLIENTS))
  const req = { endpoint: '/', path: '/', ...bare }
  expect(sentBy('undici', req).client).toBe('undici')
  expect(sentBy('undici', { ...req, client: 'Chrome/131' }).client).toBe('Chrome/131')
  expect(sentBy('undici', { ...req, client: OWN_CLIENT })).not.toHaveProperty('client')
})
