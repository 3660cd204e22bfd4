import { expect, test } from 'vitest'
import { type Behaviour, conforming } from './behaviour.ts'
import { running } from './testing.ts'

type Decisions = Record<string, (...args: unknown[]) => unknown>

/** The conforming decisions, each recording that it was called. */
function noting(asked: Set<string>): Behaviour {
  const table = Object.entries(conforming as unknown as Decisions).map(([name, decide]) => {
    const noted = (...args: unknown[]) => {
      asked.add(name)
      return decide(...args)
    }
    return [name, noted]
  })
  return Object.fromEntries(table)
}

test('every decision is called, and nothing is decided elsewhere', async () => {
  const asked = new Set<string>()
  const { inA, inB, ask, a, env, control, rowsPath } = await running({ behaviour: noting(asked) })
  await inA('/users?page=1&per_page=2&updated_since=2024-01-01')
  await inA('/users?page=x&updated_since=x')
  await inA('/users', { Authorization: `Bearer ${env.TENANT_A_KEY}` })
  await inA('/users', { 'X-Api-Key': env.TENANT_A_KEY_NO_MODULE! })
  await inA('/users')
  await inB('/company', env.TENANT_B_KEY_NO_SCOPE)
  const nodes = `/projects/${env.TENANT_B_PROJECT_ID}/nodes`
  for (const path of ['/projects', '/projects?size=x', rowsPath, '/company', nodes, '/projects/none/nodes'])
    await inB(path)
  await ask(`${a.baseUrl}/api/public/v1/users`)
  await fetch(`${a.baseUrl}/api/public/v1/users`, { method: 'PUT', headers: { 'X-Api-Key': env.TENANT_A_KEY! } })
  await control.a.createUser()
  await control.a.touchUser(5)
  const created = await control.a.createKey({ expiresAt: '2100-01-01T00:00:00Z' })
  await control.a.setExpiry(created.keyId, '2099-01-01T00:00:00Z')
  await ask(`${a.baseUrl}/api/public/v1/users`, { 'X-Api-Key': created.key })
  await control.a.revokeKey(created.keyId)
  await control.a.enableKey(created.keyId).catch(() => undefined)
  const { keyId } = await control.b.createKey({ issuedBy: 'ada' })
  await control.b.renewKey(keyId, { lifetimeDays: 3 })
  await control.b.revokeKeysIssuedBy('ada')
  await control.b.changePassword('ada')
  await control.b.removeRole('ada')
  await control.b.showKey(keyId)
  await control.b.storedKey(keyId)
  await control.b.logsSince('2020-01-01T00:00:00Z')
  await control.b.removePerson('ada')
  // Asked only when something fails inside the server.
  const rare = ['internalError']
  expect(Object.keys(conforming).filter((name) => !asked.has(name) && !rare.includes(name))).toEqual([])
})

test('a failing decision is an internal error with the error body', async () => {
  const broken = () => {
    throw new Error('broken')
  }
  const { inA } = await running({ behaviour: { aTotalPages: broken } })
  const { status, body } = await inA('/users')
  expect([status, body.error.status, body.error.code]).toEqual([500, 500, 'internal_error'])
})

test('a decision can violate one thing and fall back to the conforming one', async () => {
  const { inA } = await running({
    behaviour: { aOffset: (page, size, call) => call.conforming.aOffset(page, size, call) - (page === 3n ? 1n : 0n) },
  })
  const first = async (page: number) => (await inA(`/users?per_page=10&page=${page}`)).body.data
  expect((await first(2)).at(-1).id).toBe((await first(3))[0].id)
  expect((await first(3)).at(-1).id).toBeLessThan((await first(4))[0].id)
})

test('the order of the checks is a decision', async () => {
  const { inB } = await running({ behaviour: { order: () => ['lookup', 'query', 'credential', 'permission'] } })
  const statuses = ['/projects/none/nodes', '/projects/prj_00001/nodes?size=0', '/projects/prj_00001/nodes'].map(
    async (path) => (await inB(path, 'bad')).status,
  )
  expect(await Promise.all(statuses)).toEqual([404, 422, 401])
})
