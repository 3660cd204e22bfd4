import { type CredentialClass, type Exchange, isSuccess, type Req } from '../../core/exchange.ts'
import { isArray, isObject } from '../../core/json-values.ts'
import { inApiKey, noCredential, whole, withoutScheme } from '../../core/key-format.ts'
import { isCreated, keysInRequest } from '../../core/keys-in-request.ts'
import { credentialText, MADE_UP } from '../../core/request-text.ts'
import type { Varied } from '../../core/results.ts'
import { joined, type Piece, type SecretText } from '../../core/secret-text.ts'
import type { Surface } from '../../core/surface.ts'
import type { Key, KeyCondition, Target } from '../../core/target.ts'
import { truncate } from '../../core/truncate.ts'
import { withUnseen } from '../../core/unseen-query.ts'
import { NO_ACCEPT, withProperties } from '../../http/client-profile.ts'
import { recordsIn, responseSummary } from '../../judge/response-summary.ts'
import { type Confirming, noneIfStopped, type Suspect } from './attempt-alone.ts'
import { sizeParameterIn, wrongSecret } from './companion-requests.ts'
import { identityByClient } from './request-identity.ts'
import { printedRequests } from './rule-result.ts'

/** Requests that are varied in a run, time for all of them in milliseconds, and connections. */
const [MOST_VARIED, MOST_MS, CONNECTIONS] = [12, 10_000, 4]

/**
 * Send the request of each failure that one request shows with one change at a time: another key, header, page, path or method. Returns
 * the responses by the id of the rule, those that are alike together. None is judged: the reference leaves some of them open.
 */
export async function varyFailures(
  suspects: readonly Suspect[],
  by: Confirming,
): Promise<Map<string, readonly Varied[]>> {
  const sent = new Map<string, Awaited<ReturnType<typeof sendVariations>>>()
  const results = new Map<string, readonly Varied[]>()
  const startedAt = Date.now()
  for (const { rule, found } of suspects) {
    const printed = found.flaky || found.context ? 'it takes others' : printedRequests(rule, found)
    const [x, ...others] = typeof printed === 'string' ? [] : printed
    if (!x || others.length > 0 || isPlainSuccess(x) || keysInRequest(x).some(isCreated)) continue
    const identity = identityByClient(x.req)
    const isNew = !sent.has(identity)
    if (isNew && (sent.size === MOST_VARIED || Date.now() - startedAt > MOST_MS || by.stopped())) continue
    if (isNew) sent.set(identity, await sendVariations(x.req, rule.id, by))
    results.set(rule.id, grouped(x, sent.get(identity)!))
  }
  return results
}

/** What is wrong with a page does not show in how many records another one has. */
const isPlainSuccess = (x: Exchange): boolean =>
  isSuccess(x) && x.req.credential.class === 'active' && x.response?.fault === undefined

const sendVariations = async (req: Req, rule: string, by: Confirming) => {
  const variations = variationsOf(req, by)
  const exchanges = await by.client
    .apart(
      (client) => Promise.all(variations.map((one) => client.send(one.req, rule, { slot: `varied ${rule}` }))),
      CONNECTIONS,
    )
    .then((all) => [all])
    .catch(noneIfStopped)
  return (exchanges[0] ?? []).map((x, k) => ({ x, change: variations[k]!.change }))
}

const KEYS: readonly KeyCondition[] = [
  ...(['active', 'other-tenant', 'other-company', 'no-scope', 'no-module'] as const),
  ...(['revoked', 'expired', 'disabled'] as const),
]
const ACCEPTED = ['*/*', 'text/html', 'application/*', 'application/json, text/plain, */*']

interface Variation {
  /** `with the revoked key`. */
  readonly change: string
  readonly req: Req
}

type Choice = Pick<Surface, 'credentials' | 'parameters' | 'requests'> & { readonly target: Target }

/** The request with one change each. */
export function variationsOf(req: Req, by: Choice): readonly Variation[] {
  const all = [
    { change: 'a further parameter that no request had', req: withUnseen(req, by.target.seed, 'varied') },
    ...otherKeys(req, by),
    ...otherHeaders(req),
    ...otherPages(req, by),
    ...otherTargets(req, by),
  ]
  const distinct = new Map<string, Variation>()
  for (const one of all) {
    const identity = identityByClient(one.req)
    if (identity !== identityByClient(req) && !distinct.has(identity)) distinct.set(identity, one)
  }
  return [...distinct.values()]
}

function otherKeys(req: Req, { target, credentials }: Choice): Variation[] {
  const { credential } = req
  const { active } = target.keys
  const create = credentials[credential.form]
  const withKey = (name: CredentialClass, key: SecretText): Req => ({
    ...req,
    credential: (create ?? inApiKey)(key, name),
  })
  const changedAlike = (key: Key): Req => ({
    ...req,
    credential: {
      ...credential,
      headers: credential.headers.map(([name, value]) => [name, movedTo(key, value, active)]),
    },
  })
  const isMisplaced = credential.class === 'misplaced'
  const supplied = KEYS.flatMap((name) => {
    const key = target.keys[name]
    return key ? [{ name, key, words: credentialText({ class: name }) }] : []
  })
  const [header, ...others] = credential.headers
  const bare = header && others.length === 0 ? withoutScheme(header[1]) : undefined
  const text = bare ?? (others.length === 0 ? header?.[1] : undefined)
  const inHeader = (value: SecretText): Req => ({
    ...req,
    credential: { ...credential, headers: [[header![0], value]] },
  })
  return [
    ...supplied.flatMap(({ key, words }) =>
      MADE_UP.includes(credential.class)
        ? [{ change: `the same change to ${words}`, req: changedAlike(key) }]
        : isMisplaced
          ? [{ change: `${words} in the same place`, req: changedAlike(key) }]
          : [],
    ),
    ...(isMisplaced ? [] : supplied).map(({ name, key, words }) => ({
      change: `with ${words}${create ? '' : ' in X-Api-Key'}`,
      req: withKey(name, whole(key)),
    })),
    {
      change: 'with a wrong secret',
      req: withKey('wrong-secret', wrongSecret(target)),
    },
    { change: 'without a key', req: { ...req, credential: noCredential } },
    ...Object.values(credentials).flatMap((other) => {
      const moved = text && other !== create && other?.(text, credential.class)
      if (!moved) return []
      return [{ change: `via ${moved.form === 'bearer' ? 'Bearer' : 'X-Api-Key'}`, req: { ...req, credential: moved } }]
    }),
    ...(bare
      ? [
          { change: 'with bearer in lower case', req: inHeader(joined('bearer ', bare)) },
          { change: 'without the word Bearer', req: inHeader(bare) },
        ]
      : []),
  ]
}

function otherHeaders(req: Req): Variation[] {
  const { headers = [] } = req
  const withAccept = (value: string): Req => ({
    ...req,
    headers: [...headers.filter(([name]) => !/^accept$/i.test(name)), ['Accept', value]],
  })
  return [
    ...headers.map(([name], k) => ({ change: `without ${name}`, req: { ...req, headers: headers.toSpliced(k, 1) } })),
    ...ACCEPTED.map((value) => ({ change: `Accept: ${value}`, req: withAccept(value) })),
    { change: 'without Accept', req: { ...req, client: withProperties('Go-http-client/1.1', [NO_ACCEPT]) } },
  ]
}

function otherPages(req: Req, { parameters }: Choice): Variation[] {
  const { query = [] } = req
  const size = sizeParameterIn(parameters)
  const parametersTried = [['page', '2'], ['page', '0'], ...(size ? [[size, '7']] : [])] as [string, string][]
  return [
    ...(query.length > 0 ? [{ change: 'without the query', req: { ...req, query: [] } }] : []),
    ...parametersTried
      .filter(([name]) => parameters.includes(name))
      .map(([name, value]) => ({
        change: `${name}=${value}`,
        req: { ...req, query: [...query.filter(([other]) => other !== name), [name, value] as const] },
      })),
  ]
}

const otherTargets = (req: Req, { requests, target }: Choice): Variation[] => [
  ...requests(target, req.credential).map(({ endpoint, path, query = [] }) => ({
    change: `GET ${path}`,
    req: { ...req, endpoint, path, query: req.query?.length ? req.query : query },
  })),
  { change: 'an unknown path', req: { ...req, endpoint: null, path: '/unknown' } },
  ...(['HEAD', 'OPTIONS', 'GET'] as const).map((method) => ({ change: method, req: { ...req, method } })),
]

/** A text that was made from one key, made from another one in the same way; the same if it has no part of the key. */
function movedTo(key: Key, value: SecretText, from: Key): SecretText {
  if (typeof value === 'string') return value
  return value.map((piece): Piece => {
    if (typeof piece === 'string') return withKeyId(piece, key, from)
    return 'env' in piece && piece.env === from.env ? { ...piece, env: key.env } : piece
  })
}

const KEY_ID = /[0-9a-f]{16}/i
/** Characters of a key_id that a case changes; more make another one. */
const MOST_CHANGED = 4

/** With the key_id of this key, changed where that of the other was. */
function withKeyId(text: string, { keyId }: Key, from: Key): string {
  return text.replace(KEY_ID, (found) => {
    const changed = [...found].filter((digit, k) => digit !== from.keyId[k]).length
    if (changed > MOST_CHANGED) return found
    const digits = [...found].map((digit, k) => {
      if (digit === from.keyId[k]) return keyId[k]!
      return digit === keyId[k] ? (digit === '0' ? '1' : '0') : digit
    })
    return digits.join('')
  })
}

/** Those with the same response together, in the order in which they were sent, those like the shown one first. */
function grouped(
  shown: Exchange,
  sent: readonly { readonly x: Exchange; readonly change: string }[],
): readonly Varied[] {
  const groups = Map.groupBy(sent, ({ x }) => inShort(x))
  const own = inShort(shown)
  return [...groups]
    .map(([response, some]): Varied => ({ changes: some.map(({ change }) => change), response }))
    .toSorted((one, other) => Number(other.response === own) - Number(one.response === own))
}

const MOST_ID = 20

/** `200 with 25 records, the first with id 4`: the records of two keys differ in their ids. */
function inShort(x: Exchange): string {
  const records = x.response && x.response.status < 400 ? recordsIn(x.response.json) : undefined
  const [first] = records ?? []
  const id = isObject(first) && !isArray(first) ? (first.id ?? first._id) : undefined
  const text =
    typeof id === 'string' || typeof id === 'number' ? `, the first with id ${truncate(String(id), MOST_ID)}` : ''
  return `${responseSummary(x)}${text}`
}
