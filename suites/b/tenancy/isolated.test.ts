import { describe, expect, it } from 'vitest'
import type { Behaviour } from '../../../reference-server/behaviour.ts'
import type { Req } from '../../../src/core/exchange.ts'
import type { Tools } from '../../../src/core/rule.ts'
import type { Target } from '../../../src/core/target.ts'
import { tryAgainst } from '../../../src/proof/selfcheck/try-against.ts'
import { sampleExchange } from '../../../src/testing/sample-exchange.ts'
import rule from './isolated.ts'

const key = { env: 'K', prefix: 'p', keyId: 'a1b2c3d4e5f60718' }
const target = { keys: { active: key, 'other-company': key }, project: 'p1', dataset: 'd1' } as unknown as Target
const list = (...names: string[]) => ({ items: names.map((name) => ({ id: `${name}-2026-11-28T10:00:00Z`, name })) })

/** What the second company's key reads of its project p2 with `project_id=p1`. */
async function judged(named: object, plain: object = list('theirs')) {
  const { first } = rule.cases
  const all = typeof first === 'function' ? first(target) : first
  const c = all.find(({ named, endpoint }) => named === 'project_id' && endpoint === 'nodes')!
  const send = async (req: Req) => {
    const isSecond = req.credential.class === 'other-company'
    const json =
      req.path === '/projects'
        ? { items: [{ id: 'p2' }], total: 1 }
        : !isSecond
          ? list('ours', 'too')
          : req.query?.some(([name]) => name === 'project_id')
            ? named
            : plain
    return sampleExchange(req.path, {}, { status: 200, json }, req)
  }
  const tools = { target, good: send, once: send, get: send, sparingly: send } as unknown as Tools
  return rule.judge(await rule.send(c, tools), c, target)
}

describe('an id of another company in the query', () => {
  it('violates the rule where it replaces the one in the path', async () => {
    expect(await judged(list('ours', 'too'))).toMatchObject({
      kind: 'violation',
      headline: "Another company's key read 2 nodes of this project: GET /projects/p2/nodes?project_id=p1",
      causes: ['an id in the query replaces the one in the path after the key was checked for that'],
    })
  })

  it.each([
    ['is ignored', list('theirs')],
    ['empties the list', list()],
  ])('conforms where it %s', async (_, named) => expect(await judged(named)).toBeUndefined())

  it('conforms where both companies have equal things', async () =>
    expect(await judged(list('ours', 'too'), list('ours', 'too'))).toBeUndefined())
})

const of = async (behaviour: Partial<Behaviour>) => {
  const rules = ['b.tenancy.isolated']
  const { results } = await tryAgainst({ variant: 'b', rules, depth: 'standard', seed: 1, behaviour })
  return results.find(({ id }) => id === 'b.tenancy.isolated')!
}

it('separates a cached access check from a missing condition by a project that no request had', async () => {
  const behaviour: Partial<Behaviour> = {
    bProjectVisible: (project, key, call) => {
      const isOwn = project.companyId === key.companyId
      if (isOwn) call.memory.set(`known ${project.id}`, true)
      return isOwn || call.memory.has(`known ${project.id}`)
    },
  }
  const { failure } = await of(behaviour)
  expect(failure!.causes).toEqual(['what is known of a project is cached, without the company of the key'])
  expect(failure!.exchanges).toHaveLength(2)
})

describe('the key of the first company, at a project of the second', () => {
  it('violates the rule where it reads all companies', async () => {
    const sees: Partial<Behaviour> = {
      bProjectVisible: (project, key) => key.companyId === 1 || project.companyId === key.companyId,
    }
    const { status, failure } = await of(sees)
    expect(status).toBe('failed')
    expect(failure?.headline).toMatch(
      /^This company's key read \d+ datasets of another company's project: GET \/projects\/.*\/datasets$/,
    )
  })

  it('conforms where that is refused', async () => expect(await of({})).toMatchObject({ status: 'passed', cases: 16 }))
})
