import { expect, test } from 'vitest'
import type { Tools } from '../../../src/core/rule.ts'
import { answerTo } from '../../../src/testing/answer.ts'
import rule from './total.ts'

const key = { env: 'TENANT_A_KEY', prefix: 'acme', keyId: '0123456789abcdef' }
const burst = { atOnce: 8, query: { page: 2, per_page: 7 } }

/** What a burst finds in a list of ten, by the totals that its answers tell, one after the other. */
async function found(...totals: number[]): Promise<string | undefined> {
  let n = 0
  const data = [8, 9, 10].map((id) => ({ id }))
  const get = async () => {
    const pagination = { page: 2, per_page: 7, total: totals[n++ % totals.length], total_pages: 2 }
    return answerTo('/users', burst.query, { json: { data, pagination } })
  }
  const tools = { target: { keys: { active: key } }, get } as unknown as Tools
  const finding = rule.judge((await rule.send(burst, tools)) as never, burst, {} as never)
  return finding?.kind === 'unclear' && finding.moved ? 'moved' : finding?.kind
}
const times = (count: number, total: number) => Array<number>(count).fill(total)

test('a worker that counts less than it shows is found among four', async () => {
  expect(await found(10, 10, 10, 9)).toBe('violation')
  expect(await found(10)).toBeUndefined()
})

test('a record that was added between count and page is none', async () => {
  expect(await found(...times(8, 10), ...times(8, 9))).toBeUndefined()
  expect(await found(...times(7, 10), 9, ...times(8, 10))).toBe('moved')
  expect(await found(...times(7, 10), 9, ...times(7, 11), 9)).toBe('moved')
})
