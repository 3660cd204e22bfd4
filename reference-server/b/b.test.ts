import { expect, test } from 'vitest'
import { running } from '../testing.ts'

const LARGE = '/projects/prj_00001'

test.each([
  ['/projects', 130],
  [`${LARGE}/datasets`, 105],
  [`${LARGE}/nodes`, 104],
  ['/projects/prj_00003/nodes', 0],
])('%s is a list of %i', async (path, total) => {
  const { inB } = await running()
  const first = (await inB(path)).body
  expect(first).toMatchObject({ total, page: 1, size: 50, pages: Math.ceil(total / 50) })
  const ids = new Set<string>()
  for (let page = 1; page <= Math.ceil(total / 7); page++) {
    for (const { id } of (await inB(`${path}?size=7&page=${page}`)).body.items) ids.add(id)
  }
  expect(ids.size).toBe(total)
  const far = await inB(`${path}?page=9223372036854775807`)
  expect([far.status, far.body.items, far.body.total]).toEqual([200, [], total])
})

test.each(['/projects', `${LARGE}/datasets`, `${LARGE}/nodes`, `${LARGE}/datasets/dst_00001/rows`])(
  '%s refuses what is out of range and names it',
  async (path) => {
    const { inB } = await running()
    for (const query of [
      'size=0',
      'size=-1',
      'size=1001',
      'size=9223372036854775808',
      'page=0',
      'page=-5',
      'page=1.5',
    ]) {
      const { status, body } = await inB(`${path}?${query}`)
      expect([status, body.error.code, body.error.status]).toEqual([422, 'validation_error', 422])
      expect(body.error.details).toMatchObject([{ parameter: query.split('=')[0] }])
    }
  },
)

test.each([
  ['dst_00001', 2300],
  ['dst_00002', 2300],
  ['dst_00003', 0],
  ['dst_00004', 1],
  ['dst_00005', 100],
  ['dst_00006', 1000],
])('dataset %s has %i rows, read by has_more at any size', async (dataset, count) => {
  const { inB } = await running()
  for (const size of [...new Set([23, 100, 999, 1000, Math.max(1, Math.min(count, 1000))])]) {
    let read = 0
    for (let page = 1, more = true; more; page++) {
      const { body } = await inB(`${LARGE}/datasets/${dataset}/rows?size=${size}&page=${page}`)
      expect(Object.keys(body)).toEqual(['columns', 'items', 'page', 'size', 'has_more'])
      for (const item of body.items) expect(Object.keys(item)).toEqual(body.columns)
      read += body.items.length
      more = body.has_more
    }
    expect(read).toBe(count)
  }
})

test('rows are read live, at the end of an ordered dataset', async () => {
  const { inB, control, env, rowsPath } = await running()
  expect((await inB(`${rowsPath}?size=100&page=24`)).body.items).toHaveLength(0)
  await control.b.appendRow({ projectId: env.TENANT_B_PROJECT_ID!, datasetId: env.TENANT_B_DATASET_ID! })
  expect((await inB(`${rowsPath}?size=100&page=24`)).body).toMatchObject({
    items: [{ label: 'appended' }],
    has_more: false,
  })
})

test('only X-Api-Key is read, and only within the company', async () => {
  const { inB, ask, b, env } = await running()
  const bearer = { Authorization: `Bearer ${env.TENANT_B_KEY}` }
  expect((await ask(`${b.baseUrl}/api/public/v1/company`, bearer)).status).toBe(401)
  const other = env.TENANT_B_KEY_OTHER_COMPANY!
  expect((await inB('/projects', other)).body.total).toBe(3)
  expect((await inB(`${LARGE}/datasets`, other)).status).toBe(404)
  expect((await inB(`${LARGE}/datasets/dst_00001/rows`, other)).status).toBe(404)
  expect((await inB('/projects/prj_00131/nodes')).status).toBe(404)
  expect((await inB('/projects/prj_00003/datasets/dst_00001/rows')).status).toBe(404)
  expect((await inB('/company', other)).body).toEqual({ id: 'com_2', name: 'Birch Surveys' })
})

test('a key without the scope gets 403 on every endpoint', async () => {
  const { inB, env, rowsPath } = await running()
  for (const path of ['/projects', `${LARGE}/datasets`, `${LARGE}/nodes`, rowsPath, '/company']) {
    const { status, body } = await inB(path, env.TENANT_B_KEY_NO_SCOPE)
    expect([status, body.error.status]).toEqual([403, 403])
  }
})
