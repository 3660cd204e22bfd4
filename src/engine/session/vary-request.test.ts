import type { RequestListener } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { surface as surfaceA } from '../../../suites/a/api.ts'
import { surface as surfaceB } from '../../../suites/b/api.ts'
import type { Exchange } from '../../core/exchange.ts'
import { inApiKey, inBearer, noCredential, rebuilt, whole } from '../../core/key-format.ts'
import { trial, violation } from '../../core/rule.ts'
import { joined } from '../../core/secret-text.ts'
import type { Key, Target } from '../../core/target.ts'
import { type Strange, serve } from '../../testing/foreign-servers.ts'
import { about, get, run, statusOf } from '../../testing/session.ts'
import { variationsOf } from './vary-request.ts'

const servers: Strange[] = []
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())))

const keyOf = (env: string, keyId: string): Key => ({ env, prefix: 'acme', keyId })
const active = keyOf('ACTIVE', '00112233445566aa')
const revoked = keyOf('REVOKED', 'ffeeddccbbaa9988')
const target = { keys: { active, revoked }, project: '1', dataset: '2', sizes: {} } as unknown as Target
const users = (credential = inApiKey(whole(active), 'active')) => ({
  ...{ endpoint: '/users', path: '/users', query: [], credential },
})
const changesOf = (...[req, surface = surfaceA]: [Parameters<typeof variationsOf>[0], typeof surfaceA?]) =>
  new Map(variationsOf(req, { ...surface, target }).map((one) => [one.change, one.req]))

test('a request is varied in one thing at a time: key, header, Accept, page, path and method', () => {
  const changes = changesOf({ ...users(), headers: [['X-Original-Method', 'OPTIONS']] })
  expect([...changes.keys()]).toEqual([
    'a further parameter that no request had',
    ...['with the revoked key', 'with a wrong secret', 'without a key', 'via Bearer'],
    ...['without X-Original-Method', 'Accept: */*', 'Accept: text/html', 'Accept: application/*'],
    ...['Accept: application/json, text/plain, */*', 'without Accept', 'page=2', 'page=0', 'per_page=7'],
    ...['an unknown path', 'HEAD', 'OPTIONS'],
  ])
  expect(changes.get('via Bearer')?.credential).toEqual(inBearer(whole(active), 'active'))
  expect(changes.get('without X-Original-Method')).toEqual({ ...users(), headers: [] })
})

test('a change of a key_id is made to the other keys as well', () => {
  const changed = rebuilt(active, { keyId: '00112233445566ab' })
  const { credential } = changesOf(users(inApiKey(changed, 'unknown'))).get('the same change to the revoked key')!
  expect(credential.headers).toEqual([['X-Api-Key', rebuilt(revoked, { keyId: 'ffeeddccbbaa998b' })]])
})

test('other keys are sent in the header of the request', () => {
  const changes = changesOf(users(inBearer(whole(active), 'active')))
  expect(changes.get('with the revoked key')?.credential).toEqual(inBearer(whole(revoked), 'revoked'))
  expect(changes.get('via X-Api-Key')?.credential).toEqual(inApiKey(whole(active), 'active'))
  const authorization = (change: string) => changes.get(change)!.credential.headers
  expect(authorization('with bearer in lower case')).toEqual([['Authorization', joined('bearer ', whole(active))]])
  expect(authorization('without the word Bearer')).toEqual([['Authorization', whole(active)]])
  expect([...changes.keys()]).not.toContain('the same change to the revoked key')
})

test('a key_id that is made up has no change to repeat', () => {
  const changes = changesOf(users(inApiKey('acme_9999999999999999_x', 'unknown')))
  expect([...changes.keys()]).not.toContain('the same change to the revoked key')
  expect(changes.get('with the revoked key')?.credential).toEqual(inApiKey(whole(revoked), 'revoked'))
})

test('a request without a key gets the others in X-Api-Key, and the other endpoints no key', () => {
  const changes = changesOf({ ...users(noCredential), endpoint: '/company', path: '/company' }, surfaceB as never)
  expect(changes.get('with the revoked key in X-Api-Key')?.credential).toEqual(inApiKey(whole(revoked), 'revoked'))
  expect(changes.get('GET /projects')?.credential).toEqual(noCredential)
  expect([...changes.keys()]).not.toContain('GET /company')
})

/** Fails unless a request without a key gets 401. */
const refused = trial<number, Exchange>({
  ...about,
  cases: { first: [0], count: [1, 1, 1] },
  send: (_, tools) => tools.get({ ...get(tools.target, '/x'), credential: noCredential }),
  judge: (x) => (statusOf(x) === 401 ? undefined : violation('401', `${statusOf(x)}`, x)),
})

async function failure(listener: RequestListener, options: { maxRequests?: number } = {}) {
  const server = await serve(listener)
  servers.push(server)
  const given = { baseUrl: server.baseUrl, quietMs: 0, surface: surfaceA, ...options }
  return (await run({ 'a.x.y': refused }, given)).results['a.x.y']!.failure!
}

const forbidden: RequestListener = ({ method, url }, res) =>
  res
    .writeHead(method === 'OPTIONS' || url?.includes('page=0') ? 400 : 403, { 'content-type': 'application/json' })
    .end('{}')

test('a key in another place is replaced there', () => {
  const credential = { ...inBearer(whole(active), 'misplaced'), form: 'other' as const }
  const changes = changesOf({ ...users(credential), endpoint: '/company', path: '/company' }, surfaceB as never)
  expect(changes.get('the revoked key in the same place')?.credential.headers).toEqual([
    ['Authorization', ['Bearer ', ...whole(revoked)]],
  ])
})

test('changes with the same response are reported together, that of the failure first', async () => {
  const { varied } = await failure(forbidden)
  expect(varied?.map(({ response }) => response)).toEqual([
    '403 with an object with no fields',
    '400 with an object with no fields',
    '403',
  ])
  expect(varied?.[0]?.changes).toContain('Accept: text/html')
  expect(varied?.[1]?.changes).toEqual(['page=0', 'OPTIONS'])
})

test('a limited number of requests is left to the rules', async () => {
  expect((await failure(forbidden, { maxRequests: 1000 })).varied).toBeUndefined()
})
