import type { Req } from '../core/exchange.ts'
import type { SecretText } from '../core/secret-text.ts'
import { truncate } from '../core/truncate.ts'

type Header = readonly [name: string, value: SecretText]

/** What the requests of a common HTTP client have in common. */
interface ClientProfile {
  readonly name: string
  /** Headers in order. `own` marks where those of the request go, its credential first. */
  readonly headers: readonly (readonly [name: string, value: string] | 'own')[]
  /** Order of query parameters whose names are distinct. */
  readonly query: 'as given' | 'sorted' | 'reversed'
  /** Sends header names in lower case. */
  readonly lowerCase?: true
}

/** The suite's own client: no profile. */
export const OWN_CLIENT = 'tenant-api-conformance'

/** What a proxy adds for tracing, before the credential. */
const PROXIED: ClientProfile['headers'] = [
  ['User-Agent', 'okhttp/4.12.0'],
  ['Accept', 'application/json'],
  ['Via', '1.1 edge'],
  ['CDN-Loop', 'edge'],
  ['traceparent', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'],
  ['tracestate', 'edge=1'],
  ...['trace-id', 'span-id', 'parent-span-id', 'sampled', 'client-region', 'client-city', 'client-asn', 'tls-version']
    .flatMap((name) => [`X-B3-${name}`, `X-Edge-${name}`])
    .map((name): [string, string] => [name, '1']),
]

/** All accept JSON, and only content codings that the suite decodes. None needs a particular server to be conforming. */
const PROFILES: readonly ClientProfile[] = [
  { name: 'curl/8.5.0', headers: [['User-Agent', 'curl/8.5.0'], ['Accept', '*/*'], 'own'], query: 'reversed' },
  {
    name: 'Chrome/131',
    headers: [
      ['sec-ch-ua-platform', '"Windows"'],
      'own',
      [
        'User-Agent',
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
      ],
      ['sec-ch-ua', '"Google Chrome";v="131", "Chromium";v="131", "Not_A Brand";v="24"'],
      ['sec-ch-ua-mobile', '?0'],
      ['Accept', '*/*'],
      ['Sec-Fetch-Site', 'same-origin'],
      ['Sec-Fetch-Mode', 'cors'],
      ['Sec-Fetch-Dest', 'empty'],
      ['Accept-Encoding', 'gzip, deflate, br, zstd'],
      ['Accept-Language', 'en-US,en;q=0.9'],
    ],
    query: 'as given',
  },
  {
    name: 'python-requests/2.32.3',
    headers: [['User-Agent', 'python-requests/2.32.3'], ['Accept-Encoding', 'gzip, deflate'], ['Accept', '*/*'], 'own'],
    query: 'reversed',
  },
  {
    name: 'Go-http-client/1.1',
    headers: [['User-Agent', 'Go-http-client/1.1'], 'own', ['Accept-Encoding', 'gzip']],
    query: 'sorted',
  },
  { name: 'Java-http-client/21.0.5', headers: [['User-Agent', 'Java-http-client/21.0.5'], 'own'], query: 'as given' },
  {
    name: 'undici',
    headers: [
      'own',
      ['accept', '*/*'],
      ['accept-language', '*'],
      ['sec-fetch-mode', 'cors'],
      ['user-agent', 'node'],
      ['accept-encoding', 'gzip, deflate'],
    ],
    query: 'as given',
    lowerCase: true,
  },
  { name: 'content delivery network', headers: [...PROXIED, 'own'], query: 'as given' },
]

/** A client that adds no headers, not even User-Agent, which some firewalls refuse: only for rules that name it. */
export const BARE_CLIENT = 'no client headers'
const BARE: ClientProfile = { name: BARE_CLIENT, headers: ['own'], query: 'as given' }

/** Names of the clients that take turns, the suite's own first. */
export const CLIENTS: readonly string[] = [OWN_CLIENT, ...PROFILES.map(({ name }) => name)]

/** Choose a client by a hash. */
export const clientFor = (hash: number): string => CLIENTS[(hash >>> 0) % CLIENTS.length]!

const [MOST_HEADERS, MOST_VALUE] = [5, 40]

/**
 * What a client sends, as messages show it: `the headers of curl/8.5.0 (User-Agent: curl/8.5.0, Accept: *\/*)` in the order of the wire. Its
 * order of query parameters only if one of these requests has another.
 */
export function clientInWords(client: string, reqs: readonly Pick<Req, 'query'>[] = []): string {
  if (client === BARE_CLIENT) return 'neither User-Agent nor Accept'
  if (client === OWN_CLIENT) return client
  const [, properties] = splitName(client)
  const headers = namedHeaders(profileOf(client))
  if (properties) {
    const values = new Map(headers)
    return properties.map((name) => (values.has(name) ? `${name}: ${values.get(name)}` : name)).join(', ')
  }
  const some = headers.slice(0, MOST_HEADERS).map(([name, value]) => `${name}: ${truncate(value, MOST_VALUE)}`)
  const more = headers.length - some.length
  const order = reqs.some((req) => isReordered(client, req)) ? `, which sends ${orderOf(client)}` : ''
  return `the headers of ${client} (${some.join(', ')}${more > 0 ? ` and ${more} more` : ''})${order}`
}

/** Headers that a client sends beside those of a request. */
export const headersOf = (client: string): readonly (readonly [name: string, value: string])[] =>
  namedHeaders(profileOf(client))

export const NO_ACCEPT = 'no Accept header'
export const LOWER_CASE = 'header names in lower case'
const orderOf = (client: string): string => `query parameters ${profileOf(client).query}`

/** What distinguishes a client from the suite's own: the names of its headers, and its other properties in words. */
export function propertiesOf(client: string): readonly string[] {
  const [, properties] = splitName(client)
  if (properties) return properties
  const { lowerCase, query, ...profile } = profileOf(client)
  const headers = namedHeaders(profile)
  const isOwn = ([name, value]: readonly [string, string]) => name === 'Accept' && value === 'application/json'
  return [
    ...headers.filter((header) => !isOwn(header)).map(([name]) => name),
    ...(headers.some(([name]) => /^accept$/i.test(name)) ? [] : [NO_ACCEPT]),
    ...(lowerCase ? [LOWER_CASE] : []),
    ...(query === 'as given' ? [] : [orderOf(client)]),
  ]
}

/** A few clients with other values of the one header that distinguishes a client; none if it is no header. */
export function withOtherValues(client: string): readonly string[] {
  const [property, ...others] = propertiesOf(client)
  if (property === undefined || others.length > 0) return []
  const headerOf = (one: string) => (one === NO_ACCEPT ? 'accept' : one.toLowerCase())
  const named = CLIENTS.flatMap((one) =>
    propertiesOf(one)
      .filter((other) => headerOf(other) === headerOf(property))
      .map((other) => withProperties(one, [other])),
  )
  const byWords = Map.groupBy(named, (one) => clientInWords(one).toLowerCase())
  for (const same of [clientInWords(client).toLowerCase(), 'accept: application/json']) byWords.delete(same)
  return [...byWords.values()].map(([first]) => first!).slice(0, MOST_OTHERS)
}

const MOST_OTHERS = 3

/** Name of the suite's own client with only these properties of another: `Go-http-client/1.1: Accept-Encoding`. */
export const withProperties = (client: string, properties: readonly string[]): string =>
  `${splitName(client)[0]}: ${properties.join(', ')}`

function splitName(name: string): readonly [client: string, properties?: readonly string[]] {
  const [client = '', properties] = name.split(': ')
  return [client, properties?.split(', ')]
}

/** Whether a report may name this client: one of those that take turns, or some properties of one. */
export function isClient(name: string): boolean {
  const [client, properties = []] = splitName(name)
  return [...CLIENTS, BARE_CLIENT].includes(client) && properties.every((one) => propertiesOf(client).includes(one))
}

/** Set the client of a request that names none. The suite's own is left out. */
export function sentBy(client: string | undefined, req: Req): Req {
  const { client: named = client, ...rest } = req
  return named === undefined || named === OWN_CLIENT ? rest : { ...rest, client: named }
}

const ownProfile = (userAgent: string): ClientProfile => ({
  name: OWN_CLIENT,
  headers: ['own', ['accept', 'application/json'], ['user-agent', userAgent]],
  query: 'as given',
})
const BY_NAME = new Map([...PROFILES, BARE].map((profile) => [profile.name, profile]))

const namedHeaders = ({ headers }: Pick<ClientProfile, 'headers'>) => headers.filter((header) => header !== 'own')

/** The suite's own if the name is unknown. */
function profileOf(name = OWN_CLIENT, userAgent = OWN_CLIENT): ClientProfile {
  const own = ownProfile(userAgent)
  const [client, properties] = splitName(name)
  const whole = BY_NAME.get(client) ?? own
  if (!properties) return whole
  const added = namedHeaders(whole).filter(([header]) => properties.includes(header))
  const replaced = [...added.map(([header]) => header.toLowerCase()), properties.includes(NO_ACCEPT) && 'accept']
  return {
    name,
    headers: [...own.headers.filter((header) => header === 'own' || !replaced.includes(header[0])), ...added],
    query: properties.includes(orderOf(client)) ? whole.query : 'as given',
    ...(properties.includes(LOWER_CASE) && { lowerCase: true }),
  }
}

/** All headers of a request in the order of its client. A header of the request replaces the client's. */
export function clientHeaders(req: Pick<Req, 'client' | 'credential' | 'headers'>, userAgent: string): Header[] {
  const profile = profileOf(req.client, userAgent)
  const own: Header[] = [...req.credential.headers, ...(req.headers ?? [])]
  const has = (name: string) => own.some(([other]) => other.toLowerCase() === name.toLowerCase())
  const named = own.map(([name, value]): Header => [profile.lowerCase ? lowerCased(name) : name, value])
  return profile.headers.flatMap((header) => (header === 'own' ? named : has(header[0]) ? [] : [header]))
}

/** A name in unusual letter case is what the request is about. */
const lowerCased = (name: string): string => (/^(X-Api-Key|Authorization)$/.test(name) ? name.toLowerCase() : name)

/** The query in the order of the client. Repeated parameters keep theirs: a server may use the first or the last. */
export function clientQuery({ client, query = [] }: Pick<Req, 'client' | 'query'>): NonNullable<Req['query']> {
  const order = profileOf(client).query
  if (order === 'as given' || new Set(query.map(([name]) => name)).size < query.length) return query
  if (order === 'reversed') return query.toReversed()
  return query.toSorted(([one], [other]) => (one < other ? -1 : 1))
}

/** Whether nothing but the order of the query distinguishes it from the suite's own. */
export const isReorderedOnly = (client: string): boolean => {
  const properties = propertiesOf(client)
  return properties.length === 1 && properties[0] === orderOf(client)
}

const isReordered = (client: string, { query = [] }: Pick<Req, 'query'>): boolean =>
  clientQuery({ client, query }).some((parameter, k) => parameter !== query[k])
