import { expect, test } from 'vitest'
import { rawResponse, running } from './testing.ts'

const other = (secret: string) => secret.slice(0, -1) + (secret.endsWith('0') ? '1' : '0')

function badKeys(env: Record<string, string>, variant: 'A' | 'B'): string[] {
  const key = env[`TENANT_${variant}_KEY`]!
  const [prefix, keyId, secret] = key.split('_') as [string, string, string]
  const states = Object.keys(env).filter((name) =>
    RegExp(`^TENANT_${variant}_KEY_(REVOKED|EXPIRED|DISABLED)$`).test(name),
  )
  return [
    ...states.map((name) => env[name]!),
    ...states.map((name) => other(env[name]!)),
    'nonsense',
    '_',
    `${prefix}_${keyId}`,
    `${prefix}_${keyId}_${secret.slice(1)}`,
    `${prefix}_${keyId}_${secret}0`,
    `${prefix}_${keyId}_${other(secret)}`,
    `${prefix}_${'f'.repeat(16)}_${secret}`,
    `${prefix}x_${keyId}_${secret}`,
    `_${keyId}_${secret}`,
    `${prefix}_${'g'.repeat(16)}_${secret}`,
    'x'.repeat(4000),
  ]
}

test('every credential failure of A has the same bytes, also with other errors in the request', async () => {
  const { a, env } = await running()
  const answers = new Set<string>()
  for (const path of ['/users', '/users?page=0&per_page=x', '/unknown']) {
    const url = `${a.baseUrl}/api/public/v1${path}`
    answers.add(await rawResponse(url))
    answers.add(await rawResponse(url, ['X-Api-Key: ']))
    for (const key of badKeys(env, 'A')) {
      answers.add(await rawResponse(url, [`x-api-key: ${key}`]))
      answers.add(await rawResponse(url, [`Authorization: Bearer ${key}`]))
    }
  }
  expect([...answers]).toHaveLength(1)
  expect([...answers][0]).toMatch(/^HTTP\/1.1 401 Unauthorized\r\n/)
  expect([...answers][0]).toContain(
    '{"error":{"code":"unauthorized","message":"Invalid or missing API key","status":401}}',
  )
})

test('every credential failure of B has the same bytes on every endpoint, for ids that exist and that do not', async () => {
  const { b, env, rowsPath } = await running()
  const answers = new Set<string>()
  const paths = [
    '/projects',
    '/projects?size=0',
    '/projects/none/nodes',
    '/projects/prj_00001/datasets',
    rowsPath,
    '/company',
  ]
  for (const path of [...paths, '/unknown']) {
    const url = `${b.baseUrl}/api/public/v1${path}`
    answers.add(await rawResponse(url, [`Authorization: Bearer ${env.TENANT_B_KEY}`]))
    for (const key of badKeys(env, 'B')) answers.add(await rawResponse(url, [`x-api-key: ${key}`]))
  }
  expect([...answers]).toHaveLength(1)
})

test('a key of one variant is unknown to the other', async () => {
  const { inA, inB, env } = await running()
  expect((await inA('/users', { 'X-Api-Key': env.TENANT_B_KEY! })).status).toBe(401)
  expect((await inB('/projects', env.TENANT_A_KEY)).status).toBe(401)
})

test('two X-Api-Key headers are no key; X-Api-Key goes before Bearer', async () => {
  const { a, env } = await running()
  const url = `${a.baseUrl}/api/public/v1/users?per_page=1`
  const good = env.TENANT_A_KEY!
  const status = async (...lines: string[]) => (await rawResponse(url, lines)).slice(9, 12)
  expect(await status(`X-Api-Key: ${good}`, `X-Api-Key: ${good}`)).toBe('401')
  expect(await status(`Authorization: Bearer ${good}`, 'X-Api-Key: bad')).toBe('401')
  expect(await status(`X-API-KEY: ${good}`, 'Authorization: Bearer bad')).toBe('200')
})
