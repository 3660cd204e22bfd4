import { type Exchange, isTransient } from '../../core/exchange.ts'
import type { Json } from '../../core/json.ts'
import type { Invariant, Rule, Violation } from '../../core/rule.ts'
import { withShortBodies, withShortBody } from '../../core/short-body.ts'
import type { Target } from '../../core/target.ts'

export type InvariantRule = Rule & Invariant

/** What one invariant has judged so far. */
export interface Seen {
  judged: number
  broken: number
  /** The smallest exchange that violates it; failures take precedence over warnings. */
  worst?: { readonly exchange: Exchange; readonly violation: Violation }
  /** Error thrown by the judge: a bug in the suite. */
  crash?: unknown
}

export interface InvariantWatch {
  /** Judges an exchange by every invariant that applies, on arrival, so that no exchange has to be kept. */
  see(x: Exchange): void
  of(id: string): Seen
}

export function createInvariantWatch(rules: readonly InvariantRule[], target: () => Target): InvariantWatch {
  const seen = new Map(rules.map((rule) => [rule.id, { judged: 0, broken: 0 } as Seen]))
  return {
    see(x) {
      if (!isJudged(x)) return
      for (const rule of rules) judge(rule, x, target(), seen.get(rule.id)!)
    },
    of: (id) => seen.get(id)!,
  }
}

/** Whether invariants judge the exchange. */
export const isJudged = ({ req, response }: Exchange): boolean =>
  !req.outside && response !== undefined && !response.cut && !isTransient(response.status)

function judge(rule: InvariantRule, x: Exchange, target: Target, seen: Seen): void {
  try {
    if (!rule.applies(x, target)) return
    seen.judged++
    const finding = rule.judge(x, target)
    if (finding?.kind !== 'violation') return
    seen.broken++
    if (!seen.worst || isWorse(x, finding, seen.worst))
      seen.worst = { exchange: withShortBody(x), violation: withShortBodies(finding) }
  } catch (error) {
    seen.crash ??= error
  }
}

/** A failure is worse than a warning; otherwise the smaller exchange is. Arrival order is random and must not matter. */
function isWorse(x: Exchange, { warning = false }: Violation, worst: NonNullable<Seen['worst']>): boolean {
  const { warning: worstIsWarning = false } = worst.violation
  if (warning !== worstIsWarning) return worstIsWarning
  const difference = size(x) - size(worst.exchange)
  return difference < 0 || (difference === 0 && requestText(x) < requestText(worst.exchange))
}

const requestText = ({ req }: Exchange): string => JSON.stringify([req.path, req.query, req.credential, req.headers])

/** Size for shrinking: number of parameters, headers and unusual credentials, then length. */
export function size({ req }: Exchange): number {
  const { headers, note, class: name } = req.credential
  const isUnusual = note !== undefined || (name !== 'active' && name !== 'missing')
  const parts = (req.query?.length ?? 0) + (req.headers?.length ?? 0) + headers.length + (isUnusual ? 1 : 0)
  const characters = (req.query ?? []).join().length + req.path.length
  return parts * 1000 + characters
}

/** The request of an exchange as a counterexample: method, path, query, and any credential but the active key. */
export function requestAsCase({ req }: Pick<Exchange, 'req'>): Json {
  const query = (req.query ?? []).map(([name, value]) => [name, typeof value === 'string' ? value : '****'])
  return {
    request: `${req.method ?? 'GET'} ${req.path}`,
    ...Object.fromEntries(query),
    ...(req.credential.class !== 'active' && { credential: req.credential.note ?? req.credential.class }),
  }
}
