import { atRevision, loadCatalog, REVISION } from '../core/catalog.ts'
import { clausesTried } from '../core/clause-coverage.ts'
import type { Report, RuleResult, Status, TargetResult } from '../core/results.ts'
import type { Rule } from '../core/rule.ts'
import { UsageError } from '../core/usage-error.ts'
import { isDivided } from './shard.ts'
import { targetResult } from './target-result.ts'
import { isComplete } from './verdict.ts'

/** In which order a status of one shard outweighs those of others. */
const WEIGHT: readonly Status[] = [
  ...(['blocked', 'failed', 'warned', 'expected', 'passed', 'observed'] as const),
  ...(['attested', 'inconclusive', 'skipped'] as const),
]
/** A divided rule passed only if all parts did. */
const WEIGHT_OF_PARTS = [...WEIGHT.filter((status) => status !== 'passed'), 'passed']

/** Merge the reports of all shards of a run. Throws a UsageError for reports that are not those. */
export async function mergeShards(reports: readonly Report[]): Promise<Report> {
  const [first] = reports
  if (!first) throw new UsageError('summary --merge takes the reports of all shards')
  refuseStrangers(reports)
  const runs = reports.map(({ run }) => run)
  const { shard: _, expect, ...run } = first.run
  const targets = await Promise.all(first.targets.map((_, i) => mergeTargets(reports, i)))
  const starts = runs.map(({ startedAt }) => Date.parse(startedAt))
  const ends = runs.map(({ durationMs }, i) => starts[i]! + durationMs)
  const crash = runs.find((each) => each.crash !== undefined)?.crash
  return {
    ...first,
    run: {
      ...run,
      startedAt: new Date(Math.min(...starts)).toISOString(),
      durationMs: Math.max(...ends) - Math.min(...starts),
      complete: crash === undefined && isComplete(targets),
      interrupted: runs.some(({ interrupted }) => interrupted),
      ...(crash !== undefined && { crash }),
      ...(expect && { expect: { ...expect, stale: [] } }),
    },
    targets,
  }
}

function refuseStrangers(reports: readonly Report[]): void {
  const [first] = reports
  const of = first!.run.shard?.of ?? 0
  const indices = reports.map(({ run }) => run.shard?.index ?? 0)
  const missing = Array.from({ length: of }, (_, k) => k + 1).filter((index) => !indices.includes(index))
  if (indices.includes(0)) throw new UsageError('--merge: a report is not of a shard; `run --shard I/N` makes those')
  if (missing.length > 0) throw new UsageError(`--merge: of ${of} shards these are missing: ${missing.join(', ')}`)
  if (new Set(indices).size < indices.length) throw new UsageError('--merge: a shard is given twice')
  for (const [what, read] of Object.entries(ALIKE))
    if (new Set(reports.map(read)).size > 1) throw new UsageError(`--merge: the shards differ in ${what}`)
}

const ALIKE: Readonly<Record<string, (report: Report) => string | number | undefined>> = {
  'their number': ({ run }) => run.shard?.of,
  'the version of the suite': ({ suite }) => suite.version,
  catalogue: ({ run }) => run.catalogue,
  seed: ({ run }) => run.seed,
  depth: ({ run }) => run.depth,
  '--strict': ({ run }) => String(run.strict),
  deployment: ({ targets }) => targets.map(({ variant, baseUrl }) => `${variant} ${baseUrl}`).join(),
}

async function mergeTargets(reports: readonly Report[], i: number): Promise<TargetResult> {
  const { run } = reports[0]!
  const targets = reports.map(({ targets }) => targets[i]!)
  const { variant, proxy } = targets[0]!
  const byId = Map.groupBy(
    targets.flatMap(({ rules }) => rules),
    ({ id }) => id,
  )
  const catalog = atRevision(await loadCatalog(variant), run.catalogue ?? REVISION)
  const divided = new Set(catalog.rules.filter((rule) => isDivided(rule, run.depth)).map(({ id }) => id))
  const merged = [...byId].map(([id, results]) => (divided.has(id) ? mergeParts(results) : mergeRule(results)))
  const rules = blockDependents(merged, catalog.rules, divided)
  const statements = targets.flatMap(({ clauses }) => clauses.attested ?? [])
  const attested = new Map(statements.map(({ id, ...rest }) => [id, { clause: `${variant}.${id}`, ...rest }]))
  const sum = (read: (target: TargetResult) => number) => targets.reduce((total, target) => total + read(target), 0)
  const target = {
    requests: sum(({ requests }) => requests),
    retries: sum(({ retries }) => retries),
    serverErrors: sum(({ serverErrors }) => serverErrors),
    stopped: targets.find(({ stopped }) => stopped !== undefined)?.stopped,
    cut: gravestCut(targets),
    clauses: clausesTried(catalog, rules, [...attested.values()]),
    leftovers: targets.flatMap(({ leftovers = [] }) => leftovers),
  }
  const ending = {
    interrupted: reports.some(({ run }) => run.interrupted),
    crashed: reports.some(({ run }) => run.crash !== undefined),
  }
  return {
    ...targetResult(targets[0]!, { rules, target }, ending, { rules: [] }),
    ...(targets[0]!.keys && { keys: targets[0]!.keys }),
    ...(proxy !== undefined && { proxy }),
  }
}

/** The result of a rule whose cases were divided between shards. */
function mergeParts(results: readonly RuleResult[]): RuleResult {
  const tested = results.filter(({ unselected }) => !unselected)
  const merged = mergeRule(results, WEIGHT_OF_PARTS)
  const sum = (cases: (result: RuleResult) => number) => tested.reduce((total, result) => total + cases(result), 0)
  const isCut = tested.some(({ plannedCases }) => plannedCases !== undefined)
  const isPart = tested.length > 0 && tested.length < results.length && merged.status === 'passed'
  const reason = `only ${tested.length} of ${results.length} shards tested their cases`
  return {
    ...merged,
    cases: sum(({ cases }) => cases),
    ...(isCut && { plannedCases: sum(({ plannedCases, cases }) => plannedCases ?? cases) }),
    ...(isPart && { status: 'inconclusive', reason }),
  }
}

/** Blocks what depends on a divided rule that another shard found violated, as in one run. */
function blockDependents(
  results: readonly RuleResult[],
  rules: readonly Rule[],
  divided: ReadonlySet<string>,
): RuleResult[] {
  const isBroken = ({ id, status }: RuleResult) => divided.has(id) && ['failed', 'warned', 'expected'].includes(status)
  const broken = new Set(results.filter(isBroken).map(({ id }) => id))
  const byId = new Map(rules.map((rule) => [rule.id, rule]))
  const blockerOf = (id: string): string | undefined => {
    const before = byId.get(id)?.after ?? []
    return before.map((one) => blockerOf(one) ?? (broken.has(one) ? one : undefined)).find((one) => one !== undefined)
  }
  return results.map((result) => {
    const by = blockerOf(result.id)
    if (by === undefined || result.status === 'skipped' || result.status === 'blocked') return result
    const { failure: _, ...rest } = result
    return { ...rest, status: 'blocked', cases: 0, reason: `${by} is violated`, blockedBy: by }
  })
}

/** What ended the run of a shard; the limit that the user set counts least. */
function gravestCut(targets: readonly TargetResult[]): TargetResult['cut'] {
  const cuts = targets.flatMap(({ cut }) => cut ?? [])
  return cuts.find(({ by }) => by !== 'budget') ?? cuts[0]
}

/** The result that counts, with the cases and requests of all shards that tested the rule. */
function mergeRule(results: readonly RuleResult[], weight: readonly string[] = WEIGHT): RuleResult {
  const tested = results.filter(({ unselected }) => !unselected)
  const [counts = results[0]!] = tested.toSorted(
    (one, other) => weight.indexOf(one.status) - weight.indexOf(other.status),
  )
  const sum = (name: 'requests' | 'durationMs') => tested.reduce((total, result) => total + result[name], 0)
  return tested.length < 2 ? counts : { ...counts, requests: sum('requests'), durationMs: sum('durationMs') }
}
