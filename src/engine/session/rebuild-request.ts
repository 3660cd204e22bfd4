import { z } from 'zod'
import type { Credential, Req } from '../../core/exchange.ts'
import { noCredential, whole } from '../../core/key-format.ts'
import type { Surface } from '../../core/surface.ts'
import type { KeyCondition, Target } from '../../core/target.ts'
import { requestIdentity } from './request-identity.ts'
import { InconclusiveError } from './stop-reasons.ts'

const text = z.string().max(1000)

/** The fields that are read from the description of a request in a report. */
const Description = z.object({
  endpoint: text.nullable(),
  query: z
    .array(z.tuple([text, text]))
    .max(20)
    .default([]),
  credential: z.object({ class: text, form: text }),
  open: z.boolean().optional(),
})

/**
 * Build the GET request that a description denotes on this target. Path, header names and keys come from the target and its
 * variant's documentation; only values of documented query parameters come from the description. Throws `Untold` if not possible.
 */
export function rebuildRequest(described: unknown, target: Target, surface: Surface): Req {
  const { success, data } = Description.safeParse(described)
  if (!success) throw new InconclusiveError('the report does not describe a request to a documented endpoint')
  const { endpoint, query, credential, open } = data
  const undocumented = query.find(([name]) => !surface.parameters.includes(name))
  if (undocumented)
    throw new InconclusiveError(`${JSON.stringify(undocumented[0])} is not a documented query parameter`)
  return {
    ...pathOf(endpoint, target, surface),
    ...(query.length > 0 && { query }),
    credential: credentialOf(credential, target, surface),
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

function pathOf(endpoint: string | null, target: Target, { endpoints }: Surface): Pick<Req, 'endpoint' | 'path'> {
  if (endpoint === null || !endpoints.includes(endpoint))
    throw new InconclusiveError(`${JSON.stringify(endpoint)} is not a documented endpoint`)
  const path = endpoint.replace(/\{(project|dataset)_id\}/g, (_, name: 'project' | 'dataset') => {
    const id = target[name]
    if (id === undefined) throw new InconclusiveError(`it needs a ${name}, but none was supplied or found`)
    return encodeURIComponent(id)
  })
  return { endpoint, path }
}

function credentialOf(
  described: { readonly class: string; readonly form: string },
  { keys, variant }: Target,
  { credentials }: Surface,
): Credential {
  if (described.class === 'missing') return noCredential
  const createCredential = Object.hasOwn(credentials, described.form)
    ? credentials[described.form as Credential['form']]
    : undefined
  if (!createCredential) throw new InconclusiveError(`variant ${variant.toUpperCase()} documents no header for its key`)
  const condition = described.class as KeyCondition
  const key = Object.hasOwn(keys, condition) ? keys[condition] : undefined
  if (!key)
    throw new InconclusiveError(
      `the settings have no key of the class ${JSON.stringify(described.class)} that it was sent with`,
    )
  return createCredential(whole(key), condition)
}
