import { expect, test } from 'vitest'
import { running } from '../testing.ts'

test('lists users by pages that partition the list in the order of ids', async () => {
  const { inA } = await running()
  const ids: number[] = []
  for (let page = 1; page <= 4; page++) {
    const { body } = await inA(`/users?page=${page}&per_page=79`)
    expect(body.pagination).toEqual({ page, per_page: 79, total: 237, total_pages: 3 })
    ids.push(...body.data.map(({ id }: { id: number }) => id))
  }
  expect(ids).toHaveLength(237)
  expect(ids).toEqual([...new Set(ids)].sort((x, y) => x - y))
  expect(ids.at(-1)! - ids[0]!).toBeGreaterThan(237)
})

test('has the documented defaults', async () => {
  const { inA } = await running()
  expect((await inA('/users')).body).toEqual((await inA('/users?page=1&per_page=25')).body)
})

test('accepts the key as Bearer and refuses it anywhere else', async () => {
  const { inA, env } = await running()
  const key = env.TENANT_A_KEY!
  expect((await inA('/users', { Authorization: `bearer ${key}` })).status).toBe(200)
  expect((await inA('/users', { 'X-Api-Key': key.toUpperCase().replace('TENANT', 'tenant') })).status).toBe(200)
  expect((await inA(`/users?api_key=${key}`, { Cookie: `key=${key}` })).status).toBe(401)
  expect((await inA('/users', { Authorization: `Basic ${btoa(`${key}:`)}` })).status).toBe(401)
})

test('returns 403 for a missing scope and for an inactive module', async () => {
  const { inA, env } = await running()
  for (const name of ['TENANT_A_KEY_NO_SCOPE', 'TENANT_A_KEY_NO_MODULE']) {
    const { status, body } = await inA('/users', { 'X-Api-Key': env[name]! })
    expect([status, body.error.code, body.error.status]).toEqual([403, 'forbidden', 403])
  }
})

test.each([
  ['page=0', 400],
  ['page=x', 400],
  ['per_page=0', 400],
  ['per_page=', 400],
  ['updated_since=yesterday', 400],
  ['per_page=101', 200],
])('%s returns %i with the error body', async (query, status) => {
  const { inA } = await running()
  const { status: got, body } = await inA(`/users?${query}`)
  expect(got).toBe(status)
  if (status >= 400) expect(body.error).toMatchObject({ status, code: 'invalid_parameter' })
  else expect(body.pagination.per_page).toBe(100)
})

test('no page number overflows', async () => {
  const { inA } = await running()
  for (const page of ['2147483649', '9223372036854775807', '9223372036854775809', '4294967297000000000000000']) {
    const { status, text } = await inA(`/users?page=${page}&per_page=100`)
    expect([status, text]).toEqual([
      200,
      `{"data":[],"pagination":{"page":${page},"per_page":100,"total":237,"total_pages":3}}`,
    ])
  }
})

test('filters by update time, on every page and in the total', async () => {
  const { inA } = await running()
  const since = '2024-06-15T12:00:00Z'
  const { body } = await inA(`/users?updated_since=${since}&per_page=100`)
  expect(body.data.length).toBe(Math.min(100, body.pagination.total))
  expect(body.pagination.total).toBeGreaterThan(100)
  const second = (await inA(`/users?updated_since=${since}&per_page=100&page=2`)).body
  const times = [...body.data, ...second.data].map(({ updated_at }) => updated_at)
  expect(times).toHaveLength(body.pagination.total)
  expect(times.every((time) => time >= since)).toBe(true)
  expect((await inA('/users?updated_since=1970-01-01')).body.pagination.total).toBe(237)
  expect((await inA('/users?updated_since=2099-01-01')).body.pagination).toMatchObject({ total: 0, total_pages: 0 })
})

test('a synthetic list of a million users pages and filters without being stored', async () => {
  const { inA, control } = await running({ users: 1_000_000 })
  const last = (await inA('/users?per_page=100&page=10000')).body
  expect(last.data).toHaveLength(100)
  expect(last.pagination).toMatchObject({ total: 1_000_000, total_pages: 10_000 })
  const half = (await inA('/users?updated_since=2024-07-01&per_page=1')).body
  expect(half.pagination.total).toBeGreaterThan(490_000)
  expect(half.data[0].updated_at >= '2024-07-01').toBe(true)
  const { id } = await control.a.createUser()
  const after = (await inA('/users?per_page=1&page=1000001')).body
  expect(after.data[0].id).toBe(id)
  expect(id).toBeGreaterThan(last.data.at(-1).id)
})
