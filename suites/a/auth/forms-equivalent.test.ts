import { expect, test } from 'vitest'
import type { Req } from '../../../src/core/exchange.ts'
import type { Tools } from '../../../src/core/rule.ts'
import { sampleExchange } from '../../../src/testing/sample-exchange.ts'
import rule from './forms-equivalent.ts'

const target = { keys: { active: { env: 'TENANT_A_KEY', prefix: 'acme', keyId: '0123456789abcdef' } }, sizes: {} }

const response = (total: number) => {
  const pagination = { page: 1, per_page: 25, total, total_pages: 1 }
  return sampleExchange('/users', {}, { json: { data: [{ id: 1 }], pagination } })
}

/** The finding if other cases requested the list via Bearer long ago, when it had this many users. */
async function found(long: number, now: (req: Req) => number): Promise<string | undefined> {
  const tools = {
    target,
    once: async () => response(25),
    sparingly: async ({ credential }: Req) => response(credential.form === 'bearer' ? long : 25),
    get: async (req: Req) => response(now(req)),
  } as unknown as Tools
  return rule.judge((await rule.send({ query: {} }, tools)) as never, { query: {} }, {} as never)?.kind
}

test('a response via Bearer that is older than a new user is no difference', async () => {
  expect(await found(24, () => 25)).toBeUndefined()
  expect(await found(25, () => 25)).toBeUndefined()
})

test('a difference that is still there is one', async () => {
  expect(await found(24, ({ credential }) => (credential.form === 'bearer' ? 24 : 25))).toBe('violation')
})

test('fields that are left out now and then are no difference, those that one form never has are', async () => {
  const withMembers = async (isShort: (n: number, bearer: boolean) => boolean) => {
    let n = 0
    const get = async (req: Req) => {
      const record = isShort(n++, req.credential.form === 'bearer') ? { id: 1 } : { id: 1, name: 'x' }
      const pagination = { page: 1, per_page: 25, total: 1, total_pages: 1 }
      return sampleExchange('/users', {}, { json: { data: [record], pagination } }, req)
    }
    const tools = { target, once: get, sparingly: get, get } as unknown as Tools
    return rule.judge((await rule.send({ query: {} }, tools)) as never, { query: {} }, {} as never)?.kind
  }
  expect(await withMembers((n) => n % 2 === 0)).toBeUndefined()
  expect(await withMembers((_, bearer) => bearer)).toBe('violation')
})
