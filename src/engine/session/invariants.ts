import { type Exchange, isTransient } from '../../core/exchange.ts'
import type { Json } from '../../core/json.ts'
import type { Invariant, Rule, Violation } from '../../core/rule.ts'
import { withShortBodies, withShortBody } from '../../core/short-body.ts'
import type { Target } from '../../core/target.ts'

export type InvariantRule = Rule & Invariant

/** What one invariant has seen so far. */
export interface Seen {
  judged: number
  broken: number
  /** The smallest exchange that breaks it, failures before warnings. */
  worst?: { readonly exchange: Exchange; readonly violation: Violation }
  /** A judge threw: a bug of the suite. */
  crash?: unknown
}

export interface Watch {
  /** Judges an exchange by every invariant that it applies to, at once: nothing has to be kept for later. */
  see(x: Exchange): void
  of(id: string): Seen
}

export function createWatch(rules: readonly InvariantRule[], target: () => Target): Watch {
  const seen = new Map(rules.map((rule) => [rule.id, { judged: 0, broken: 0 } as Seen]))
  return {
    see(x) {
      if (!isJudged(x)) return
      for (const rule of rules) judge(rule, x, target(), seen.get(rule.id)!)
    },
    of: (id) => seen.get(id)!,
  }
}

/** Whether invariants judge it at all. */
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

/** A failure counts before a warning; of two alike, the smaller exchange says more. Which came first is chance, and decides nothing. */
function isWorse(x: Exchange, { warning = false }: Violation, worst: NonNullable<Seen['worst']>): boolean {
  const { warning: mild = false } = worst.violation
  if (warning !== mild) return mild
  const difference = size(x) - size(worst.exchange)
  return difference < 0 || (difference === 0 && spelt(x) < spelt(worst.exchange))
}

const spelt = ({ req }: Exchange): string => JSON.stringify([req.path, req.query, req.credential, req.headers])

/** A case is the smaller the less it says: fewer parameters and headers, an ordinary key, then shorter ones. */
export function size({ req }: Exchange): number {
  const { headers, note, class: name } = req.credential
  const isOdd = note !== undefined || (name !== 'active' && name !== 'missing')
  const parts = (req.query?.length ?? 0) + (req.headers?.length ?? 0) + headers.length + (isOdd ? 1 : 0)
  const characters = (req.query ?? []).join().length + req.path.length
  return parts * 1000 + characters
}

/** The request of an exchange as a counterexample: what was asked, and by what credential. */
export function requestAsCase({ req }: Pick<Exchange, 'req'>): Json {
  const query = (req.query ?? []).map(([name, value]) => [name, typeof value === 'string' ? value : '****'])
  return {
    request: `${req.method ?? 'GET'} ${req.path}`,
    ...Object.fromEntries(query),
    ...(req.credential.class !== 'active' && { credential: req.credential.note ?? req.credential.class }),
  }
}
