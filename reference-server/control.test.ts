import { expect, test } from 'vitest'
import { connectControl } from './control/client.ts'
import { running } from './testing.ts'

const REFUSED = { name: 'ControlRefused' }

test("A's keys go through the states of the table", async () => {
  const { control, inA } = await running()
  const { key, keyId } = await control.a.createKey()
  const status = async () => (await inA('/users', { 'X-Api-Key': key })).status
  expect(key).toMatch(RegExp(`^tenant_${keyId}_[0-9a-f]{64}$`))
  expect(await status()).toBe(200)
  await control.a.disableKey(keyId)
  expect(await status()).toBe(401)
  await control.a.enableKey(keyId)
  expect(await status()).toBe(200)
  await control.a.revokeKey(keyId)
  expect(await status()).toBe(401)
  await expect(control.a.enableKey(keyId)).rejects.toMatchObject(REFUSED)
  expect(await status()).toBe(401)
})

test("A's keys expire at their time and carry the scopes chosen", async () => {
  const { control, inA } = await running()
  const soon = await control.a.createKey({ expiresAt: new Date(Date.now() + 400).toISOString() })
  const weak = await control.a.createKey({ scopes: ['reports:read'] })
  const status = async (key: string) => (await inA('/users', { 'X-Api-Key': key })).status
  expect(await status(soon.key)).toBe(200)
  expect(await status(weak.key)).toBe(403)
  await new Promise((done) => setTimeout(done, 450))
  expect(await status(soon.key)).toBe(401)
})

test("A's users are appended and touched", async () => {
  const { control, inA } = await running()
  const before = new Date().toISOString()
  const { id } = await control.a.createUser()
  expect((await inA('/users?per_page=1&page=238')).body.data).toMatchObject([{ id }])
  const { updatedAt } = await control.a.touchUser(5)
  const since = (await inA(`/users?updated_since=${before}`)).body
  expect(since.data.map((user: { id: number }) => user.id)).toEqual([5, id])
  expect(since.data[0].updated_at).toBe(updatedAt)
  await expect(control.a.touchUser(6)).rejects.toMatchObject(REFUSED)
})

test("B's keys have a lifetime", async () => {
  const { control, inB } = await running()
  const days = async (lifetimeDays?: number) => {
    const { expiresAt } = await control.b.createKey({ name: 'k', lifetimeDays })
    return (Date.parse(expiresAt) - Date.now()) / 86_400_000
  }
  expect(await days()).toBeCloseTo(90, 2)
  expect(await days(3650)).toBeCloseTo(3650, 2)
  for (const bad of [3651, 0, -1, 1.5, Infinity, null]) {
    await expect(control.b.createKey({ name: 'k', lifetimeDays: bad as number })).rejects.toMatchObject(REFUSED)
  }
  const { key, keyId } = await control.b.createKey({ name: 'k' })
  const renewed = await control.b.renewKey(keyId, { lifetimeDays: 200 })
  expect((Date.parse(renewed.expiresAt) - Date.now()) / 86_400_000).toBeCloseTo(200, 2)
  expect((await inB('/company', key)).status).toBe(200)
  await control.b.expireKey(keyId)
  expect((await inB('/company', key)).status).toBe(401)
  await expect(control.b.renewKey(keyId, { lifetimeDays: 1 })).rejects.toMatchObject(REFUSED)
})

test("B's keys outlive their issuer, unless they are revoked together", async () => {
  const { control, inB } = await running()
  const status = async ({ key }: { key: string }) => (await inB('/company', key)).status
  const kept = await control.b.createKey({ name: 'k', issuedBy: 'dan' })
  await control.b.removePerson('dan')
  expect(await status(kept)).toBe(200)
  const mine = [await control.b.createKey({ issuedBy: 'eva' }), await control.b.createKey({ issuedBy: 'eva' })]
  const other = await control.b.createKey({ issuedBy: 'fay' })
  await control.b.revokeKeysIssuedBy('eva')
  expect(await Promise.all([...mine, other].map(status))).toEqual([401, 401, 200])
})

test('an administrator grants only what the administrator holds', async () => {
  const { control } = await running()
  const grant = (issuedBy: string, scopes: string[]) => control.b.createKey({ issuedBy, scopes })
  await expect(grant('bea', ['nodes:read'])).rejects.toMatchObject(REFUSED)
  await expect(grant('ada', ['invented'])).rejects.toMatchObject(REFUSED)
  await expect(grant('bea', ['projects:read'])).resolves.toHaveProperty('key')
})

test('is the same over HTTP, for every client with the token', async () => {
  const { env, inA, ask } = await running()
  const control = connectControl(env.TENANT_REFERENCE_CONTROL!)
  const { key, keyId } = await control.a.createKey({ scopes: ['users:read'] })
  expect((await inA('/users', { Authorization: `Bearer ${key}` })).status).toBe(200)
  await control.a.revokeKey(keyId)
  await expect(control.a.enableKey(keyId)).rejects.toMatchObject(REFUSED)
  await expect(control.a.touchUser('nobody')).rejects.toMatchObject(REFUSED)
  const guess = env.TENANT_REFERENCE_CONTROL!.replace(/\w+$/, 'guess')
  expect((await ask(`${guess}/a/createUser`)).status).toBe(404)
  await expect(connectControl(guess).a.createUser()).rejects.toThrow()
})
