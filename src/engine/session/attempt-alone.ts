import { AT_ONCE, interleaved } from '../../core/at-once.ts'
import type { Exchange, Req } from '../../core/exchange.ts'
import { type Rule, type Trial, type Violation, withShortBody } from '../../core/rule.ts'
import { Stopped } from '../../core/stopped.ts'
import type { Surface } from '../../core/surface.ts'
import type { Target } from '../../core/target.ts'
import type { Client } from '../../http/client.ts'
import { OWN_CLIENT } from '../../http/client-profile.ts'
import type { CaseFinding } from '../check-cases.ts'
import type { CaseIdentity, CaseTools } from './case-tools.ts'
import { isJudged } from './invariants.ts'
import type { FoundViolation } from './provisional-result.ts'
import { identityByClient, requestIdentity } from './request-identity.ts'
import { shownOf } from './rule-result.ts'
import { tryCase } from './run-case.ts'
import { InconclusiveError } from './stop-reasons.ts'
import { caseSeed } from './test-rule.ts'

/** A violated rule whose failure may depend on other requests. */
export interface Suspect {
  readonly rule: Rule
  readonly found: FoundViolation
}

export interface Confirming extends Pick<Surface, 'credentials' | 'parameters' | 'requests'> {
  readonly client: Client
  readonly target: Target
  /** Milliseconds without a request before a request counts as alone: caches of up to five seconds are then empty, also if they count whole ones. */
  readonly quietMs: number
  /** Whether the run created or updated records through the console. */
  readonly changedData: boolean
  readonly stopped: () => boolean
  readonly signal: AbortSignal
  readonly seedOf: (rule: Rule) => number
  /** Tools that send over this client. */
  readonly tools: (client: Client, rule: string, which: CaseIdentity) => CaseTools
}

export interface Printed extends Suspect {
  /** The requests of the printed commands, the decisive one last. */
  readonly reqs: readonly Req[]
}

/** Ways to send requests together, in the order in which they are tried. */
export const WAYS = ['before', 'same connection', 'concurrent'] as const
export type Way = (typeof WAYS)[number]

export type Shown = Pick<FoundViolation, 'exchanges' | 'violation'>

export type Judgement = 'violates' | 'conforms' | 'unclear'

/** Send requests and judge the case with their responses. Returns those that violate the rule, with what is wrong with them. */
export async function attempt(
  one: Printed,
  reqs: readonly Req[],
  way: Way,
  by: Confirming,
): Promise<Shown | 'conforms' | 'unclear'> {
  if (by.stopped()) return 'unclear'
  const judgements: ('conforms' | 'unclear')[] = []
  for (const exchanges of await sendTogether(reqs, way, one.rule.id, by.client).catch(noneIfStopped)) {
    const own = exchanges.filter((_, i) => one.reqs.includes(reqs[i]!))
    const judgement = await judgeWith(own, one, by)
    if (typeof judgement !== 'string') return { exchanges: exchanges.map(withShortBody), violation: judgement }
    judgements.push(judgement)
  }
  return judgements.includes('conforms') ? 'conforms' : 'unclear'
}

/** Nothing for an expected end of the run, and for a recording that lacks the requests. */
export function noneIfStopped(error: unknown): Exchange[][] {
  if (error instanceof Stopped || error instanceof InconclusiveError) return []
  throw error
}

/** Exchanges in the order of the requests; several rounds if the requests are sent at the same time. */
export async function sendTogether(
  reqs: readonly Req[],
  way: Way,
  rule: string,
  client: Client,
): Promise<Exchange[][]> {
  const slot = `alone ${rule}`
  const send = (req: Req) => client.apart((single) => single.send(req, rule, { slot }))
  if (way === 'before') return [await inOrder(reqs, send)]
  if (way === 'same connection')
    return [await client.apart((single) => inOrder(reqs, (req) => single.send(req, rule, { slot })))]
  const rounds = Array.from({ length: AT_ONCE }, () => Promise.all(interleaved(reqs).map(send)))
  return (await Promise.all(rounds)).map((exchanges) => exchanges.slice(0, reqs.length))
}

async function inOrder(reqs: readonly Req[], send: (req: Req) => Promise<Exchange>): Promise<Exchange[]> {
  const exchanges: Exchange[] = []
  for (const req of reqs) exchanges.push(await send(req))
  return exchanges
}

/** Judge the case as it was found, but with these responses to their requests. */
export async function judgeWith(
  live: readonly Exchange[],
  { rule, found }: Suspect,
  by: Confirming,
): Promise<Violation | 'conforms' | 'unclear'> {
  if (rule.kind === 'invariant') {
    const x = live.at(-1)!
    if (!isJudged(x, rule)) return 'unclear'
    return judgementOf(rule.applies(x, by.target) ? rule.judge(x, by.target) : undefined, live, found)
  }
  const known = new Map<string, readonly Exchange[]>()
  for (const x of found.exchanges) for (const key of keysOf(x.req)) known.set(key, [...(known.get(key) ?? []), x])
  // Of equal requests, the last is the decisive one.
  for (const x of live) for (const key of keysOf(x.req)) known.set(key, [...(known.get(key)?.slice(0, -1) ?? []), x])
  const tools = by.tools(answering(known, by.client), rule.id, identityOf({ rule, found }, by))
  const { finding } = await tryCase(rule as Trial<unknown, unknown>, found.counterexample, by.target, tools)
  return judgementOf(finding, live, found)
}

/** A violation by responses that were found before says nothing about these. Another status than that which was shown does. */
function judgementOf(
  finding: CaseFinding | undefined,
  live: readonly Exchange[],
  found: FoundViolation,
): Violation | 'conforms' | 'unclear' {
  if (finding === undefined) return 'conforms'
  const decisive = finding.kind === 'violation' ? finding.show?.at(-1) : undefined
  const isByThese = decisive === undefined || live.some(({ n }) => n === decisive.n)
  if (finding.kind === 'violation' && isByThese) return finding
  const now = live.at(-1)!
  const shown = shownOf(found).findLast(({ req }) => requestIdentity(req) === requestIdentity(now.req))
  return shown && isJudged(now, {}) && shown.response?.status !== now.response?.status ? 'conforms' : 'unclear'
}

export const identityOf = ({ rule, found }: Suspect, { seedOf }: Confirming): CaseIdentity => ({
  seed: caseSeed({ seed: seedOf(rule) }, found.counterexample),
  client: found.client ?? OWN_CLIENT,
  onlyClient: true,
  again: true,
})

/** Of a request as one client sends it, and as any client does: a baseline request may have been sent by another one. */
function keysOf(req: Req): readonly [exact: string, any: string] {
  return [identityByClient(req), requestIdentity(req)]
}

/** A client that sends nothing and responds to each request with these exchanges in turn, then with the last. */
function answering(known: ReadonlyMap<string, readonly Exchange[]>, client: Client): Client {
  const counts = new Map<string, number>()
  const self: Client = {
    ...client,
    async send(req) {
      const [exact, any] = keysOf(req)
      const key = known.has(exact) ? exact : any
      const count = counts.get(key) ?? 0
      counts.set(key, count + 1)
      const exchanges = known.get(key)
      const x = exchanges?.[count] ?? exchanges?.at(-1)
      if (!x) throw new InconclusiveError('the case sends another request')
      return { ...x, req }
    },
    reserve: () => undefined,
    alone: () => self,
    apart: (work) => work(self),
  }
  return self
}
