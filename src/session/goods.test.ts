import { describe, expect, it } from 'vitest'
import type { Client } from '../client/client.ts'
import type { Exchange, Req } from '../client/exchange.ts'
import { createGoods } from './goods.ts'

const req = (path: string): Req => ({
  endpoint: path,
  path,
  credential: { class: 'active', form: 'none', headers: [] },
})
const answered = (path: string, status?: number): Exchange =>
  ({
    req: req(path),
    ...(status ? { response: { status } } : { problem: { message: 'reset' } }),
  }) as unknown as Exchange

/** Answers each path with a status, counting what it was asked. */
function clientFor(statuses: Record<string, number | undefined>) {
  const asked: string[] = []
  const send = async ({ path }: Req, rule: string) => {
    expect(rule).toBe('closing')
    asked.push(path)
    if (path === '/spent') throw new Error('spent')
    return answered(path, statuses[path])
  }
  return { client: { send } as unknown as Client, asked }
}

describe('good requests', () => {
  it('are sent once more each, and void what leaned on those that stopped working', async () => {
    const goods = createGoods()
    for (const path of ['/works', '/stops', '/breaks', '/spent']) goods.lean(`rule of ${path}`, answered(path, 200))
    goods.lean('both', answered('/works', 200))
    goods.lean('both', answered('/stops', 200))
    const { client, asked } = clientFor({ '/works': 204, '/stops': 401 })
    await goods.close(client)
    expect(asked.sort()).toEqual(['/breaks', '/spent', '/stops', '/works'])
    const voidFor = (path: string) => goods.voidFor(`rule of ${path}`)
    expect(voidFor('/works')).toBeUndefined()
    expect(voidFor('/stops')).toContain('GET /stops, was answered 200 before; after: 401')
    expect(voidFor('/breaks')).toContain('after: not at all (reset)')
    expect(voidFor('/spent')).toContain('after: could not be sent again')
    expect(goods.voidFor('both')).toContain('/stops')
    expect(goods.voidFor('of none')).toBeUndefined()
  })

  it('that never worked are not sent again: their cases are inconclusive already', async () => {
    const goods = createGoods()
    goods.lean('rule', answered('/never', 404))
    const { client, asked } = clientFor({ '/never': 404 })
    await goods.close(client)
    expect(asked).toEqual([])
    expect(goods.voidFor('rule')).toBeUndefined()
  })

  it('void nothing before the run is over', () => {
    const goods = createGoods()
    goods.lean('rule', answered('/works', 200))
    expect(goods.voidFor('rule')).toBeUndefined()
  })
})
