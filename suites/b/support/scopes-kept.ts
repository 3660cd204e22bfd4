import type { Behaviour, Failure } from '../../../reference-server/behaviour.ts'
import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import { requestLine } from '../../../src/core/request-text.ts'
import { explained, type Finding, headlined, type Tools, unclear, violation } from '../../../src/core/rule.ts'
import type { Key } from '../../../src/core/target.ts'
import { orRefused } from '../../../src/engine/control/refused.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { call, type EndpointName, rowsFirst } from '../api.ts'
import { askBy } from './judge-issued-key.ts'

/** A key with chosen scopes is renewed, or not, and lapses; how. */
export interface KeptCase {
  readonly end: 'revoked' | 'expired'
}

const STAGES = ['issued', 'renewed', 'lapsed'] as const
type Stage = (typeof STAGES)[number]

/** What a key with chosen scopes gets at an endpoint, in each stage that the console allowed. */
export interface Kept {
  readonly endpoint: EndpointName
  /** With every scope. */
  readonly full: Exchange
  /** With a key whose issuer holds no more than these scopes. */
  readonly limited: Exchange
  readonly stages: Partial<Record<Stage, Exchange>>
}

/** Endpoints that are requested in each stage: some that the scopes do not grant, and one that they grant. */
const MOST_CLOSED = 2

export const EVERY = ['projects:read', 'datasets:read', 'nodes:read', 'rows:read', 'company:read']

/** For a fault: another status than 401 for a lapsed key without the scope. */
const lapsedWithoutScope = (lapsed: Failure, status: number): Partial<Behaviour> => ({
  refusalStatus: (failure, call) =>
    failure === lapsed && !call.record!.scopes.includes(`${call.endpoint}:read`) ? status : 401,
})

/** Servers on which a key gains or loses scopes, or shows them once it has lapsed. */
export const scopesKeptFaults = {
  'choice-ignored': { bScopesGranted: (_chosen, held) => held },
  'renewal-grants-every-scope': {
    bRenewed: (key, days, admin) => ({ ...admin.conforming.bRenewed(key, days, admin), scopes: EVERY }),
  },
  'renewal-drops-the-scopes': {
    bRenewed: (key, days, admin) => ({ ...admin.conforming.bRenewed(key, days, admin), scopes: [] }),
  },
  'scopes-not-checked-after-a-renewal': {
    bRenewed: (key, days, admin) => ({ ...admin.conforming.bRenewed(key, days, admin), name: 'renewed' }),
    scopeHeld: (key, scope, call) => key.name === 'renewed' || call.conforming.scopeHeld(key, scope, call),
  },
  'scope-before-revocation': lapsedWithoutScope('revoked', 403),
  'scope-before-expiry': lapsedWithoutScope('expired', 403),
  'not-found-for-an-expired-key-without-scope': lapsedWithoutScope('expired', 404),
} satisfies Readonly<Record<string, Partial<Behaviour>>>

/** Issues a key with some of its issuer's scopes, and uses it until it has lapsed. */
export async function sendKept({ end }: KeptCase, tools: Tools): Promise<readonly Kept[] | 'refused'> {
  const { control, target } = tools
  const { person: issuedBy, holds: scopes } = await control.b.limitedAdministrator()
  const issued = await orRefused(control.b.createKey({ issuedBy, scopes }))
  const chosen = await orRefused(control.b.createKey({ scopes }))
  if ('refused' in issued || 'refused' in chosen) return 'refused'
  const { key } = chosen
  const all = await Promise.all(
    rowsFirst(target).map(async (endpoint): Promise<Kept> => {
      const note = 'a key with the few scopes of its issuer'
      const limited = askBy(tools, issued.key, { as: 'no-scope', note, endpoint })
      return { endpoint, full: await tools.once(call(target, endpoint)), limited: await limited, stages: {} }
    }),
  )
  const asked = [...all.filter(isClosed).slice(0, MOST_CLOSED), ...all.filter(isOpen).slice(0, 1)]
  const stages = [await inStage(tools, key, asked, 'no-scope', 'issued with a choice of scopes')]
  const renews = end === 'revoked' && control.has('renewKey')
  const renewal = renews && (await orRefused(control.b.renewKey(key, { lifetimeDays: 365 })))
  stages.push(renewal && !('refused' in renewal) ? await inStage(tools, key, asked, 'no-scope', 'renewed') : [])
  if (control.has(CALLS[end])) {
    await control.b[CALLS[end]](key)
    stages.push(await inStage(tools, key, asked, end, end))
  }
  return asked.map((one, i) => ({
    ...one,
    stages: Object.fromEntries(STAGES.flatMap((stage, k) => (stages[k]?.[i] ? [[stage, stages[k]![i]]] : []))),
  }))
}

export function judgeKept(evidence: readonly Kept[], { end }: KeptCase): Finding | undefined {
  const [closed, open] = [evidence.filter(isClosed), evidence.filter(isOpen)]
  if (closed.length === 0) return unclear('no endpoint shows which scopes a key has')
  const found = closed.flatMap((one) => widened(one) ?? [])[0] ?? open.flatMap((one) => narrowed(one) ?? [])[0]
  // A key that still works has not lapsed yet, which other rules judge.
  const hasLapsed = open.every(({ stages }) => stages.lapsed?.response?.status === 401)
  return found ?? (hasLapsed ? closed.flatMap((one) => unlike401(one, end) ?? [])[0] : undefined)
}

const CALLS = { revoked: 'revokeKey', expired: 'expireKey' } as const

const isClosed = ({ full, limited }: Kept): boolean => isSuccess(full) && limited.response!.status === 403
const isOpen = ({ full, limited }: Kept): boolean => isSuccess(full) && isSuccess(limited)

const inStage = (tools: Tools, key: Key, asked: readonly Kept[], as: 'no-scope' | KeptCase['end'], note: string) =>
  Promise.all(asked.map(({ endpoint }) => askBy(tools, key, { as, note: `a key, ${note}`, endpoint })))

function widened({ limited, stages }: Kept): Finding | undefined {
  const [stage, x] = (['issued', 'renewed'] as const).map((name) => [name, stages[name]] as const).find(hasRead) ?? []
  if (!x) return undefined
  const when = stage === 'issued' ? 'issued without the scope of this endpoint' : 'renewed without a choice of scopes'
  return headlined(
    `A key that was ${when} reads it: ${requestLine(x.req)}`,
    violation('403, as with a key that has the same scopes', responseSummary(x), limited, x),
  )
}

const hasRead = ([, x]: readonly [string, Exchange | undefined]): boolean => x !== undefined && isSuccess(x)

function narrowed({ stages: { issued, renewed } }: Kept): Finding | undefined {
  if (!issued || !renewed || !isSuccess(issued) || renewed.response!.status !== 403) return undefined
  return headlined(
    `A key lost a scope when it was renewed: ${requestLine(renewed.req)}`,
    violation('a success, as before the renewal', responseSummary(renewed), issued, renewed),
  )
}

function unlike401({ stages: { issued, lapsed } }: Kept, end: KeptCase['end']): Finding | undefined {
  if (!issued || !lapsed || isSuccess(issued) || lapsed.response!.status === 401) return undefined
  return headlined(
    `A key that is ${end} gets ${lapsed.response!.status} where it lacked the scope: ${requestLine(lapsed.req)}`,
    explained(
      violation('401, as at other endpoints', responseSummary(lapsed), issued, lapsed),
      'Anyone with a key that no longer works learns that it was issued, and what it could read.',
      'the scope is checked before the state of the key',
    ),
  )
}
