import { KEY_ID_LENGTH, SECRET_LENGTH } from '../../core/key-format.ts'
import type { Secrets } from '../../core/secret-text.ts'
import type { SuppliedKey, TargetSettings } from '../../core/settings.ts'
import type { Key, Target } from '../../core/target.ts'

/** Map the names of settings to keys. Created keys are added later. */
export function secretsOf({ keys }: TargetSettings): Map<string, string> {
  return new Map(Object.values(keys).map(({ env, value }) => [env, value]))
}

/** The target before preflight. */
export function baseTarget({ keys, ...rest }: TargetSettings, secrets: Secrets): Target {
  return { ...rest, keys: namedKeys(keys), secrets, sizes: {} }
}

/** The keys without their secrets. */
export function namedKeys(keys: TargetSettings['keys']): Target['keys'] {
  const found = Object.entries(keys).map(([condition, key]) => [condition, keyOf(key)])
  return Object.fromEntries(found) as Target['keys']
}

/** Also of a malformed key, whose parts are counted from the end. */
function keyOf({ env, value }: SuppliedKey): Key {
  const idAt = value.length - SECRET_LENGTH - 1 - KEY_ID_LENGTH
  return { env, prefix: value.slice(0, idAt - 1), keyId: value.slice(idAt, idAt + KEY_ID_LENGTH) }
}
