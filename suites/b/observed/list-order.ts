import type { Json } from '../../../src/client/json.ts'
import { at, isArray, isInteger } from '../../../src/judge/json.ts'
import { observation } from '../../../src/rule.ts'
import { call, reachableLists } from '../api.ts'

export default observation({
  title: 'the order in which each list comes',
  clauses: ['4.1'],
  tried: 'the first page of each list: whether the ids ascend, descend or neither',
  meaning: 'no order is promised: a client that wants one should sort',
  after: ['b.lists.envelope'],
  observe: async (tools): Promise<Json> => {
    const answers = reachableLists(tools.target).map(async (name) => {
      const items = at((await tools.once(call(tools.target, name))).response?.json, 'items')
      return [name, isArray(items) ? orderOf(items) : 'no items'] as const
    })
    return Object.fromEntries(await Promise.all(answers))
  },
})

function orderOf(items: readonly Json[]): string {
  const ids = items.map((item) => at(item, 'id'))
  if (ids.length < 2) return 'too short to tell'
  const sortable = ids.every(isInteger) || ids.every((id) => typeof id === 'string')
  if (!sortable) return 'no ids to tell by'
  const pairs = ids.slice(1).map((id, i) => [ids[i]!, id!] as const)
  if (pairs.every(([a, b]) => a < b)) return 'ids ascend'
  return pairs.every(([a, b]) => a > b) ? 'ids descend' : 'ids neither ascend nor descend'
}
