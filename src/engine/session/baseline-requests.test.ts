import { describe, expect, it } from 'vitest'
import type { Exchange, Req } from '../../core/exchange.ts'
import { Stopped } from '../../core/stopped.ts'
import type { Client } from '../../http/client.ts'
import { createBaselineRequests } from './baseline-requests.ts'

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

/** Responds to each path with a status and counts requests. */
function clientFor(statuses: Record<string, number | undefined>) {
  const requested: string[] = []
  let reserved = 0
  const reserve = () => void reserved++
  const send = async ({ path }: Req, rule: string) => {
    expect(rule).toBe('closing')
    requested.push(path)
    if (path === '/cut') throw new Stopped('the run was interrupted')
    if (path === '/spent') throw new Error('spent')
    return answered(path, statuses[path])
  }
  return { client: { send, reserve } as unknown as Client, requested, reserved: () => reserved }
}

describe('baseline requests', () => {
  it('are repeated once each and void the rules that depend on one that stopped working', async () => {
    const { client, requested, reserved } = clientFor({ '/works': 204, '/stops': 401 })
    const baselines = createBaselineRequests(client)
    for (const path of ['/works', '/stops', '/breaks', '/spent', '/cut'])
      baselines.used(`rule of ${path}`, answered(path, 200))
    baselines.used('both', answered('/works', 200))
    baselines.used('both', answered('/stops', 200))
    expect(reserved()).toBe(5)
    await baselines.close()
    expect(requested.sort()).toEqual(['/breaks', '/cut', '/spent', '/stops', '/works'])
    const voidFor = (path: string) => baselines.voidFor(`rule of ${path}`)?.why
    expect(voidFor('/works')).toBeUndefined()
    expect(voidFor('/stops')).toContain('GET /stops returned 200 at first; at the end: 401')
    expect(voidFor('/breaks')).toContain('at the end: no response (reset)')
    expect(voidFor('/spent')).toContain('at the end: could not be repeated')
    expect(baselines.voidFor('both')).toMatchObject({ why: expect.stringContaining('/stops'), isCut: false })
    expect(baselines.voidFor('rule of /cut')).toEqual({
      why: 'the run was interrupted before the baseline requests could be repeated',
      isCut: true,
    })
    expect(baselines.voidFor('of none')).toBeUndefined()
  })

  it('that never worked are not repeated: their cases are inconclusive already', async () => {
    const { client, requested, reserved } = clientFor({ '/never': 404 })
    const baselines = createBaselineRequests(client)
    baselines.used('rule', answered('/never', 404))
    await baselines.close()
    expect([requested, reserved()]).toEqual([[], 0])
    expect(baselines.voidFor('rule')).toBeUndefined()
  })

  it('void nothing before they are repeated', () => {
    const baselines = createBaselineRequests(clientFor({}).client)
    baselines.used('rule', answered('/works', 200))
    expect(baselines.voidFor('rule')).toBeUndefined()
  })
})
