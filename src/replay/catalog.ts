import type { Catalog } from '../catalog.ts'
import type { Exchange, Req } from '../client/exchange.ts'
import type { Cases, Rule, Trial } from '../rule.ts'
import { trial, unclear } from '../rule.ts'
import { enough } from '../session/attempt.ts'
import type { InvariantRule } from '../session/invariants.ts'
import { Untold } from '../session/untold.ts'
import type { Target } from '../target.ts'
import type { ReplayCase } from './case.ts'
import { isCaseOf } from './shape.ts'

/** The catalogue with just the rules of these cases, each with its own case as the only one. */
export function replayCatalog(catalog: Catalog, cases: readonly ReplayCase[]): Catalog {
  const rules = cases.flatMap((replayed) => {
    const rule = catalog.rules.find(({ id }) => id === replayed.rule)
    return rule ? [onlyCase(rule, replayed)] : []
  })
  return { ...catalog, rules }
}

/** What it comes after is not tried here: its own case is what was asked for. */
function onlyCase(rule: Rule, replayed: ReplayCase): Rule {
  const { id, variant } = rule
  const cases = repeated(replayed)
  if (rule.kind === 'trial') return { ...guarded(rule, rule), id, variant, after: [], cases }
  if (rule.kind === 'invariant' && replayed.request)
    return { ...asTrial(rule, replayed.request, replayed.elsewhere), id, variant, after: [], cases }
  throw new Error(`${id} has no case that could be sent again`)
}

function repeated({ counterexample, times }: ReplayCase): Cases<unknown> {
  return { first: Array(times).fill(counterexample), count: [times, times, times] }
}

type AnyTrial = Trial<unknown, unknown>

/** A case from a file may be of any form: what it makes of the rule is no bug of the suite. */
function guarded(rule: AnyTrial, { cases }: Pick<AnyTrial, 'cases'>): AnyTrial {
  return {
    ...rule,
    async send(c, tools) {
      if (!isCaseOf(c as never, cases, tools.target))
        throw new Untold('its case is of another form than those of this version of the rule; run the rule again')
      try {
        return await rule.send(c, tools)
      } catch (error) {
        throw new Untold(wordsFor(error))
      }
    },
    judge(evidence, c, target) {
      try {
        return rule.judge(evidence, c, target)
      } catch (error) {
        return unclear(wordsFor(error))
      }
    },
  }
}

function wordsFor(error: unknown): string {
  try {
    return enough(error)
  } catch {
    return `this version of the rule cannot try its case: ${error instanceof Error ? error.message : error}`
  }
}

/** A rule that is judged on every exchange, tried on the one request that broke it. */
function asTrial(rule: InvariantRule, request: Req, elsewhere: boolean): AnyTrial {
  const { level, derivation, title, clauses, tried, meaning, causes, needs, applies, judge } = rule
  return trial<unknown, Exchange>({
    ...{ level, derivation, title, clauses, tried, meaning, causes, needs },
    cases: { first: [], count: [0, 0, 0] },
    send: (_, { target, get }) => get(elsewhere ? movedTo(target, request) : request),
    judge: (x, _, target) => (applies(x, target) ? judge(x, target) : unclear(beside(x))),
  }) as AnyTrial
}

const beside = ({ response }: Exchange): string =>
  `the request is now answered ${response?.status}, of which the rule says nothing`

/** At another deployment, a project or a dataset has another id. */
function movedTo({ project, dataset }: Target, request: Req): Req {
  const { endpoint } = request
  if (endpoint === null || !endpoint.includes('{')) return request
  const ids: Readonly<Record<string, string | undefined>> = { project_id: project, dataset_id: dataset }
  const path = endpoint.replace(/\{(\w+)\}/g, (_, name) => {
    const id = ids[name]
    if (id === undefined) throw new Untold(`it needs a ${name.replace('_id', '')}, and none was given or found`)
    return encodeURIComponent(id)
  })
  return { ...request, path }
}
