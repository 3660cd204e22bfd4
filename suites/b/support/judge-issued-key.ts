import { type CredentialClass, type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import { inApiKey, whole } from '../../../src/core/key-format.ts'
import { requestLine } from '../../../src/core/request-text.ts'
import { explained, type Finding, headlined, type Tools, unclear, violation } from '../../../src/core/rule.ts'
import type { Key } from '../../../src/core/target.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { isAccepted } from '../../shared/key-propagation.ts'
import { call, type EndpointName } from '../api.ts'

interface Asking {
  /** The condition that the key should be in. */
  readonly as: Extract<CredentialClass, 'active' | 'no-scope' | 'disabled' | 'revoked' | 'expired'>
  readonly note: string
  readonly endpoint?: EndpointName
}

/** One request with a key that was issued in this run, ahead of the queue, since its state has just changed. */
export const askBy = (tools: Tools, key: Key, { as, note, endpoint = 'projects' }: Asking): Promise<Exchange> => {
  const query = endpoint === 'company' ? {} : { page: 1, size: 1 }
  return tools.promptly(call(tools.target, endpoint, query, { credential: inApiKey(whole(key), as, note) }))
}

/** A 403 means that the key is still found. */
const LOST_PERMISSION = [
  'the key takes its scopes from the person who issued it',
  'the scopes of the key are looked up by a join that lacks a row now',
]

/** Judges a key that must keep working: it gets the same response as before, if it was used then. */
export function stopped(before: Exchange | undefined, x: Exchange, when: string, impact?: string): Finding | undefined {
  const headline = `${before ? 'A key stopped working' : 'A new key was rejected'} ${when}: ${requestLine(x.req)} returned ${responseSummary(x)}`
  const means = {
    ...(impact !== undefined && { impact }),
    ...(x.response?.status === 403 && { causes: LOST_PERMISSION }),
  }
  if (!before)
    return isAccepted(x) ? undefined : { ...violation('a success', responseSummary(x), x), headline, ...means }
  if (!isAccepted(before)) return unclear(`the key already got ${responseSummary(before)} before`)
  if (isSuccess(before) ? isSuccess(x) : isAccepted(x)) return undefined
  return { ...violation(`${before.response!.status}, as before`, responseSummary(x), before, x), headline, ...means }
}

/** Judges a key that must no longer work. */
export function notStopped(x: Exchange, when: string, before?: Exchange): Finding | undefined {
  if (before && !isAccepted(before)) return unclear(`the key already got ${responseSummary(before)} before`)
  if (x.response!.status === 401) return undefined
  return headlined(
    `${isAccepted(x) ? 'The server accepted a revoked key' : 'A revoked key got another status than 401'} ${when}: ${requestLine(x.req)} returned ${responseSummary(x)}`,
    explained(
      violation('401', responseSummary(x), ...(before ? [before] : []), x),
      isAccepted(x)
        ? 'A key that was taken away still reads data.'
        : 'A client does not learn that its key was revoked.',
    ),
  )
}

/** The first violation, else the first doubt. */
export function worstOf(findings: readonly (Finding | undefined)[]): Finding | undefined {
  return findings.find((one) => one?.kind === 'violation') ?? findings.find((one) => one !== undefined)
}
