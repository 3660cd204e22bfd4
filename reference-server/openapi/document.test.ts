import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { userPage, userQuery } from '../a/schemas.ts'
import { company, invalidQuery, listPage, rowsPage } from '../b/schemas.ts'
import { unauthorized } from '../schemas.ts'
import { running } from '../testing.ts'

test.for(['a', 'b'] as const)(
  'variant %s is served as a valid OpenAPI 3.1 document, without a key',
  async (variant) => {
    const server = await running()
    const { status, body } = await server.ask(`${server[variant].baseUrl}/openapi.json`)
    expect(status).toBe(200)
    const validator = new Validator()
    expect(await validator.validate(structuredClone(body))).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
    expect(body.servers).toEqual([{ url: `${server[variant].baseUrl}/api/public/v1` }])
  },
)

test('responses match their schemas', async () => {
  const { inA, inB, rowsPath, env } = await running()
  userPage.parse((await inA('/users?per_page=100&page=2')).body)
  expect(userQuery.parse({})).toEqual({ page: 1, per_page: 25 })
  for (const path of ['/projects', `/projects/${env.TENANT_B_PROJECT_ID}/datasets`, '/projects?page=99'])
    listPage.parse((await inB(path)).body)
  rowsPage.parse((await inB(rowsPath)).body)
  company.parse((await inB('/company')).body)
  invalidQuery.parse((await inB('/projects?size=0')).body)
  unauthorized.parse((await inA('/users', {})).body)
})
