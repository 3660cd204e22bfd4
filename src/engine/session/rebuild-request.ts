import { z } from 'zod'
import type { Credential, Req } from '../../core/exchange.ts'
import { noCredential, whole } from '../../core/key-format.ts'
import type { Surface } from '../../core/surface.ts'
import type { KeyCondition, Target } from '../../core/target.ts'
import { requestIdentity } from './request-identity.ts'
import { InconclusiveError } from './stop-reasons.ts'

const text = z.string().max(1000)
const WholeKey = z.array(z.union([text, z.strictObject({ env: text })])).max(2)
/** In place of a key, all in one text, so that it has no part of one. */
const MadeUp = text.regex(/^[ -~]*$/)

/** The fields that are read from the description of a request in a report, which has nothing that cannot be rebuilt. */
const Description = z.object({
  endpoint: text.nullable(),
  path: text.optional(),
  method: z.literal('GET').optional(),
  root: z.undefined().optional(),
  absolute: z.undefined().optional(),
  query: z
    .array(z.tuple([text, text]))
    .max(20)
    .default([]),
  headers: z.array(z.unknown()).max(0).optional(),
  credential: z.object({
    class: text,
    form: text,
    note: text.optional(),
    headers: z
      .array(z.tuple([text, z.union([WholeKey, MadeUp])]))
      .max(1)
      .optional(),
  }),
  open: z.boolean().optional(),
})

/**
 * Build the GET request that a description denotes on this target. Path, header names and keys come from the target and its
 * variant's documentation; only values of documented query parameters come from the description, a malformed key that has no part of
 * a key, and which of the projects and datasets that this run knows. Throws `InconclusiveError` if not possible, as for any other
 * request: it would not be the same.
 */
export function rebuildRequest(described: unknown, target: Target, surface: Surface): Req {
  const { success, data } = Description.safeParse(described)
  if (!success) throw new InconclusiveError('the report does not describe a plain request to a documented endpoint')
  const { endpoint, path, query, credential, open } = data
  const undocumented = query.find(([name]) => !surface.parameters.includes(name))
  if (undocumented)
    throw new InconclusiveError(`${JSON.stringify(undocumented[0])} is not a documented query parameter`)
  const rebuilt = credentialOf(credential, target, surface)
  if (credential.headers && JSON.stringify(credential.headers) !== JSON.stringify(rebuilt.headers))
    throw new InconclusiveError('it sent another key, such as one that the run created, or in another way')
  return {
    ...pathOf(endpoint, path, target, surface),
    ...(query.length > 0 && { query }),
    credential: rebuilt,
    ...(open && { open }),
  }
}

/** Whether the description of a request determines it completely. */
export function isDescribable(req: Req, target: Target, surface: Surface): boolean {
  try {
    return requestIdentity(rebuildRequest(req, target, surface)) === requestIdentity(req)
  } catch (error) {
    if (error instanceof InconclusiveError) return false
    throw error
  }
}

function pathOf(
  endpoint: string | null,
  described: string | undefined,
  target: Target,
  { endpoints }: Surface,
): Pick<Req, 'endpoint' | 'path'> {
  if (endpoint === null || !endpoints.includes(endpoint))
    throw new InconclusiveError(`${JSON.stringify(endpoint)} is not a documented endpoint`)
  const segments = described?.split('/')
  const path = endpoint.replace(/\{(project|dataset)_id\}/g, (_, name: 'project' | 'dataset', at: number) => {
    const [own, ...others] = idsOf(target)[name]
    if (own === undefined) throw new InconclusiveError(`it needs a ${name}, but none was supplied or found`)
    if (!segments) return encodeURIComponent(own)
    const shown = segments[endpoint.slice(0, at).split('/').length - 1]
    const known = [own, ...others].flatMap((id) => (id === undefined ? [] : [encodeURIComponent(id)]))
    const id = known.find((id) => id === shown)
    if (id === undefined) throw new InconclusiveError(`its ${name} is none of those that were supplied or found`)
    return id
  })
  return { endpoint, path }
}

const idsOf = ({ project, dataset, related = {} }: Target) => ({
  project: [project, related.secondProject, related.emptyProject],
  dataset: [dataset, related.secondDataset, related.itsDataset, related.emptyDataset],
})

const BEARER = /^Bearer /

function credentialOf(
  described: z.infer<typeof Description>['credential'],
  { keys, variant }: Target,
  { credentials }: Surface,
): Credential {
  if (described.class === 'missing') return noCredential
  const createCredential = Object.hasOwn(credentials, described.form)
    ? credentials[described.form as Credential['form']]
    : undefined
  if (!createCredential) throw new InconclusiveError(`variant ${variant.toUpperCase()} documents no header for its key`)
  const [, madeUp] = described.headers?.[0] ?? []
  if (described.class === 'malformed' && typeof madeUp === 'string')
    return {
      ...createCredential(madeUp.replace(BEARER, ''), 'malformed'),
      ...(described.note !== undefined && { note: described.note }),
    }
  const condition = described.class as KeyCondition
  const key = Object.hasOwn(keys, condition) ? keys[condition] : undefined
  if (!key)
    throw new InconclusiveError(
      `the settings have no key of the class ${JSON.stringify(described.class)} that it was sent with`,
    )
  return createCredential(whole(key), condition)
}
