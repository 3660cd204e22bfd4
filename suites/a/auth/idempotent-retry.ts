import fc from 'fast-check'
import { count } from '../../../src/core/count.ts'
import { type Exchange, isSuccess, type Req } from '../../../src/core/exchange.ts'
import { canonical } from '../../../src/core/json.ts'
import { inBearer, whole } from '../../../src/core/key-format.ts'
import { requestLine } from '../../../src/core/request-text.ts'
import { explained, type Finding, headlined, type Tools, trial, unclear, violation } from '../../../src/core/rule.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { badCredential } from '../../shared/credential-failures.ts'
import type { Freedom } from '../../shared/freedoms.ts'
import { shared } from '../../shared/shared-items.ts'
import { FORMS, headerOf, PER_PAGE_DEFAULT, type Query, surface, users, type Way } from '../api.ts'
import { readPage } from '../support/page.ts'
import { pagesAt } from '../support/queries.ts'

interface Case extends Way {
  /** The header that may carry an idempotency key. */
  readonly header: string
  readonly query: Query
}

interface Evidence {
  readonly first: Exchange
  /** The same request again; not at quick depth. */
  readonly retry?: Exchange
  /** The same with a wrong secret, and without a key. */
  readonly strangers: readonly Exchange[]
  /** With the same idempotency key, but page 2; and the first request with the key of another tenant. */
  readonly nextPage?: Exchange
  readonly otherTenant?: Exchange
  readonly revoked?: Revoked
}

/** A request with a created key, the same after its revocation and, if that succeeded, without the idempotency key. */
interface Revoked {
  readonly before: Exchange
  readonly after: Exchange
  readonly plain?: Exchange
}

const HEADERS = ['Idempotency-Key', 'X-Idempotency-Key', 'X-Request-Id', 'Idempotence-Key']

export default trial<Case, Evidence>({
  since: 3,
  level: 'implied',
  severity: 'error',
  title: 'The response stored for an idempotency key is returned only to the same request with the same active key',
  clauses: ['5.4', '5.4.scope'],
  derivation:
    'Retries are scoped by the Authorization header, so no other credential gets the stored response. Another page is not a retry, a revocation is instant, and GET is idempotent in any case.',
  tried:
    'GET /users with an idempotency key in a common header, via both key headers; the same again; the same with a wrong secret, without a key and with the key of another tenant; page 2; and the same with a created key before and after its revocation. Which header carries idempotency keys is not shown: a server that ignores it conforms.',
  meaning: 'A client reads the response to another one, without its key, or its own retry fails.',
  causes: [
    'stored responses are looked up before authentication, by the idempotency key alone',
    'they are scoped by the key_id, which is public, or by the address of the client',
  ],
  needs: ['key'],
  after: ['a.auth.missing-key', 'a.auth.bearer-accepted'],
  follows: ['a.auth.wrong-secret', 'a.key.revoke-instant', 'a.tenancy.isolated'],
  cases: {
    first: [
      { by: 'Bearer', header: 'Idempotency-Key', query: {} },
      { by: 'X-Api-Key', header: 'Idempotency-Key', query: { per_page: 2 } },
    ],
    any: fc.record({
      by: fc.constantFrom(...FORMS),
      header: fc.constantFrom(...HEADERS),
      query: fc.record({ per_page: fc.integer({ min: 1, max: 100 }) }),
    }),
    count: [1, 2, 12],
  },
  async send({ by, header, query }, tools): Promise<Evidence> {
    const { target, get } = tools
    const hex = () => Math.floor(tools.random() * 2 ** 32).toString(16)
    const headers = [[header, `${hex()}-${hex()}`]] as const
    const own: Req = { ...surface.request(target, { by }, undefined, query), headers }
    const as = (name: 'wrong-secret' | 'missing'): Req => ({
      ...users(target, query, badCredential(target, { class: name }, headerOf(by))),
      headers,
    })
    const first = await get(own)
    if (tools.depth === 'quick') return { first, strangers: [await get(as('wrong-secret'))] }
    const strangers = [await get(as('wrong-secret')), await get(as('missing'))]
    const retry = await get(own)
    const other = target.keys['other-tenant']
    const hasNextPage = pagesAt(target, query.per_page === undefined ? PER_PAGE_DEFAULT : Number(query.per_page)) > 1
    return {
      first,
      retry,
      strangers,
      ...(hasNextPage && {
        nextPage: await get({ ...surface.request(target, { by }, undefined, { ...query, page: 2 }), headers }),
      }),
      ...(other && {
        otherTenant: await get({ ...users(target, query, headerOf(by)(whole(other), 'other-tenant')), headers }),
      }),
      ...(by === 'Bearer' && { revoked: await revoke(tools, query, header) }),
    }
  },
  judge({ first, retry, strangers, nextPage, otherTenant, revoked }): Finding | undefined {
    if (!isSuccess(first)) return unclear(`a request with an idempotency key returned ${first.response?.status}`)
    const stranger = strangers.find(isSuccess)
    if (stranger)
      return {
        ...violation('401', responseSummary(stranger), first, stranger),
        headline: `${requestLine(stranger.req)} with an Idempotency-Key returned a stored page to a request with ${stranger.req.credential.class === 'missing' ? 'no key' : 'a wrong secret'}`,
        isSequence: true,
      }
    const wrong = replayed(first, nextPage) ?? leaked(first, otherTenant) ?? outlived(revoked)
    if (wrong) return wrong
    if (!retry || (isSuccess(retry) && (readPage(retry) || !readPage(first)))) return undefined
    const found = violation('the page again', responseSummary(retry), first, retry)
    // A gateway may refuse a repeated request by itself.
    return {
      ...headlined(
        `A repeated ${requestLine(retry.req)} with the same Idempotency-Key returned ${responseSummary(retry)}, not the page again`,
        explained(
          found,
          'A client that repeats a request after a lost response gets no page.',
          'a repeated idempotency key is refused as a duplicate',
          'a gateway or cache in front of the API responds to the repetition',
        ),
      ),
      warning: true,
    }
  },
  faults: {
    'stored-by-the-idempotency-key-alone': replays((call) => call.header('idempotency-key')[0]),
    'stored-by-any-of-several-headers': replays(
      (call) => call.header('idempotency-key')[0] ?? call.header('x-idempotency-key')[0],
    ),
    'scoped-by-the-key-id': replays((call) => {
      const sent = [...call.header('authorization'), ...call.header('x-api-key')].join()
      const [, keyId] = /_([0-9a-f]{16})_/.exec(sent) ?? []
      return keyId && call.header('idempotency-key')[0] && `${keyId} ${call.header('idempotency-key')[0]}`
    }),
    'scoped-by-the-path': replays((call) => call.header('idempotency-key')[0] && `${call.path}?${call.search}`),
    'scoped-by-a-missing-authorization': replays((call) =>
      call.header('authorization').length === 0 ? call.header('idempotency-key')[0] : undefined,
    ),
    'retry-conflicts': {
      gateway: (call) => {
        const [key] = call.header('idempotency-key')
        if (key === undefined) return undefined
        if (call.memory.has(`seen ${key}`)) return conflict
        call.memory.set(`seen ${key}`, true)
        return undefined
      },
    },
    'retry-is-empty': {
      response: (response, call) => {
        const [key] = call.header('idempotency-key')
        if (key === undefined || response.status !== 200) return response
        if (call.memory.has(`seen ${key}`)) return { ...response, status: 202, body: '{}' }
        call.memory.set(`seen ${key}`, true)
        return response
      },
    },
    'retry-not-modified': {
      response: (response, call) => {
        const [key] = call.header('idempotency-key')
        if (key === undefined || response.status !== 200) return response
        if (call.memory.has(`seen ${key}`)) return { status: 304, headers: [], body: '' }
        call.memory.set(`seen ${key}`, true)
        return response
      },
    },
    'another-page-gets-the-stored-one': replaysToKeys((call) => call.key!.keyId),
    'another-tenant-gets-the-stored-page': replaysToKeys((call) => call.search),
    'one-scope-without-authorization': replaysToKeys((call) => `${call.header('authorization')} ${call.search}`),
    'replayed-after-revocation': replays((call) => {
      const sent = [...call.header('authorization'), ...call.header('x-api-key')].join()
      const [key] = call.header('idempotency-key')
      return sent && key && `${sent} ${key} ${call.search}`
    }),
  },
  quickMisses: {
    'another-page-gets-the-stored-one': 'quick depth sends no other request with the idempotency key',
    'another-tenant-gets-the-stored-page': 'quick depth sends no other request with the idempotency key',
    'one-scope-without-authorization': 'quick depth sends no other request with the idempotency key',
    'replayed-after-revocation': 'quick depth revokes no key',
    'scoped-by-a-missing-authorization': 'quick depth tries the Bearer form only',
    'retry-conflicts': 'quick depth does not repeat the request with the right key',
    'retry-is-empty': 'quick depth does not repeat the request with the right key',
    'retry-not-modified': 'quick depth does not repeat the request with the right key',
  },
  freedoms: {
    'stored-by-authorization': replaysToKeys((call) => `${call.key!.keyId} ${call.search}`),
    'another-query-refused': {
      response: (response, call) => {
        const [key] = call.header('idempotency-key')
        if (key === undefined || !call.key) return response
        const slot = `first ${call.key.keyId} ${key}`
        const known = call.memory.get(slot) ?? call.search
        call.memory.set(slot, known)
        return known === call.search
          ? response
          : { ...conflict, status: 422, body: String(conflict.body).replace('409', '422') }
      },
    },
    'header-refused': {
      gateway: (call) =>
        call.header('idempotency-key').length > 0 ? { ...conflict, status: 400, body: refused } : undefined,
    },
  },
})

type Call = Parameters<NonNullable<Freedom['gateway']>>[0]

const conflict: NonNullable<ReturnType<NonNullable<Freedom['gateway']>>> = {
  status: 409,
  headers: [['Content-Type', 'application/json']],
  body: '{"error":{"code":"conflict","message":"This idempotency key was used before","status":409}}',
}

const refused = String(conflict.body).replace('409', '400')

/** A server that stores successful responses under the text that `scope` returns, and looks them up before anything else. */
function replays(scope: (call: Call) => string | undefined): Freedom {
  return {
    gateway: (call) =>
      call.memory.get(`stored ${scope(call) || call.n}`) as ReturnType<NonNullable<Freedom['gateway']>>,
    response: (response, call) => {
      const name = scope(call)
      if (name && response.status === 200) call.memory.set(`stored ${name}`, response)
      return response
    },
  }
}

/** A server that stores successful responses under the idempotency key and `scope`, and looks them up for valid keys only. */
function replaysToKeys(scope: (call: Call) => string): Freedom {
  return {
    response: (response, call) => {
      const [key] = call.header('idempotency-key')
      if (key === undefined || !call.key || response.status !== 200) return response
      const slot = `stored for valid keys ${scope(call)} ${key}`
      const stored = call.memory.get(slot) as typeof response | undefined
      if (!stored) call.memory.set(slot, { ...response, headers: [...response.headers] })
      return stored ?? response
    },
  }
}

async function revoke(tools: Tools, query: Query, header: string): Promise<Revoked | undefined> {
  const { control, target, promptly } = tools
  if (!control.has('createKey') || !control.has('revokeKey') || control.byHand) return undefined
  const { key } = await control.a.createKey()
  const ask = (as: 'active' | 'revoked', more: Pick<Req, 'headers'> = {}) =>
    promptly({ ...users(target, query, inBearer(whole(key), as, `a created key, ${as}`)), ...more })
  const headers = [[header, `${key.keyId}-retry`]] as const
  const before = await ask('active', { headers })
  await control.a.revokeKey(key)
  const after = await ask('revoked', { headers })
  return isSuccess(after) ? { before, after, plain: await ask('revoked') } : { before, after }
}

/** A refusal of another query under the same idempotency key conforms. */
function replayed(first: Exchange, nextPage: Exchange | undefined): Finding | undefined {
  const [page, next] = [readPage(first), nextPage && readPage(nextPage)]
  if (!page || !next || !nextPage || page.data.length === 0) return undefined
  if (canonical([...next.data]) !== canonical([...page.data])) return undefined
  return headlined(
    `${requestLine(nextPage.req)} with the Idempotency-Key of page 1 returned the records of page 1 again`,
    explained(
      violation('page 2, or a refusal', 'the records of page 1', first, nextPage),
      'A client that sends the same idempotency key with each page gets the wrong page.',
      'stored responses are looked up by the idempotency key without the query',
    ),
  )
}

function leaked(first: Exchange, otherTenant: Exchange | undefined): Finding | undefined {
  const [mine, theirs] = [readPage(first), otherTenant && readPage(otherTenant)]
  // The same people may belong to two tenants, but hardly are as many in both.
  if (!mine || !theirs || !otherTenant || mine.total !== theirs.total) return undefined
  const same = shared([mine.data], theirs.data)
  if (same.length === 0 || same.length < mine.data.length) return undefined
  const hasScope = otherTenant.req.credential.form === 'bearer'
  const found = explained(
    violation('no user of the first tenant', `${count(same.length, 'user')} of it`, first, otherTenant),
    "One customer reads another customer's users.",
    'stored responses are looked up by the idempotency key without the API key',
    ...(hasScope ? [] : ['requests via X-Api-Key, which have no Authorization header, share one scope']),
  )
  const headline = `The key of another tenant read ${count(same.length, 'user')} of this tenant from GET /users, with an Idempotency-Key that this tenant had used`
  return { ...headlined(headline, found), isSequence: true }
}

/** Whether any request succeeds with a revoked key is judged by a.key.revoke-instant. */
function outlived(revoked: Revoked | undefined): Finding | undefined {
  if (!revoked || !isSuccess(revoked.before) || !isSuccess(revoked.after)) return undefined
  if (!revoked.plain || isSuccess(revoked.plain)) return undefined
  return headlined(
    'GET /users accepted a revoked key with the Idempotency-Key of an earlier page',
    explained(
      violation('401 to a revoked key', responseSummary(revoked.after), revoked.before, revoked.plain, revoked.after),
      'The holder of a revoked key still reads stored responses.',
      'stored responses are looked up before the state of the key is checked',
    ),
  )
}
