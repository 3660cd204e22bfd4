import { createHash } from 'node:crypto'
import { canonical } from '../../core/json.ts'
import { isBroken, type ProofSummary, type RuleResult } from '../../core/results.ts'
import type { Rule, Variant } from '../../core/rule.ts'
import { isTimed } from '../../engine/session/run-order.ts'
import type { TestOutcome } from './try-against.ts'

export type Kind = 'fault' | 'freedom'

/** One server variation, and the rule that declares it. */
export interface Entry {
  readonly kind: Kind
  /** `<rule id>/<name>`. */
  readonly id: string
  readonly rule: string
  readonly name: string
  readonly variant: Variant
  /** Names of the replaced decisions. */
  readonly decisions: readonly string[]
  /** Whether its rule measures time. */
  readonly timed: boolean
}

const FIELDS = { fault: 'faults', freedom: 'freedoms' } as const

/** The faults or freedoms that the rules declare: a fault must fail its rule, a freedom no rule. */
export function matrixOf(rules: readonly Rule[], kind: Kind): Entry[] {
  return rules.flatMap((rule) =>
    Object.entries(rule[FIELDS[kind]] ?? {}).map(([name, behaviour]) => ({
      kind,
      id: `${rule.id}/${name}`,
      rule: rule.id,
      name,
      variant: rule.variant,
      decisions: Object.keys(behaviour).sort(),
      timed: isTimed(rule),
    })),
  )
}

/** Digest that identifies the entries of a proof, independent of their order. */
export function digestOf(entries: readonly Entry[]): string {
  const lines = entries.map(({ kind, id, decisions }) => `${kind} ${id} ${decisions.join(',')}`)
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex')
}

/** Summarizes outcomes: a fault or freedom counts only if its outcome is good with every seed. */
export function proofOf(outcomes: readonly Outcome[]): ProofSummary {
  const [faults, freedoms] = [countOf(outcomes, 'fault'), countOf(outcomes, 'freedom')]
  const seeds = new Set(outcomes.map(({ seed }) => seed)).size
  return {
    faults: { caught: faults.good, of: faults.of },
    freedoms: { green: freedoms.good, of: freedoms.of, seeds },
    digest: digestOf([...entriesOf(outcomes)]),
  }
}

function countOf(outcomes: readonly Outcome[], kind: Kind): { good: number; of: number } {
  const byEntry = Map.groupBy(
    outcomes.filter(({ entry }) => entry.kind === kind),
    ({ entry }) => entry.id,
  )
  const good = [...byEntry.values()].filter((of) => of.every((outcome) => outcome.good)).length
  return { good, of: byEntry.size }
}

/** The distinct entries, independent of the number of seeds. */
const entriesOf = (outcomes: readonly Outcome[]): Outcome['entry'][] => [
  ...new Map(outcomes.map(({ entry }) => [`${entry.kind} ${entry.id}`, entry])).values(),
]

/** Result of the catalogue on one entry's server. */
export interface Outcome {
  readonly entry: Entry
  readonly seed: number
  /** The fault failed its own rule with a violation, or the freedom failed no rule. */
  readonly good: boolean
  /** Ids of all failed rules, the entry's own first. */
  readonly red: readonly string[]
  /** Inconclusive rules, with the reason. */
  readonly doubtful: readonly string[]
  /** Observations that differ from those of the conforming baseline server. */
  readonly changed: readonly string[]
  /** For a freedom: the observations by rule, as canonical JSON. */
  readonly observed: Readonly<Record<string, string>>
  /** Why `good` is false. */
  readonly why?: string
  /** The declared reason why quick depth may miss this fault; only in runs at quick depth. */
  readonly said?: string
  readonly requests: number
  readonly ms: number
}

/** Whether the outcome is good or a declared miss. */
export const isAsSaid = ({ good, said }: Outcome): boolean => good || said !== undefined

const isRed = ({ status }: RuleResult): boolean => isBroken(status)

export function judgeEntry(
  entry: Entry,
  seed: number,
  tried: TestOutcome,
  { conforming, said }: { conforming: readonly RuleResult[]; said?: string },
): Outcome {
  const red = tried.results.filter(isRed).map(({ id }) => id)
  const own = tried.results.find(({ id }) => id === entry.rule)
  const caught = own !== undefined && isRed(own)
  const good = entry.kind === 'fault' ? caught : red.length === 0
  return {
    entry,
    seed,
    good,
    red: caught ? [entry.rule, ...red.filter((id) => id !== entry.rule)] : red,
    doubtful: tried.results.filter(({ status }) => status === 'inconclusive').map((r) => `${r.id}: ${r.reason}`),
    changed: changedIn(tried.results, conforming),
    observed: entry.kind === 'freedom' ? observedIn(tried.results) : {},
    ...(!good && { why: whyNot(entry, own, tried.results) }),
    ...(said !== undefined && { said }),
    requests: tried.requests,
    ms: Math.round(tried.ms),
  }
}

export function observedIn(results: readonly RuleResult[]): Outcome['observed'] {
  const entries = results.flatMap(({ id, observation }) =>
    observation === undefined ? [] : [[id, canonical(observation)]],
  )
  return Object.fromEntries(entries)
}

function changedIn(results: readonly RuleResult[], conforming: readonly RuleResult[]): string[] {
  const before = new Map(conforming.map(({ id, observation }) => [id, observation]))
  return results
    .filter(({ id, observation }) => observation !== undefined && before.get(id) !== undefined)
    .filter(({ id, observation }) => canonical(observation!) !== canonical(before.get(id)!))
    .map(({ id }) => id)
}

function whyNot({ kind }: Entry, own: RuleResult | undefined, results: readonly RuleResult[]): string {
  if (kind === 'fault')
    return `its rule ended ${own?.status ?? 'without a result'}${own?.reason ? `: ${own.reason}` : ''}`
  const first = results.find(isRed)
  return `${first?.id} failed: ${first?.failure?.summary}`
}

/** An observation that differs between runs on the same server. */
interface Moved {
  readonly entry: string
  readonly rule: string
  readonly seen: readonly string[]
}

/** Finds unstable observations: they must depend only on the server, not on time or the seed. */
export function movedObservations(outcomes: readonly Outcome[]): Moved[] {
  const freedoms = Map.groupBy(
    outcomes.filter(({ entry }) => entry.kind === 'freedom'),
    ({ entry }) => entry.id,
  )
  return [...freedoms].flatMap(([entry, runs]) =>
    [...new Set(runs.flatMap(({ observed }) => Object.keys(observed)))].flatMap((rule) => {
      // Inconclusive observations are reported separately.
      const seen = [...new Set(runs.flatMap(({ observed }) => observed[rule] ?? []))]
      return seen.length > 1 ? [{ entry, rule, seen }] : []
    }),
  )
}
