import type { Catalog } from '../../core/catalog.ts'
import type { Exchange } from '../../core/exchange.ts'
import { COMMAND } from '../../core/package.ts'
import { seedFor } from '../../core/random.ts'
import type { ReplayCase, ReplayedCase, ReplayedRequest } from '../../core/replay-case.ts'
import { type Cases, type Rule, type Tools, type Trial, trial, unclear } from '../../core/rule.ts'
import { ruleOptions } from '../../core/rule-options.ts'
import type { Settings } from '../../core/settings.ts'
import type { Target } from '../../core/target.ts'
import { casesOf } from '../property-check.ts'
import type { CaseTools } from '../session/case-tools.ts'
import { type InvariantRule, isJudged, requestAsCase } from '../session/invariants.ts'
import { plainRequest } from '../session/plain-request.ts'
import { Untold } from '../session/untold.ts'
import { rebuiltCase } from './rebuild.ts'

type AnyTrial = Trial<unknown, unknown>
type Seeded = Pick<Settings, 'seed' | 'depth'>

/** The catalogue with only the rules of these cases, each with its failing case repeated. */
export function replayCatalog(catalog: Catalog, replayed: readonly ReplayCase[], settings: Seeded): Catalog {
  const rules = replayed.flatMap((one): Rule[] => {
    const rule = catalog.rules.find(({ id }) => id === one.rule)
    // It is one of the other variant.
    if (!rule) return []
    const { id, variant } = rule
    const instead = `run instead: ${COMMAND} run ${ruleOptions(id, settings.seed, 'from' in one ? one.from : undefined)}`
    return [{ ...refusing(asTrial(rule, one, catalog, settings), instead), id, variant, after: [] }]
  })
  return { ...catalog, rules }
}

function asTrial(rule: Rule, replayed: ReplayCase, catalog: Catalog, settings: Seeded): AnyTrial {
  if (rule.kind === 'trial' && 'from' in replayed) return { ...rule, ...madeBy(rule, replayed, catalog, settings) }
  if (rule.kind !== 'invariant') throw new Error(`${rule.id} has no case to replay`)
  return judgedBy(rule, 'request' in replayed ? described(replayed, catalog) : sentBy(replayed, catalog, settings))
}

/** Requests that an invariant judges. */
type Requests = Pick<AnyTrial, 'cases' | 'needs'> & {
  readonly send: (c: unknown, tools: Tools) => Promise<readonly Exchange[]>
}

function described({ request, times }: ReplayedRequest, { surface }: Catalog): Requests {
  const build = (target: Target) => plainRequest(request, target, surface)
  return {
    cases: repeated(times, (target) => requestAsCase({ req: build(target) })),
    send: async (_, { get, target }) => [await get(build(target))],
  }
}

function sentBy(replayed: ReplayedCase, catalog: Catalog, settings: Seeded): Requests {
  const sender = catalog.rules.find(({ id }) => id === replayed.from.rule)
  if (!sender) throw new Error(`the catalogue has no rule ${replayed.from.rule}`)
  return { ...madeBy(sender, replayed, catalog, settings), needs: sender.needs, send: exchangesOf(sender) }
}

/** The case that a path leads to, repeated; of a rule that sent for another one, every case where it is not known which. */
function madeBy(
  rule: Rule,
  { rule: judging, from, times }: ReplayedCase,
  catalog: Catalog,
  { seed, depth }: Seeded,
): Pick<AnyTrial, 'cases'> {
  const cases: Cases<unknown> = 'cases' in rule && rule.cases ? rule.cases : { first: [rule.id], count: [1, 1, 1] }
  // Invariants that share their cases draw them by the seed of the first.
  const drawing = catalog.rules.find((one) => one.kind === 'invariant' && one.cases === cases) ?? rule
  const drawn = { cases, depth, seed: seedFor(seed, drawing.id) }
  const { inWords } = cases
  const every = (target: Target) => Object.values(casesOf({ ...drawn, target })).flat()
  if (from.path === 'all' && rule.id !== judging) return { cases: { first: every, count: cases.count, inWords } }
  return { cases: { ...repeated(times, (target) => rebuiltCase({ ...drawn, target }, from.path, from.case)), inWords } }
}

/** Stands for a case that cannot be rebuilt. */
class Refused {
  readonly why: string
  constructor(why: string) {
    this.why = why
  }
}

function repeated(times: number, build: (target: Target) => unknown): Cases<unknown> {
  const first = (target: Target) => {
    try {
      return Array(times).fill(build(target))
    } catch (error) {
      if (error instanceof Untold) return [new Refused(error.message)]
      throw error
    }
  }
  return { first, count: [times, times, times] }
}

/** Says which command to use instead where the case cannot be rebuilt. */
const refusing = (rule: AnyTrial, instead: string): AnyTrial => ({
  ...rule,
  async send(c, tools) {
    if (c instanceof Refused) throw new Untold(`${c.why}; ${instead}`)
    return rule.send(c, tools)
  },
})

/** What a rule sends for a case. */
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
      const judged = exchanges.filter((x) => isJudged(x) && applies(x, target))
      const findings = judged.map((x) => judge(x, target))
      if (judged.length === 0) return unclear(notJudged(exchanges))
      return findings.find((finding) => finding?.kind === 'violation') ?? findings.find((finding) => finding)
    },
  }) as AnyTrial
}

function notJudged(exchanges: readonly Exchange[]): string {
  const statuses = new Set(exchanges.map(({ response }) => response?.status))
  return `the rule does not judge the responses that come now (${[...statuses].join(', ')})`
}
