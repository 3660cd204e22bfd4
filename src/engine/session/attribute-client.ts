import type { Exchange } from '../../core/exchange.ts'
import { queryText, requestLine } from '../../core/request-text.ts'
import type { Difference } from '../../core/results.ts'
import type { Violation } from '../../core/rule.ts'
import {
  clientInWords,
  clientQuery,
  isReorderedOnly,
  LOWER_CASE,
  NO_ACCEPT,
  OWN_CLIENT,
  propertiesOf,
  withOtherValues,
  withProperties,
} from '../../http/client-profile.ts'
import { actsOn } from '../../judge/likely-cause.ts'
import type { CaseFinding } from '../check-cases.ts'
import type { JudgedCase } from './find-extent.ts'
import { headlineOf } from './rule-result.ts'

/** The outcome of a failing case once it is known whether the client matters. */
export interface Attributed<T> {
  readonly outcome: T
  /** Client of the outcome. */
  readonly client: string
  /** The case fails with the headers of this client, or its one property, and conforms with the suite's own. */
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

/** Times that a case must fail with one property, and conform without it in between: a flaky server does that by chance. */
const CONFIRMATIONS = 3

/**
 * Find the one property of a client that suffices for a case to fail, by halves: 10 repetitions for a client with 20 headers. Returns
 * `whole` if no property suffices alone, or if it is not the cause.
 */
export async function attributeProperty<T>(
  whole: Attributed<T>,
  repeat: (client: string) => Promise<T>,
  resultOf: (outcome: T) => Result,
): Promise<Attributed<T>> {
  if (!whole.isCause) return whole
  const nameOf = (properties: readonly string[]) => withProperties(whole.client, properties)
  const fails = async (client: string) => resultOf(await repeat(client)) === 'fails'
  let properties = propertiesOf(whole.client)
  while (properties.length > 1) {
    const half = Math.ceil(properties.length / 2)
    const first = properties.slice(0, half)
    properties = (await fails(nameOf(first))) ? first : properties.slice(half)
  }
  const client = nameOf(properties)
  for (let k = 1; ; k++) {
    const outcome = await repeat(client)
    if (resultOf(outcome) !== 'fails') return whole
    if (k === CONFIRMATIONS) return { outcome, client, isCause: true }
    const own = await repeat(OWN_CLIENT)
    if (resultOf(own) === 'fails') return { outcome: own, client: OWN_CLIENT, isCause: false }
    if (resultOf(own) === 'unclear') return whole
  }
}

/** A violation that only requests of one client show. `sent`: the requests of the failing case, some perhaps by others. */
export function onlyFor(client: string, found: Violation, sent: readonly Exchange[]): Violation {
  const reqs = sent.map(({ req }) => req).filter((req) => req.client === client)
  const headline = found.headline ?? headlineOf(found, found.show ?? [])
  const isOrder = isReorderedOnly(client)
  return {
    ...found,
    headline: `${headline}; ${isOrder ? 'only in this order of the query' : `with ${clientInWords(client, reqs)}, while the plain request conforms`}`,
    ...causesOf(client),
  }
}

/** How cases were sent beside one for which the client matters: `with Accept-Encoding: gzip`. */
export const asSentBy = (client: string): string =>
  client.includes(': ') ? `with ${clientInWords(client)}` : 'by the same client'

const MANY = 10
const OF_MANY = 'it takes several of these headers together: a limit on their number or on their length, for example'

/** Where one property of a client is sufficient, or none of many. */
function causesOf(client: string): Pick<Violation, 'causes'> | undefined {
  const [property, ...others] = propertiesOf(client)
  if (others.length >= MANY) return { causes: [OF_MANY] }
  if (property === undefined || others.length > 0) return undefined
  if (isReorderedOnly(client))
    return {
      causes: ['the server reads a parameter by its place in the query, or only up to another one, not by its name'],
    }
  if (property === LOWER_CASE) return { causes: ['the server looks for a header by its name in one letter case'] }
  return { causes: [actsOn(property === NO_ACCEPT ? 'a missing Accept' : property)] }
}

/**
 * How far it extends that a client matters: the decisive request in the order of the suite's own client, or with other values of the
 * header that matters. `repeat`: sends the case with another client, and returns what is wrong.
 */
export async function extentOfClient(
  client: string,
  sent: readonly Exchange[],
  repeat: (client: string) => Promise<CaseFinding | undefined>,
): Promise<JudgedCase[]> {
  const x = sent.at(-1)
  if (x && isReorderedOnly(client)) return [caseOf(requestLine(x.req))]
  const judged = [caseOf('the plain request, with Accept: application/json')]
  for (const other of withOtherValues(client)) {
    const found = await repeat(other)
    const one = caseOf(`with ${clientInWords(other)}`)
    if (found === undefined) judged.push(one)
    else if (found.kind === 'violation') judged.push({ ...one, actual: found.actual, expected: found.expected })
  }
  return judged
}

const caseOf = (inWords: string): JudgedCase => ({ case: { request: inWords }, inWords })

/** A queried text, such as `page=2&size=1`. */
const QUERY = /[\w.]+=[^\s,;)]*/g

/** The texts of a violation with each query in the order in which it was sent. */
export function inOrderSent(found: Violation, sent: readonly Exchange[]): Violation {
  const orders = new Map(sent.map(({ req }) => [queryText(req.query ?? []), queryText(clientQuery(req))]))
  if ([...orders].every(([given, sent]) => given === sent)) return found
  const ordered = (text: string) => text.replace(QUERY, (query) => orders.get(query) ?? query)
  const { headline = headlineOf(found, found.show ?? sent), expected, actual, difference } = found
  const label = <T extends Difference['one']>(side: T): T => ({ ...side, label: ordered(side.label) })
  return {
    ...found,
    expected: ordered(expected),
    actual: ordered(actual),
    headline: ordered(headline),
    ...(difference && { difference: { ...difference, one: label(difference.one), other: label(difference.other) } }),
  }
}

/** A violation that the one further header of a request causes: it was tried without it. */
export function onlyWithHeader(found: Violation, { req: { headers = [] } }: Exchange): Violation {
  const [[name, value] = ['', ''], ...others] = headers
  if (value === '' || others.length > 0 || typeof value !== 'string') return found
  return {
    ...found,
    headline: `${found.headline ?? headlineOf(found, found.show ?? [])}; with ${name}: ${value}, while the request without it conforms`,
    causes: [actsOn(name), ...(found.causes ?? [])],
  }
}
