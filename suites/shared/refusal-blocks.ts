import type { Credential, Req } from '../../src/core/exchange.ts'
import { inApiKey, KEY_ID_LENGTH, noCredential, SECRET_LENGTH } from '../../src/core/key-format.ts'
import type { Target } from '../../src/core/target.ts'
import type { LabelledRequest } from '../../src/judge/uniformity/blocks.ts'
import { mutatedKey, suppliedKey } from './credential-failures.ts'
import { malformed } from './credentials/malformed.ts'
import { unknown } from './credentials/unknown.ts'
import { wrongSecret } from './credentials/wrong-secret.ts'
import type { KeyHeader } from './surface.ts'

/** What is made up for a block: a key of nobody, another one as the placebo, and a secret for known key_ids. */
export interface MadeUp {
  readonly unknown: { readonly key_id: string; readonly secret: string }
  readonly placebo: { readonly key_id: string; readonly secret: string }
  readonly wrong: { readonly secret: string }
}

/** For uniformity: each class has a key of its own for the whole run. */
export const OWN_KEYS: MadeUp = {
  unknown: { key_id: '7c1e04d95ab3f628', secret: '93d0c5fa1e6b7248'.repeat(4) },
  placebo: { key_id: 'a84f2b6d07c9e135', secret: '1c7e9a04d8b3f526'.repeat(4) },
  wrong: { secret: '6e02b9d4f1a8c357'.repeat(4) },
}

const timed = (unknownId: string, placeboId: string, sixteen: string): MadeUp => {
  const wrong = { secret: sixteen.repeat(4) }
  return { unknown: { key_id: unknownId, ...wrong }, placebo: { key_id: placeboId, ...wrong }, wrong }
}

/** For timing: two sets that take turns, so that what holds for one key_id only is no property of its class. */
export const TIMED_KEYS: readonly MadeUp[] = [
  timed('7c1e04d95ab3f628', 'a84f2b6d07c9e135', '6e02b9d4f1a8c357'),
  timed('2f90b6e3d81a57c4', 'e35d18c7092fb46a', '0b94e7d2c5a8163f'),
]

interface BlockOptions {
  readonly target: Target
  readonly made: MadeUp
  readonly request: (credential: Credential) => Req
  readonly header?: KeyHeader
  /** Whether there is a request without a key: it has no header, so that it fits the blocks of one header only. */
  readonly missing?: boolean
  /** Secrets of the revoked and the expired key. */
  readonly secrets: 'own' | 'made-up' | 'both'
  readonly disabled?: boolean
}

/** One request per failure class, all alike but for the credential and equally long. */
export function refusalBlock(options: BlockOptions): LabelledRequest[] {
  const { target, made, request, header = inApiKey, missing = true, secrets, disabled = false } = options
  const labelled = (label: string, credential: Credential) => ({ label, req: request(credential) })
  const lapsed = (['revoked', 'expired'] as const).filter((condition) => target.keys[condition])
  return [
    ...(missing ? [{ label: 'missing', req: padded(request(noCredential), target) }] : []),
    labelled('malformed', mutatedKey(malformed, target, { part: 'secret', place: 63, character: 'g' }, header)),
    labelled('unknown', mutatedKey(unknown, target, made.unknown, header)),
    labelled('unknown placebo', mutatedKey(unknown, target, made.placebo, header)),
    labelled('wrong-secret', mutatedKey(wrongSecret, target, made.wrong, header)),
    ...lapsed.flatMap((condition) => {
      const own = labelled(condition, suppliedKey(target, condition, header))
      const text = wrongSecret.build(target.keys[condition]!, made.wrong)
      const wrong = header(text, 'wrong-secret', `the ${condition} key with a made-up secret`)
      const other = labelled(`${condition} with a wrong secret`, wrong)
      return [...(secrets !== 'made-up' ? [own] : []), ...(secrets !== 'own' ? [other] : [])]
    }),
    ...(disabled && target.keys.disabled ? [labelled('disabled', suppliedKey(target, 'disabled', header))] : []),
  ]
}

/** As long as X-Api-Key. */
const PADDING = 'X-Padding'

/** As many bytes as the request has with a key. */
function padded(req: Req, { keys }: Target): Req {
  const length = keys.active.prefix.length + 1 + KEY_ID_LENGTH + 1 + SECRET_LENGTH
  return { ...req, headers: [[PADDING, '0'.repeat(length)]] }
}
