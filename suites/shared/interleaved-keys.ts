import type { Behaviour, Failure } from '../../reference-server/behaviour.ts'
import { type Exchange, isSuccess } from '../../src/core/exchange.ts'
import { requestLine } from '../../src/core/request-text.ts'
import { explained, type Finding, headlined, type Tools, unclear, violation } from '../../src/core/rule.ts'
import { responseSummary } from '../../src/judge/response-summary.ts'
import { availableClasses, badCredential, suppliedKey } from './credential-failures.ts'
import type { VariantSurface } from './variant-surface.ts'

/** Sends the active key at another time, then other keys and the active key in turns over one connection. */
export async function interleaveKeys<Way extends object>(
  surface: VariantSurface<Way>,
  way: Way,
  { target, good, inSequence }: Tools,
): Promise<Exchange[]> {
  const header = surface.header(way)
  const active = surface.request(target, way)
  const [failure] = availableClasses(target, ['revoked', 'wrong-secret'])
  const others = [
    badCredential(target, { class: failure! }, header),
    target.keys['no-scope']
      ? suppliedKey(target, 'no-scope', header)
      : badCredential(target, { class: 'missing' }, header),
  ]
  const alone = await good(active)
  const turns = others.flatMap((credential) => [surface.request(target, way, credential), active])
  return [alone, ...(await inSequence(turns))]
}

export const isRefused = ({ response }: Exchange): boolean => response?.status === 401 || response?.status === 403

/** Judges whether the active key is authorized right after requests with other keys as it is at another time. */
export function judgeInterleaved(all: readonly Exchange[]): Finding | undefined {
  const [first] = all
  if (!first || !isSuccess(first)) return unclear('the active key is not accepted at other times either')
  const at = all.findIndex((x) => x.req.credential.class === 'active' && isRefused(x))
  if (at < 0) return undefined
  const [other, x] = [all[at - 1]!, all[at]!]
  return headlined(
    `The active key got ${x.response!.status} for ${requestLine(x.req)} right after a request with ${other.req.credential.note ?? 'another key'} over the same connection`,
    explained(
      violation(`${first.response!.status}, as in other requests`, responseSummary(x), first, other, x),
      'A client with a valid key is refused now and then.',
      'a variable of the thread or process keeps the last key, its scopes or its refusal',
      'a proxy authenticates the connection and not the request',
    ),
  )
}

/** Globals of a middleware that outlive their request. */
export const interleavedFaults = {
  'refusal-outlives-its-request': {
    classify: (check, call) => {
      const failure = call.conforming.classify(check, call)
      if (failure && failure !== 'missing') call.memory.set('last failure', { failure, at: call.now })
      const last = call.memory.get('last failure') as { failure: Failure; at: number } | undefined
      return failure ?? (last && call.now - last.at < 500 ? last.failure : undefined)
    },
  },
  'scopes-of-the-request-before': {
    scopeHeld: (key, scope, call) => {
      const last = call.memory.get('last scopes') as typeof key.scopes | undefined
      call.memory.set('last scopes', key.scopes)
      return call.conforming.scopeHeld(key, scope, call) && (last ?? key.scopes).includes(scope)
    },
  },
} satisfies Record<string, Partial<Behaviour>>

const WHY = 'quick depth sends no other key between two requests with the active key'
export const interleavedQuickMisses = {
  'refusal-outlives-its-request': WHY,
  'scopes-of-the-request-before': WHY,
} as const
