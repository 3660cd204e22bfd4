import { expect, test } from 'vitest'
import type { Behaviour } from '../../reference-server/behaviour.ts'
import { tryAgainst } from '../../src/proof/selfcheck/try-against.ts'

/** The results of rules at standard depth, by their id. */
async function against(behaviour: Partial<Behaviour>, ...rules: string[]) {
  const { results } = await tryAgainst({ variant: 'a', rules, depth: 'standard', seed: 1, behaviour, control: false })
  return (id: string) => results.find((rule) => rule.id === id)!
}

test('users of another tenant in a filtered list are an error if the whole list of the tenant is without them', async () => {
  const behaviour: Partial<Behaviour> = {
    aUserJson: (user, id, call) => {
      const own = call.conforming.aUserJson(user, id, call)
      const slot = `user ${user.id % 20}`
      if (call.key!.companyId === 1) call.memory.set(slot, own)
      const isOther = call.key!.companyId === 3 && call.since !== undefined && user.id % 3 === 0
      return isOther ? ((call.memory.get(slot) as typeof own | undefined) ?? own) : own
    },
  }
  const { failure } = (await against(behaviour, 'a.tenancy.isolated'))('a.tenancy.isolated')
  expect(failure!.warning).toBeUndefined()
  expect(failure!.causes).toEqual([expect.stringContaining('by OR without parentheses')])
})

test('a leak in both directions is listed with the key that read it', async () => {
  const behaviour: Partial<Behaviour> = {
    aUserJson: (user, id, call) => {
      const own = call.conforming.aUserJson(user, id, call)
      const { companyId } = call.key!
      call.memory.set(`${companyId} ${user.id % 20}`, own)
      const other = call.memory.get(`${4 - companyId} ${user.id % 20}`) as typeof own | undefined
      return call.since !== undefined && user.id % 3 === 0 ? (other ?? own) : own
    },
  }
  const { failure } = (await against(behaviour, 'a.tenancy.isolated'))('a.tenancy.isolated')
  const ofFirst = failure!.extent!.failing.filter((line) => line.includes('no user of the second tenant'))
  expect(ofFirst.length).toBeGreaterThan(0)
  for (const line of ofFirst) expect(line).toContain('credential: active')
})

test('a count that is cached by its filter shows right after the request of the first tenant', async () => {
  const behaviour: Partial<Behaviour> = { aTotal: (total, _, call) => call.once(`count ${call.since}`, () => total) }
  const { failure } = (await against(behaviour, 'a.tenancy.isolated'))('a.tenancy.isolated')
  expect(failure!.headline).toContain('which is that of the first tenant')
  expect(failure!.causes).toEqual(['a cache knows the filter, but not the tenant'])
  expect(failure!.exchanges.map(({ request }) => request.credential.split(' ')[0])).toEqual(['active', 'other-tenant'])
})

test.for([
  ['drops', 1],
  ['adds', 2],
] as const)('the lists show that a parser %s the offset', async ([what, times]) => {
  const behaviour: Partial<Behaviour> = {
    aInstant(text, call) {
      const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(text) ?? []
      const right = call.conforming.aInstant(text, call)
      if (right === undefined || hours === undefined) return right
      return right + times * Number(`${sign}${Number(hours) * 60 + Number(minutes)}`) * 60e6
    },
  }
  const of = await against(behaviour, 'a.users.since-same-instant')
  expect(of('a.users.since-same-instant').failure!.causes).toEqual([
    expect.stringContaining(`the parser ${what} the offset`),
  ])
})

test('a list that ends before its total violates the rule on the total, and none on sizes', async () => {
  const behaviour: Partial<Behaviour> = {
    aSlice: (read, { offset, limit }) => read(offset, Math.max(0, Math.min(limit, 95 - Number(offset)))),
  }
  const of = await against(behaviour, 'a.users.per-page-range', 'a.users.total')
  expect(of('a.users.per-page-range')).toMatchObject({
    status: 'inconclusive',
    reason: expect.stringContaining('the list ends before the total'),
  })
  expect(of('a.users.total').status).toBe('failed')
})

test('a filter that leaves users out is judged by their update times, if the server shows these', async () => {
  const behaviour: Partial<Behaviour> = {
    aUpdatedSince: (user, since, call) => user.id % 10 !== 3 && call.conforming.aUpdatedSince(user, since, call),
  }
  const past = (await against(behaviour, 'a.users.since-past'))('a.users.since-past')
  expect(past.note).toMatch(/^user \d+, which is left out, has updated_at /)
  expect(past.failure!.causes).toEqual([expect.stringContaining('have no update time')])
})

test('scope and module are not tested in one condition if the key without the module is refused', async () => {
  const { failure } = (await against({ scopeHeld: () => true }, 'a.auth.missing-scope'))('a.auth.missing-scope')
  expect(failure!.causes).toEqual([
    expect.stringContaining('this endpoint does not check the scope'),
    expect.stringContaining('not the key that lacks the scope'),
  ])
})
