import { isSuccess } from '../../../src/core/exchange.ts'
import type { Tools } from '../../../src/core/rule.ts'
import { call } from '../api.ts'
import { idOf, itemsOf } from './response-fingerprint.ts'

/** The id of another dataset of the project than the target's, by its place on the first page of them; items need not have ids. */
export async function otherDataset(tools: Tools, place: number): Promise<string | undefined> {
  const x = await tools.once(call(tools.target, 'datasets'))
  const ids = isSuccess(x) ? itemsOf(x).map(idOf) : []
  const others = ids.filter((id) => id !== undefined && id !== tools.target.dataset)
  // Few cases are tried at quick depth: they begin again where there are fewer others.
  const id = others[tools.depth === 'quick' ? place % Math.max(1, others.length) : place]
  if (id === undefined) return undefined
  // What the list calls an id may not be what paths take: only where it is, the dataset counts.
  const rows = await tools.once({ ...call(tools.target, 'rows', { page: 1, size: 1000 }, { dataset: id }), open: true })
  return isSuccess(rows) ? id : undefined
}
