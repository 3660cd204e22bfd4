import { expect, test } from 'vitest'
import { type Behaviour, lawful } from './behaviour.ts'
import { running } from './testing.ts'

type Decisions = Record<string, (...args: unknown[]) => unknown>

/** The lawful decisions, each noting that it was asked. */
function noting(asked: Set<string>): Behaviour {
  const table = Object.entries(lawful as unknown as Decisions).map(([name, decide]) => {
    const noted = (...args: unknown[]) => {
      asked.add(name)
      return decide(...args)
    }
    return [name, noted]
  })
  return Object.fromEntries(table)
}

test('every decision is asked, and nothing is decided elsewhere', async () => {
  const asked = new Set<string>()
  const { inA, inB, ask, a, env, control, rowsPath } = await running({ behaviour: noting(asked) })
  await inA('/users?page=1&per_page=2&updated_since=2024-01-01')
  await inA('/users?page=x&updated_since=x')
  await inA('/users', { Authorization: `Bearer ${env.TENANT_A_KEY}` })
  await inA('/users', { 'X-Api-Key': env.TENANT_A_KEY_NO_MODULE! })
  await inA('/users')
  await inB('/company', env.TENANT_B_KEY_NO_SCOPE)
  for (const path of ['/projects', '/projects?size=x', rowsPath, '/company', '/projects/none/nodes']) await inB(path)
  await ask(`${a.baseUrl}/api/public/v1/users`)
  await fetch(`${a.baseUrl}/api/public/v1/users`, { method: 'PUT', headers: { 'X-Api-Key': env.TENANT_A_KEY! } })
  await control.a.createUser()
  await control.a.touchUser(5)
  await control.a.createKey()
  const { keyId } = await control.b.createKey({ issuedBy: 'ada' })
  await control.b.renewKey(keyId, { lifetimeDays: 3 })
  await control.b.revokeKeysIssuedBy('ada')
  await control.b.removePerson('ada')
  // Asked only when something fails inside the server.
  const rare = ['internalError']
  expect(Object.keys(lawful).filter((name) => !asked.has(name) && !rare.includes(name))).toEqual([])
})

test('a failing decision is an internal error with the error body', async () => {
  const broken = () => {
    throw new Error('broken')
  }
  const { inA } = await running({ behaviour: { aTotalPages: broken } })
  const { status, body } = await inA('/users')
  expect([status, body.error.status, body.error.code]).toEqual([500, 500, 'internal_error'])
})

test('a decision can break one thing and fall back on the lawful one', async () => {
  const { inA } = await running({
    behaviour: { aOffset: (page, size, call) => call.lawful.aOffset(page, size, call) - (page === 3n ? 1n : 0n) },
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
