import type { CredentialClass, Req } from '../../core/exchange.ts'
import { noCredential, rebuilt, SECRET_LENGTH, secretChanged, whole } from '../../core/key-format.ts'
import type { Surface } from '../../core/surface.ts'
import type { Target } from '../../core/target.ts'
import { OWN_CLIENT } from '../../http/client-profile.ts'
import { identityByClient } from './request-identity.ts'

interface Choice extends Pick<Surface, 'credentials' | 'parameters'> {
  readonly target: Target
  /** The other requests of the case. */
  readonly others: readonly Req[]
}

const CLASSES = ['active', 'other-tenant', 'other-company', 'no-scope', 'no-module'] as const
/** A client that accepts compressed responses, unlike the suite's own. */
const COMPRESSED = 'Chrome/131'
const MOST_OTHERS = 3

export const sizeParameterIn = (parameters: readonly string[]): string | undefined =>
  parameters.find((name) => /size|per_page/.test(name))

export const wrongSecret = ({ keys: { active } }: Target) =>
  rebuilt(active, { secret: secretChanged(active, [SECRET_LENGTH - 1], 1) })

/** Requests that another client may send before a request or at the same time, that with another key first: each differs from it in one thing. */
export function companionsOf(req: Req, { target, credentials, parameters, others }: Choice): readonly Req[] {
  const { client: _, ...own } = req
  const create = credentials[req.credential.form] ?? credentials['x-api-key']
  const withKey = (name: (typeof CLASSES)[number]): Req[] => {
    const key = target.keys[name]
    return key && create ? [{ ...req, credential: create(whole(key), name satisfies CredentialClass) }] : []
  }
  const byOtherHeaders = Object.values(credentials).flatMap((other) =>
    other && other !== create ? [{ ...req, credential: other(whole(target.keys.active), 'active') }] : [],
  )
  const size = sizeParameterIn(parameters)
  const query = (req.query ?? []).filter(([name]) => name !== size)
  const page = Number((req.query ?? []).find(([name]) => name === 'page')?.[1] ?? 1)
  // A server may remember where that page ended.
  const pageBefore = [...query.filter(([name]) => name !== 'page'), ['page', String(page - 1)], [size!, '7']] as const
  const isRead = req.method === undefined || req.method === 'GET'
  const all = [
    // A cache may respond to any method with what it kept of a GET.
    ...(isRead ? [] : withKey('active').map((one): Req => ({ ...one, method: 'GET' }))),
    ...withKey('active'),
    ...byOtherHeaders,
    ...CLASSES.flatMap(withKey),
    ...others.slice(0, MOST_OTHERS),
    ...(create ? [{ ...req, credential: create(wrongSecret(target), 'wrong-secret') }] : []),
    { ...req, credential: noCredential },
    ...(size === undefined ? [] : [{ ...req, query: [...query, [size, '7'] as const] }]),
    ...(size === undefined || page < 2 ? [] : [{ ...req, query: pageBefore }]),
    req.client === undefined || req.client === OWN_CLIENT ? { ...req, client: COMPRESSED } : own,
  ]
  const distinct = new Map(all.map((one) => [identityByClient(one), one]))
  distinct.delete(identityByClient(req))
  return [...distinct.values()]
}
