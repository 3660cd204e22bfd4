import type { Exchange } from '../../../src/core/exchange.ts'
import { rebuilt, secretPart } from '../../../src/core/key-format.ts'
import { joined, type SecretText } from '../../../src/core/secret-text.ts'
import type { KeyCondition, Target } from '../../../src/core/target.ts'
import type { Mutation } from './mutation.ts'

/** The key_id of one supplied key with the secret of another: both were issued, but not as one key. */
export interface Crossed {
  readonly key_id: KeyCondition
  readonly secret_of: KeyCondition
}

type Other = Exclude<KeyCondition, 'active'>

/** Keys that are refused for nothing but the secret of another. */
const VALID: readonly Other[] = ['no-scope', 'no-module', 'other-company', 'other-tenant']

/** The active key with each other one's secret, and each valid one with the active key's. */
export function crossings({ keys }: Target): readonly Crossed[] {
  const others = (Object.keys(keys) as KeyCondition[]).filter((condition): condition is Other => condition !== 'active')
  const valid = VALID.filter((condition) => others.includes(condition))
  return [
    ...others.map((condition) => ({ key_id: 'active' as const, secret_of: condition })),
    ...valid.map((condition) => ({ key_id: condition, secret_of: 'active' as const })),
  ]
}

export const isCrossed = (d: unknown): d is Crossed => typeof d === 'object' && d !== null && 'secret_of' in d

export const crossed = ({ keys }: Target, { key_id, secret_of }: Crossed): SecretText =>
  joined(rebuilt(keys[key_id]!, { secret: [secretPart(keys[secret_of]!)] }))

export const crossedNote = ({ key_id, secret_of }: Crossed): string =>
  `the key_id of the ${key_id} key with the secret of the ${secret_of} one`

/** Which half decides, where the response is that to one of the two keys: a success, or the 403 of one without a permission. */
export function decisiveHalf({ key_id, secret_of }: Crossed, { response }: Exchange): string | undefined {
  const status = response?.status ?? 0
  const explains = (condition: KeyCondition) => (/^no-/.test(condition) ? status === 403 : status < 300)
  const [byKeyId, bySecret] = [explains(key_id), explains(secret_of)]
  if (byKeyId === bySecret) return undefined
  return byKeyId
    ? 'the secret is not compared with that of the key_id: the response is that to the key with this key_id'
    : 'the key is found by its secret alone, with any key_id: the response is that to the key with this secret'
}

/** What is special about the key, in words. */
export const noteOf = <D>(mutation: Pick<Mutation<D>, 'note'>, key: D | Crossed): string =>
  isCrossed(key) ? crossedNote(key) : mutation.note(key)
