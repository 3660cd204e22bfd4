import type { Json } from '../../../src/core/json.ts'
import { at, isArray, isInteger } from '../../../src/core/json-values.ts'
import { observation } from '../../../src/core/rule.ts'
import { noise } from '../../shared/freedoms.ts'
import { call, reachableLists } from '../api.ts'
import { listsOf, shuffledPages } from '../support/freedoms.ts'

export default observation({
  title: 'The order of each list',
  clauses: ['4.1'],
  tried: 'The first page of each list: whether the ids ascend, descend or neither.',
  meaning: 'No order is promised: a client that needs one should sort.',
  after: ['b.lists.envelope'],
  freedoms: {
    'in-another-order-on-each-page': shuffledPages,
    descending: { bOrderBy: () => 'id DESC' },
    'by-name': { bOrderBy: () => 'name, id' },
    'by-the-hash-of-something': { bOrderBy: () => 'id * 7919 % 1009, id' },
    'another-order-on-each-page-and-signed-links': {
      ...shuffledPages,
      bItemJson: (item, id, call) => ({
        ...(call.conforming.bItemJson(item, id, call) as object),
        link: `/x?signature=${noise(call.n, 4e9)}`,
      }),
    },
    'lists-that-grow': listsOf(({ n }, total) => Math.min(total, 40 + Math.floor(n / 20))),
    'lists-that-shrink': listsOf(({ n }, total) => Math.max(0, total - Math.floor(n / 40))),
    'lists-that-come-and-go': listsOf(({ n }, total) => (total < 10 ? total : total - (Math.floor(n / 300) % 3))),
    'lists-that-change-at-their-start': {
      ...listsOf(({ n }, total) => Math.max(0, total - Math.floor(n / 50))),
      bSlice: (read, { offset, limit }, { n }) => read(offset + BigInt(Math.floor(n / 50)), limit),
    },
  },
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
  if (ids.length < 2) return 'too short to decide'
  const sortable = ids.every(isInteger) || ids.every((id) => typeof id === 'string')
  if (!sortable) return 'no ids to compare'
  const pairs = ids.slice(1).map((id, i) => [ids[i]!, id!] as const)
  if (pairs.every(([a, b]) => a < b)) return 'ids ascend'
  return pairs.every(([a, b]) => a > b) ? 'ids descend' : 'ids neither ascend nor descend'
}
