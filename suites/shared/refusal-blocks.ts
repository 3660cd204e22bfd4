import type { Credential, Req } from '../../src/core/exchange.ts'
import { inApiKey, KEY_ID_LENGTH, noCredential, SECRET_LENGTH } from '../../src/core/key-format.ts'
import { hexFor } from '../../src/core/random.ts'
import type { Target } from '../../src/core/target.ts'
import { type LabelledRequest, PADDING } from '../../src/judge/uniformity/blocks.ts'
import { mutatedKey, suppliedKey } from './credential-failures.ts'
import { hexFrom } from './credentials/hex.ts'
import { type Malformed, malformed } from './credentials/malformed.ts'
import { unknown } from './credentials/unknown.ts'
import { wrongSecret } from './credentials/wrong-secret.ts'
import type { KeyHeader } from './variant-surface.ts'

/** Made-up credentials of a block: an unknown key, another one as the placebo, and a secret for known key_ids. */
export interface MadeUp {
  readonly unknown: { readonly key_id: string; readonly secret: string }
  readonly placebo: { readonly key_id: string; readonly secret: string }
  readonly wrong: { readonly secret: string }
}

/** For uniformity: each class has its key for the whole run. */
export function madeUpKeys(random: () => number): MadeUp {
  const secret = () => hexFrom(random, SECRET_LENGTH)
  const key = () => ({ key_id: hexFrom(random, KEY_ID_LENGTH), secret: secret() })
  return { unknown: key(), placebo: key(), wrong: { secret: secret() } }
}

/** For timing: two sets that take turns, so that what holds for one key_id only is no property of its class. */
export function timedKeys({ seed = 0 }: Target): readonly MadeUp[] {
  return ['first', 'second'].map((set): MadeUp => {
    const wrong = { secret: hexFor(seed, `${set} timed secret`, SECRET_LENGTH) }
    const made = (name: string) => ({ key_id: hexFor(seed, `${set} timed ${name}`, KEY_ID_LENGTH), ...wrong })
    return { unknown: made('unknown'), placebo: made('placebo'), wrong }
  })
}

/** Malformed keys of equal length for the blocks of a run: a character that is not hex in the secret, or in the key_id. */
export function malformedAt(random: () => number): (i: number) => Malformed {
  const among = (count: number) => Math.floor(random() * count)
  const [secret, keyId] = [SECRET_LENGTH, KEY_ID_LENGTH].map((length) => ({
    place: among(length),
    character: 'ghjkmnpqrstvwxyz'[among(16)]!,
  })) as [At, At]
  return (i) => (i % 3 === 2 ? { part: 'key_id', ...keyId } : { part: 'secret', ...secret })
}

type At = { readonly place: number; readonly character: string }

interface BlockOptions {
  readonly target: Target
  readonly made: MadeUp
  readonly request: (credential: Credential) => Req
  readonly header?: KeyHeader
  /** Whether there is a request without a key: it has no header, so that it fits the blocks of one header only. */
  readonly missing?: boolean
  readonly malformed?: Malformed
  readonly placebo?: boolean
  /** Secrets of the revoked and the expired key. */
  readonly secrets: 'own' | 'made-up' | 'both'
  readonly disabled?: boolean
}

/** A character of the secret that is not hex. */
const ONE_CHARACTER: Malformed = { part: 'secret', place: 63, character: 'g' }

/** One request per failure class, all alike but for the credential and equally long. */
export function refusalBlock(options: BlockOptions): LabelledRequest[] {
  const {
    target,
    made,
    request,
    header = inApiKey,
    missing = true,
    placebo = true,
    secrets,
    disabled = false,
  } = options
  const labelled = (label: string, words: string, credential: Credential) => ({
    label,
    words,
    req: request(credential),
  })
  const lapsed = (['revoked', 'expired'] as const).filter((condition) => target.keys[condition])
  const unissued = (label: string, key: MadeUp['unknown']) =>
    labelled(label, 'an unknown key_id', mutatedKey(unknown, target, key, header))
  return [
    ...(missing ? [{ label: 'missing', words: 'no key', req: padded(request(noCredential), target) }] : []),
    labelled('malformed', 'a malformed key', mutatedKey(malformed, target, options.malformed ?? ONE_CHARACTER, header)),
    { ...unissued('unknown', made.unknown), isPlacebo: true },
    ...(placebo ? [{ ...unissued('unknown placebo', made.placebo), isPlacebo: true as const }] : []),
    labelled('wrong-secret', 'a wrong secret', mutatedKey(wrongSecret, target, made.wrong, header)),
    ...lapsed.flatMap((condition) => {
      const own = labelled(condition, `the ${condition} key`, suppliedKey(target, condition, header))
      const text = wrongSecret.build(target.keys[condition]!, made.wrong)
      const wrong = header(text, 'wrong-secret', `the ${condition} key with a made-up secret`)
      const words = `the ${condition} key_id with a wrong secret`
      const other = labelled(`${condition} with a wrong secret`, words, wrong)
      return [...(secrets !== 'made-up' ? [own] : []), ...(secrets !== 'own' ? [other] : [])]
    }),
    ...(disabled && target.keys.disabled
      ? [
          {
            ...labelled('disabled', 'the disabled key', suppliedKey(target, 'disabled', header)),
            onlyIf401: true as const,
          },
        ]
      : []),
  ]
}

/** As many bytes as the request has with a key: the header is as long as X-Api-Key. */
function padded(req: Req, { keys }: Target): Req {
  const length = keys.active.prefix.length + 1 + KEY_ID_LENGTH + 1 + SECRET_LENGTH
  return { ...req, headers: [[PADDING, '0'.repeat(length)], ...(req.headers ?? [])] }
}
