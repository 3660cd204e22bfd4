import fc from 'fast-check'
import type { Catalog } from '../../core/catalog.ts'
import type { Exchange } from '../../core/exchange.ts'
import { type Json, writeJson } from '../../core/json.ts'
import { seedFor } from '../../core/random.ts'
import type { ReplayCase, ReplayedCase, ReplayedRequest } from '../../core/replay-case.ts'
import { type Cases, type Rule, type Tools, type Trial, trial, unclear } from '../../core/rule.ts'
import type { Settings } from '../../core/settings.ts'
import type { Target } from '../../core/target.ts'
import { casesOf } from '../check-cases.ts'
import type { CaseTools } from '../session/case-tools.ts'
import { isCostly } from '../session/further-cases.ts'
import { type InvariantRule, isJudged, requestAsCase } from '../session/invariants.ts'
import { rebuildRequest } from '../session/rebuild-request.ts'
import { InconclusiveError } from '../session/stop-reasons.ts'
import { watchTools } from '../session/watch-tools.ts'
import { whatIsRequested } from './what-is-requested.ts'

type AnyTrial = Trial<unknown, unknown>
type Seeded = Pick<Settings, 'seed' | 'depth'>

/** Reduce the catalogue to the rules of these cases; each rule repeats its failing case. */
export function replayCatalog(catalog: Catalog, replayed: readonly ReplayCase[], settings: Seeded): Catalog {
  const rules = replayed.flatMap((replayCase): Rule[] => {
    const rule = catalog.rules.find(({ id }) => id === replayCase.rule)
    // A rule of the other variant.
    if (!rule) return []
    const { id, variant } = rule
    const trial = asTrial(rule, replayCase, catalog, settings)
    return [{ ...inconclusiveUnlessSame(trial, replayCase), id, variant, after: [] }]
  })
  return { ...catalog, rules }
}

function asTrial(rule: Rule, replayCase: ReplayCase, catalog: Catalog, settings: Seeded): AnyTrial {
  if (rule.kind === 'trial' && 'from' in replayCase)
    return { ...rule, ...generatedBy(rule, replayCase, catalog, settings) }
  if (rule.kind !== 'invariant') throw new Error(`${rule.id} has no case to replay`)
  return judgedBy(
    rule,
    'request' in replayCase ? described(replayCase, catalog) : sentBy(replayCase, catalog, settings),
  )
}

/** How to send the requests that an invariant judges. */
type Requests = Pick<AnyTrial, 'cases' | 'needs'> & {
  readonly send: (c: unknown, tools: Tools) => Promise<readonly Exchange[]>
}

function described({ request, times }: ReplayedRequest, { surface }: Catalog): Requests {
  const build = (target: Target) => rebuildRequest(request, target, surface)
  return {
    cases: repeated(times, (target) => requestAsCase({ req: build(target) })),
    send: async (_, { get, target }) => [await get(build(target))],
  }
}

function sentBy(replayed: ReplayedCase, catalog: Catalog, settings: Seeded): Requests {
  const sender = catalog.rules.find(({ id }) => id === replayed.from.rule)
  if (!sender) throw new Error(`the catalogue has no rule ${replayed.from.rule}`)
  return { ...generatedBy(sender, replayed, catalog, settings), needs: sender.needs, send: exchangesOf(sender) }
}

/** The repeated case at a path; every case of the rule if the report does not say which one sent the request. */
function generatedBy(
  rule: Rule,
  { rule: judging, from, times }: ReplayedCase,
  catalog: Catalog,
  { seed, depth }: Seeded,
): Pick<AnyTrial, 'cases'> {
  const cases: Cases<unknown> = 'cases' in rule && rule.cases ? rule.cases : { first: [rule.id], count: [1, 1, 1] }
  // Invariants with shared cases generate them from the seed of the first.
  const seeding = catalog.rules.find((other) => other.kind === 'invariant' && other.cases === cases) ?? rule
  const drawn = { cases, depth, seed: seedFor(seed, seeding.id) }
  const { inWords } = cases
  const every = (target: Target) => Object.values(casesOf({ ...drawn, target })).flat()
  if (from.path === 'all' && rule.id !== judging) return { cases: { first: every, count: cases.count, inWords } }
  const build = (target: Target) => rebuildCase({ ...drawn, target }, from.path, from.case)
  const [, kind, index, steps] = PATH.exec(from.path) ?? []
  const more = (target: Target) => [
    // The smallest case is at the edge of what fails, which moves with the data: the case as the run first sent it may still fail.
    ...(steps ? casesAt({ ...drawn, target }, `${kind}:${index}`).slice(0, 1) : []),
    // A cache that the run had filled may be empty: some of these fill it again.
    ...(rule.id === judging && rule.kind === 'trial' && !isCostly(rule)
      ? (cases.further?.(build(target), target).slice(0, MOST_FURTHER) ?? [])
      : []),
  ]
  return { cases: { ...repeated(times, build, more), inWords } }
}

/** Cases like the repeated one that the rule names. */
const MOST_FURTHER = 6

/** Placeholder for a case that cannot be rebuilt. */
class NotRebuilt {
  readonly why: string
  constructor(why: string) {
    this.why = why
  }
}

function repeated(
  times: number,
  build: (target: Target) => unknown,
  more: (target: Target) => readonly unknown[] = () => [],
): Cases<unknown> {
  const first = (target: Target) => {
    try {
      return [...Array(times).fill(build(target)), ...more(target)]
    } catch (error) {
      if (error instanceof InconclusiveError) return [new NotRebuilt(error.message)]
      throw error
    }
  }
  const most = times + 1 + MOST_FURTHER
  return { first, count: [most, most, most] }
}

/** Make the rule inconclusive, with the alternative command, if its case cannot be rebuilt, or passes and is another one now. */
const inconclusiveUnlessSame = (rule: AnyTrial, { shown, instead, ...replayed }: ReplayCase): AnyTrial => ({
  ...rule,
  async send(c, tools) {
    if (c instanceof NotRebuilt) throw new InconclusiveError(`${c.why}; run instead: ${instead}`)
    const asked = new Set<string>()
    const evidence = await rule.send(
      c,
      watchTools(tools, (req) => void asked.add(whatIsRequested(req))),
    )
    const isReported = 'from' in replayed && writeJson(c as Json) === writeJson(replayed.from.case)
    if (isReported && shown !== undefined && !asked.has(shown) && !rule.judge(evidence, c, tools.target))
      throw new InconclusiveError(
        `the case sends other requests than in the report, since it chooses them by responses, or by the data of the deployment; run instead: ${instead}`,
      )
    return evidence
  },
})

/** Send a case of a rule and return its exchanges. */
function exchangesOf(rule: Rule): Requests['send'] {
  return async (c, tools) => {
    if (rule.kind === 'invariant') return [await tools.get(rule.cases!.request(c, tools.target))]
    if (rule.kind === 'trial') await rule.send(c, tools)
    if (rule.kind === 'observation') await rule.observe(tools)
    return (tools as CaseTools).sent
  }
}

function judgedBy(rule: InvariantRule, { cases, needs = [], send }: Requests): AnyTrial {
  const { level, derivation, title, clauses, tried, meaning, causes, applies, judge } = rule
  return trial<unknown, readonly Exchange[]>({
    ...{ level, derivation, title, clauses, tried, meaning, causes, cases, send },
    needs: [...(rule.needs ?? []), ...needs],
    judge(exchanges, _, target) {
      const judged = exchanges.filter((x) => isJudged(x, rule) && applies(x, target))
      const findings = judged.map((x) => judge(x, target))
      if (judged.length === 0) return unclear(notJudged(exchanges))
      return findings.find((finding) => finding?.kind === 'violation') ?? findings.find((finding) => finding)
    },
  }) as AnyTrial
}

function notJudged(exchanges: readonly Exchange[]): string {
  const statuses = new Set(exchanges.map(({ response }) => response?.status))
  return `the rule does not apply to the current responses (${[...statuses].join(', ')})`
}

/** `first:2` for a boundary case, `any:7` for a generated one, `range:1` for a range; followed by fast-check's shrink path. */
const PATH = /^(first|any|range):(\d{1,4})((?::\d{1,4}){0,64})$/

interface Drawn<C> {
  readonly cases: Cases<C>
  readonly seed: number
  readonly target: Target
}

/**
 * Generate the case at a path of a report. A path only selects among the cases that a run generates itself. Throws `Untold` if the
 * result differs from the case in the report.
 */
export function rebuildCase<C>(drawn: Drawn<C>, path: string, expected: Json): C {
  const found = casesAt(drawn, path).find((c) => writeJson(c as Json) === writeJson(expected))
  if (found === undefined)
    throw new InconclusiveError(
      'the rule does not generate the case of the report: the suite version or the data differ, or the report was edited',
    )
  return found
}

function casesAt<C>({ cases, seed, target }: Drawn<C>, path: string): C[] {
  const { first, any, ranges, byHand } = cases
  const [, kind, index = '', steps = ''] = PATH.exec(path) ?? []
  if (kind === 'range' && steps === '') return [...(ranges?.(target) ?? [])].slice(Number(index), Number(index) + 1)
  const boundary = (typeof first === 'function' ? first(target) : first)[Number(index)]
  if (kind === undefined || kind === 'range' || (kind === 'first' && boundary === undefined)) return []
  if (kind === 'first' && steps === '') return byHand === undefined ? [boundary!] : [boundary!, byHand]
  const arbitrary = typeof any === 'function' ? any(target) : any
  if (!arbitrary) return []
  const start = kind === 'first' ? { path: `0${steps}`, examples: [[boundary!] as [C]] } : { path: `${index}${steps}` }
  try {
    // A tuple, as in `property-check.ts`.
    return fc.sample(fc.tuple(arbitrary), { seed, numRuns: 1, ...start }).map(([c]) => c)
  } catch {
    // The path does not exist in the shrink tree.
    return []
  }
}
