import { describe, expect, it } from 'vitest'
import type { Exchange, Req } from '../../../src/core/exchange.ts'
import type { Cases, Tools } from '../../../src/core/rule.ts'
import type { Target } from '../../../src/core/target.ts'
import { sampleExchange } from '../../../src/testing/sample-exchange.ts'
import type { VariantSurface } from '../variant-surface.ts'
import { causesOf } from './causes.ts'
import { type OtherPath, refusesOtherPaths } from './other-paths.ts'
import { spelled } from './spellings.ts'

type Way = Record<never, never>

const PAGE = { data: [{ id: 7, name: 'Ada' }], pagination: { page: 1 } }
const active = { class: 'active', form: 'x-api-key', headers: [] } as const
const surface = {
  ways: () => [{}],
  wayInWords: () => '',
  request: () => ({ endpoint: '/users', path: '/users', credential: active }),
} as unknown as VariantSurface<Way>
const rule = refusesOtherPaths(surface, () => [{}], [2, 58, 120])
const target = { keys: {} } as Target

/** Judges /users.css on a server that returns these statuses for it, in this order. */
async function judge(...statuses: number[]) {
  const sent: Req[] = []
  const respond = (req: Req): Exchange => {
    const status = req.path === '/users' ? 200 : statuses[sent.length]!
    if (req.path !== '/users') sent.push(req)
    return { ...sampleExchange(req.path, {}, { status, json: status === 200 ? PAGE : {} }), req }
  }
  const tools = { target, good: async (req: Req) => respond(req), get: async (req: Req) => respond(req) }
  const c = { spelling: 'extension', variation: 1 } as const
  const finding = rule.judge(await rule.send(c, tools as unknown as Tools), c, target)
  return { finding, sent: sent.map(({ path, credential }) => `${path} ${credential.class}`) }
}

describe('a path that a cache may take for a static file', () => {
  it('is requested with the key, and again without', async () => {
    const { finding, sent } = await judge(401, 200, 200)
    expect(sent).toEqual(['/users.css missing', '/users.css active', '/users.css missing'])
    expect(finding).toMatchObject({
      headline: expect.stringContaining('without a key returned data, right after the same request with the key'),
      causes: [expect.stringContaining('a cache takes the path for a static file')],
    })
  })

  it('conforms if nothing was kept, and if no path serves it with the key either', async () => {
    expect((await judge(401, 200, 401)).finding).toBeUndefined()
    expect(await judge(401, 404)).toMatchObject({ finding: undefined, sent: { length: 2 } })
  })

  it('takes one request if it is open anyway', async () => {
    const { finding, sent } = await judge(200)
    expect(sent).toHaveLength(1)
    expect(finding).toMatchObject({ kind: 'violation', causes: { length: 2 } })
  })
})

it('says which of several parameters fails alone, and shows that one', () => {
  const cases = rule.cases as Required<Cases<OtherPath>>
  const c = { spelling: 'parameters of other features', variation: 0 } as const
  const further = cases.further(c, target) as OtherPath[]
  const callback = further.find(({ only }) => only === 'callback=f')!
  expect(spelled(callback, surface.request(target, {})).path).toBe('/users?callback=f')
  const others = further.filter(({ only }) => only !== undefined && only !== 'callback=f')
  expect(cases.conclude([c, callback], others, target, [])).toEqual({
    pattern:
      'sent alone, these fail: callback=f; these conform: format=json, debug=1, preview=true, _method=OPTIONS, v=.css',
    shown: callback,
  })
  expect(cases.conclude([c], others, target, [])).toBeUndefined()
  const kind = (only: string) => causesOf(`/users?${only}`, { ...c, only })
  expect([kind('callback=f'), kind('v=.css')]).toMatchObject(
    [[/a query parameter/], [/static files/, /a cache/]].map((some) => some.map((text) => expect.stringMatching(text))),
  )
})
