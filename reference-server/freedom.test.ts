import { expect, test } from 'vitest'
import type { Behaviour } from './behaviour.ts'
import { rawResponse, running } from './testing.ts'

/** Behaviour beyond the content of responses that the suite's matrices rely on. */

const get = async (behaviour: Partial<Behaviour>) => {
  const { inA, a, env } = await running({ behaviour })
  const url = `${a.baseUrl}/api/public/v1/users?per_page=3`
  return { inA, url, raw: () => rawResponse(url, [`X-Api-Key: ${env.TENANT_A_KEY}`]) }
}

test.each<[string, Partial<Behaviour>, RegExp]>([
  ['chunks', { framing: () => 'chunked' }, /Transfer-Encoding: chunked/i],
  [
    'the end of the connection',
    { framing: () => 'close' },
    /^(?!.*(Content-Length|Transfer-Encoding)).*Connection: close/is,
  ],
  ['gzip', { contentCoding: () => 'gzip' }, /Content-Encoding: gzip/],
  ['a reason phrase', { reasonPhrase: () => 'Fine' }, /^HTTP\/1.1 200 Fine\r\n/],
  ['a status', { successStatus: () => 206 }, /^HTTP\/1.1 206 /],
  ['a cookie', { setCookies: () => ['a=b'] }, /Set-Cookie: a=b\r\n/],
  ['a header', { extraHeaders: (call) => [['X-Request-Id', `r${call.n}`]] }, /X-Request-Id: r0\r\n/],
  [
    'a page of a gateway',
    { gateway: () => ({ status: 503, headers: [['Retry-After', '1']], body: 'busy' }) },
    /503.*busy$/s,
  ],
  ['pretty printing', { json: (value) => JSON.stringify(value, null, 2) }, /\n {2}"pagination": \{/],
  ['large ids', { aUserId: (id) => 2n ** 60n + BigInt(id) }, /"id":1152921504606846981,/],
])('responses can differ by %s', async (_what, behaviour, expected) => {
  const { inA, raw } = await get(behaviour)
  expect(await raw()).toMatch(expected)
  if (!behaviour.gateway) expect((await inA('/users?per_page=3')).body.data).toHaveLength(3)
})

test('connections can be reset, before and amid a response', async () => {
  for (const dropped of ['before', 'midway'] as const) {
    const { inA } = await get({ dropped: (call) => (call.n % 2 === 0 ? dropped : 'no') })
    await expect(inA('/users')).rejects.toThrow()
    expect((await inA('/users')).status).toBe(200)
  }
})

test('time can be added, below a millisecond too', async () => {
  const { inA } = await get({ latencyMs: () => 40.5 })
  const begun = performance.now()
  await inA('/users')
  expect(performance.now() - begun).toBeGreaterThan(40)
})

test('lists can be empty', async () => {
  const { inA } = await get({ seedUsers: () => 0, seedProjects: () => 0 })
  expect((await inA('/users')).body).toMatchObject({ data: [], pagination: { total: 0 } })
})

test('the world can change between requests', async () => {
  const { inA, inB, rowsPath } = await running({ behaviour: { userEveryMs: () => 5, rowEveryMs: () => 5 } })
  const total = async () => (await inA('/users')).body.pagination.total
  const rows = async () => (await inB(`${rowsPath}?size=1000&page=3`)).body.items.length
  const [users, before] = [await total(), await rows()]
  await new Promise((done) => setTimeout(done, 50))
  expect(await total()).toBeGreaterThan(users)
  expect(await rows()).toBeGreaterThan(before)
})

test('a worker can remember a key that was revoked', async () => {
  const { inA, control } = await running({ behaviour: { keyMaxAgeMs: (call) => (call.worker === 1 ? 300 : 0) } })
  const { key, keyId } = await control.a.createKey()
  const statuses = async () => {
    const all: number[] = []
    for (let i = 0; i < 4; i++) all.push((await inA('/users', { 'X-Api-Key': key })).status)
    return all
  }
  expect(await statuses()).toEqual([200, 200, 200, 200])
  await control.a.revokeKey(keyId)
  expect(await statuses()).toEqual([401, 200, 401, 401])
})

test('a session can be had', async () => {
  const { inA, env } = await running({
    behaviour: {
      setCookies: (call) => [`sid=${call.key!.keyId}`],
      sessionKeyId: (call) => call.cookie('sid'),
    },
  })
  const keyId = env.TENANT_A_KEY!.split('_')[1]
  expect((await inA('/users', { Cookie: `other=1; sid=${keyId}` })).status).toBe(200)
  expect((await inA('/users', { Cookie: 'sid=none' })).status).toBe(401)
})

test('a single variant is served at the root', async () => {
  const { inB, b } = await running({ variants: ['b'] })
  expect(new URL(b.baseUrl).pathname).toBe('/')
  expect((await inB('/company')).status).toBe(200)
})
