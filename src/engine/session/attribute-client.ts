import type { Exchange } from '../../core/exchange.ts'
import type { Violation } from '../../core/rule.ts'
import { clientInWords, OWN_CLIENT } from '../../http/client-profile.ts'
import { headlineOf } from './rule-result.ts'

/** The outcome of a failing case once it is known whether the client matters. */
export interface Attributed<T> {
  readonly outcome: T
  /** Client of the outcome. */
  readonly client: string
  /** The case fails with the headers of this client and conforms with the suite's own. */
  readonly isCause: boolean
}

type Result = 'fails' | 'conforms' | 'unclear'

/**
 * Repeat a failed case with the suite's own headers. If that conforms, repeat both, since one worker or replica may differ from
 * the others.
 */
export async function attributeClient<T>(
  failed: T,
  client: string,
  repeat: (client: string) => Promise<T>,
  resultOf: (outcome: T) => Result,
): Promise<Attributed<T>> {
  const unknown = { outcome: failed, client, isCause: false }
  if (client === OWN_CLIENT) return unknown
  for (let k = 0; k < 2; k++) {
    const own = await repeat(OWN_CLIENT)
    if (resultOf(own) === 'fails') return { outcome: own, client: OWN_CLIENT, isCause: false }
    if (resultOf(own) === 'unclear') return unknown
    if (k === 0 && resultOf(await repeat(client)) !== 'fails') return unknown
  }
  return { ...unknown, isCause: true }
}

/** A violation that only requests of one client show. `sent`: the requests of the failing case, some perhaps by others. */
export function onlyFor(client: string, found: Violation, sent: readonly Exchange[]): Violation {
  const reqs = sent.map(({ req }) => req).filter((req) => req.client === client)
  return {
    ...found,
    headline: `${found.headline ?? headlineOf(found, found.show ?? [])}; only with ${clientInWords(client, reqs)}`,
  }
}

/** A violation that the one further header of a request causes: it was tried without it. */
export function onlyWithHeader(found: Violation, { req: { headers = [] } }: Exchange): Violation {
  const [[name, value] = ['', ''], ...others] = headers
  if (value === '' || others.length > 0 || typeof value !== 'string') return found
  return {
    ...found,
    headline: `${found.headline ?? headlineOf(found, found.show ?? [])}; only with ${name}: ${value}`,
    causes: [`the framework, a cache or a proxy acts on ${name}`],
  }
}
