import { describe, expect, test } from 'vitest'
import type { Behaviour } from '../../../reference-server/behaviour.ts'
import { allRules } from '../../core/catalog.ts'
import type { Report } from '../../core/results.ts'
import type { Depth, Variant } from '../../core/rule.ts'
import { assembleReport } from '../../engine/assemble-report.ts'
import { mergeShards } from '../../engine/merge-shards.ts'
import { shardRules } from '../../engine/shard.ts'
import { testTarget } from '../../engine/test-target.ts'
import { deploy } from './deployment.ts'
import { type Entry, matrixOf } from './matrix.ts'
import { catalogOf, settingsFor } from './try-against.ts'

const all = await allRules()
const faults = matrixOf(all, 'fault').filter(({ timed }) => !timed)
/** `SHARD_FAULTS=40` tries as many; a run of a fault and its shards takes some seconds. */
const count = Number(process.env.SHARD_FAULTS ?? 5)
const some = faults.filter((_, i) => i % Math.ceil(faults.length / count) === 3)

interface Tried {
  readonly variant: Variant
  readonly behaviour: Partial<Behaviour> | undefined
  readonly users?: number
  readonly rules?: readonly string[]
  readonly depth?: Depth
}

const ofFault = ({ variant, rule, name }: Entry): Tried => ({
  variant,
  behaviour: all.find(({ id }) => id === rule)!.faults?.[name],
})

/** The report of a whole run, or of one shard, against a separate server. */
async function reportOf(tried: Tried, shard?: { index: number; of: number }): Promise<Report> {
  const { variant, behaviour, users, rules = [], depth = 'quick' } = tried
  const deployment = await deploy(behaviour, users)
  const target = deployment.target(variant)
  const whole = { ...settingsFor({ rules, depth, seed: 1 }, [target]), ...(shard && { shard }) }
  const settings = shard ? { ...whole, rules: await shardRules(whole, [variant]) } : whole
  const test = await testTarget(settings, target, { catalog: await catalogOf(variant), control: deployment.control })
  const outcome = await test.finish()
  await deployment.close()
  // Each server has its port.
  const here = { ...settings, targets: [{ ...target, baseUrl: 'http://localhost' }] }
  return assembleReport(here, { [variant]: outcome }, { startedAt: new Date(), interrupted: false })
}

const statusesOf = ({ targets }: Report): string[] =>
  targets.flatMap(({ verdict, rules }) => [verdict, ...rules.map(({ id, status }) => `${id} ${status}`)])

test.for(some)('three shards decide what one run decides: $id', async (entry) => {
  const shards = await Promise.all([1, 2, 3].map((index) => reportOf(ofFault(entry), { index, of: 3 })))
  for (const { targets } of shards) expect(targets[0]!.scope).toBe('partial')
  const [merged, whole] = [await mergeShards(shards.toReversed()), await reportOf(ofFault(entry))]
  // What a server does that mixes up concurrent requests depends on which are concurrent.
  const places = entry.rule.endsWith('.tenancy.isolated') ? 1 : Number.POSITIVE_INFINITY
  expect(statusesOf(merged).slice(0, places)).toEqual(statusesOf(whole).slice(0, places))
  expect(merged.targets[0]!.clauses).toEqual(whole.targets[0]!.clauses)
  expect([merged.run.shard, merged.run.complete]).toEqual([undefined, whole.run.complete])
  const tried = shards.map(({ targets }) => targets[0]!.rules.filter(({ unselected }) => !unselected).length)
  expect(Math.max(...tried)).toBeLessThan(0.75 * whole.targets[0]!.rules.length)
})

/** Read by sampled pages only by chance: each shows on one page, of a list of four ranges. */
const DEEP: readonly (Tried & { readonly name: string; readonly finds: string })[] = [
  {
    ...{ name: 'a record twice at the border of the first and second range', finds: 'a.users.id-ascending' },
    ...{ variant: 'a', users: 20_000, behaviour: pageShifted(51n, 100, -1n) },
  },
  {
    ...{ name: 'two pages exchanged in the second range', finds: 'a.users.id-ascending' },
    ...{ variant: 'a', users: 20_000, behaviour: pageShifted(77n, 100, 100n) },
  },
  {
    ...{ name: 'a page short by its last record in the third range', finds: 'a.users.total' },
    ...{ variant: 'a', users: 20_000 },
    behaviour: {
      aSlice: (read, { offset, limit }, { page, size }) =>
        read(offset, page === 131n && size === 97 ? limit - 1 : limit),
    },
  },
  {
    ...{ name: 'a page of another size shifted in the fourth range', finds: 'a.users.partition' },
    ...{ variant: 'a', users: 20_000, behaviour: pageShifted(180n, 97, 3n) },
  },
  {
    ...{ name: 'rows lost on one page at middle sizes', finds: 'b.rows.walk' },
    ...{ variant: 'b' },
    behaviour: {
      seedRows: () => 20_000,
      bHasMore: (fetched, size, { page }) => fetched > size && !(page! > 20n && size > 400 && size < 600),
    },
  },
]
const LEGAL: typeof DEEP = [
  { name: 'a list of users that grows', finds: '', variant: 'a', users: 20_000, behaviour: { userEveryMs: () => 15 } },
  { name: 'a list that ends with a range', finds: '', variant: 'a', users: 10_000, behaviour: { aUserId: String } },
  { name: 'rows that are added', finds: '', variant: 'b', behaviour: { seedRows: () => 20_000, rowEveryMs: () => 20 } },
]

function pageShifted(page: bigint, perPage: number, by: bigint): Partial<Behaviour> {
  return {
    aOffset: (at, size) => (at - 1n) * BigInt(size) + (at === page && size === perPage ? by : 0n),
  }
}

describe('exhaustive runs of long lists', { timeout: 300_000 }, () => {
  test.for([...DEEP, ...LEGAL])(
    'three shards decide what one run decides: $name',
    async ({ name, finds, ...server }) => {
      const tried = {
        ...server,
        rules: [server.variant === 'a' ? 'a.users.*' : 'b.rows.*'],
        depth: 'exhaustive',
      } as const
      const whole = await reportOf(tried)
      const shards: Report[] = []
      for (const index of [1, 2, 3]) shards.push(await reportOf(tried, { index, of: 3 }))
      const merged = await mergeShards(shards)
      const failed = merged.targets[0]!.rules.filter(({ status }) => status === 'failed').map(({ id }) => id)
      expect(failed).toEqual(finds ? expect.arrayContaining([finds]) : [])
      expect(statusesOf(merged)).toEqual(statusesOf(whole))
      const finders = shards.filter(({ targets }) =>
        targets[0]!.rules.some(({ id, status }) => id === finds && status === 'failed'),
      )
      if (tried.variant === 'a') expect(finders).toHaveLength(finds ? 1 : 0)
      const requests = shards.map(({ targets }) => targets[0]!.requests)
      if (!finds) expect(Math.max(...requests)).toBeLessThan(0.65 * whole.targets[0]!.requests)
    },
  )
})
