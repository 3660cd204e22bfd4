import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Behaviour } from '../../../reference-server/behaviour.ts'
import type { Catalog } from '../../core/catalog.ts'
import type { Req } from '../../core/exchange.ts'
import { VARIANTS } from '../../core/literal-types.ts'
import { root } from '../../core/package.ts'
import type { Finding, RequestCases, Rule, Tools, Trial } from '../../core/rule.ts'
import { requestIdentity } from '../../engine/session/request-identity.ts'
import { isAtEnd, isTimed, waitsForOthers } from '../../engine/session/run-order.ts'
import { type Sending, watchTools } from '../../engine/session/watch-tools.ts'
import { testTarget } from '../../engine/test-target.ts'
import { deploy } from '../selfcheck/deployment.ts'
import { matrixOf } from '../selfcheck/matrix.ts'
import { catalogOf, settingsFor } from '../selfcheck/try-against.ts'
import { concurrently } from './concurrently.ts'

/** A case of many requests needs more of them to confirm a violation: it goes soon after the opening, so that 200 requests suffice. */
const [MANY, OPENING, EARLIER] = [10, 60, 3]

/** What the cases of a catalogue sent to one server, and which of them or of the requests showed a violation. */
interface Trace {
  readonly sent: Map<string, readonly Sent[]>
  readonly found: Set<string>
}

interface Sent {
  readonly request: string
  /** Other cases reuse the response. */
  readonly isShared: boolean
  /** It is repeated at the end of the run. */
  readonly isBaseline: boolean
}

/** Orders the cases of each variant by the faults that they catch first per request, and saves the order. Takes half an hour. */
export async function measure(): Promise<string[]> {
  const lines: string[] = []
  for (const variant of VARIANTS) {
    const catalog = await catalogOf(variant)
    const { sent } = await traceOf(catalog)
    const faults = matrixOf(catalog.rules, 'fault').filter(({ timed }) => !timed)
    const found: Trace['found'][] = []
    await concurrently(faults, async ({ rule, name }) => {
      found.push((await traceOf(catalog, catalog.rules.find(({ id }) => id === rule)!.faults![name])).found)
    })
    const late = new Set(catalog.rules.filter((rule) => isAtEnd(rule) || waitsForOthers(rule)).map(({ id }) => id))
    const order = orderOf(new Map([...sent].filter(([key]) => !late.has(ruleIn(key)))), found)
    writeFileSync(join(root, `suites/${variant}/case-order.ts`), sourceOf(order))
    lines.push(`variant ${variant}: ${order.length} cases`)
  }
  return lines
}

/** Runs a catalogue at quick depth against a server, past every violation. */
async function traceOf(catalog: Catalog, behaviour: Partial<Behaviour> = {}): Promise<Trace> {
  const trace: Trace = { sent: new Map(), found: new Set() }
  const shared = new Map<RequestCases<unknown>, RequestCases<unknown>>()
  const rules = catalog.rules.map((rule) => traced(rule, trace, shared))
  const deployment = await deploy(behaviour)
  const target = deployment.target(catalog.variant)
  const settings = settingsFor({ rules: [], depth: 'quick', seed: 1 }, [target])
  await (await testTarget(settings, target, { catalog: { ...catalog, rules }, control: deployment.control })).finish()
  await deployment.close()
  return trace
}

function traced(rule: Rule, trace: Trace, shared: Map<RequestCases<unknown>, RequestCases<unknown>>): Rule {
  if (rule.kind === 'observation' || isTimed(rule)) return rule
  const note = (found: Finding | undefined, key: string) => {
    if (found?.kind !== 'violation') return found
    trace.found.add(key)
    return undefined
  }
  const keyOf = keysOf(rule.id)
  if (rule.kind === 'invariant') {
    const { cases } = rule
    const judge: typeof rule.judge = (x, target) => note(rule.judge(x, target), identityOf(x))
    const request: RequestCases<unknown>['request'] = (c, target) => {
      const req = cases!.request(c, target)
      add(trace, keyOf(c), { request: requestIdentity(req), isShared: true, isBaseline: false })
      return req
    }
    if (cases && !shared.has(cases)) shared.set(cases, { ...cases, request })
    return { ...rule, judge, ...(cases && { cases: shared.get(cases)! }) }
  }
  const { send, judge } = rule as Trial<unknown, unknown>
  return {
    ...rule,
    send: (c: unknown, tools: Tools) => {
      const key = keyOf(c)
      // A case may send nothing.
      if (!trace.sent.has(key)) trace.sent.set(key, [])
      return send(
        c,
        watched(tools, (sent) => add(trace, key, sent)),
      )
    },
    judge: (evidence: unknown, c: unknown, target) => note(judge(evidence, c, target), keyOf(c)),
  } as Rule
}

const add = ({ sent }: Trace, key: string, one: Sent) => void sent.set(key, [...(sent.get(key) ?? []), one])

/** `<rule id> <place>`: cases begin in order. */
function keysOf(id: string): (c: unknown) => string {
  const places = new Map<unknown, number>()
  return (c) => {
    if (!places.has(c)) places.set(c, places.size)
    return `${id} ${places.get(c)}`
  }
}

const ruleIn = (key: string): string => key.split(' ')[0]!

const identityOf = ({ req }: { readonly req: Req }): string => requestIdentity(req)

const SHARED: readonly Sending[] = ['once', 'sparingly', 'good']

/** The tools, which note what they send. */
const watched = (tools: Tools, note: (sent: Sent) => void): Tools =>
  watchTools(tools, (req, by) =>
    note({ request: requestIdentity(req), isShared: SHARED.includes(by), isBaseline: by === 'good' }),
  )

/** The ids of the rules, each once per case: always the next cases of the rule that catch the most further faults per request. */
function orderOf(sent: Trace['sent'], faults: readonly Trace['found'][]): string[] {
  const left = Map.groupBy(sent.keys(), ruleIn)
  const open = new Set(faults)
  const paid = new Set<string>()
  const order: string[] = []
  const catches = (keys: readonly string[]) =>
    [...open].filter((found) => keys.some((key) => found.has(key) || sent.get(key)!.some((x) => found.has(x.request))))
  const costsOf = (keys: readonly string[]) =>
    keys
      .flatMap((key) => sent.get(key)!)
      .flatMap(({ request, isShared, isBaseline }, k) => {
        if (!isShared) return [`${order.length} ${k}`]
        return isBaseline ? [request, `closing ${request}`] : [request]
      })
  for (;;) {
    let best: { keys: string[]; caught: Trace['found'][]; costs: string[]; worth: number } | undefined
    for (const keys of [...left.values()].flatMap((all) => all.map((_, k) => all.slice(0, k + 1)))) {
      const caught = catches(keys)
      const costs = costsOf(keys)
      const cost = new Set(costs.filter((one) => !paid.has(one))).size
      const worth = (caught.length / cost) * (paid.size >= OPENING && cost >= MANY ? EARLIER : 1)
      if (worth > (best?.worth ?? 0)) best = { keys, caught, costs, worth }
    }
    if (!best) return order
    for (const cost of best.costs) paid.add(cost)
    for (const found of best.caught) open.delete(found)
    const rule = ruleIn(best.keys[0]!)
    left.set(rule, left.get(rule)!.slice(best.keys.length))
    order.push(...best.keys.map(() => rule))
  }
}

const sourceOf = (order: readonly string[]): string =>
  `/**
 * The order of cases for a run that cannot send everything: by the faults of all rules that each request catches first. Saved by
 * \`npm run bench -- order\`.
 */
export const caseOrder: readonly string[] = [
${order.map((id) => `  '${id}',\n`).join('')}]
`
