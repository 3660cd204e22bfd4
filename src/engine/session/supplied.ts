import type { Secrets } from '../../core/secret-text.ts'
import type { SuppliedKey, TargetSettings } from '../../core/settings.ts'
import type { Key, Target } from '../../core/target.ts'

/** `<prefix>_<key_id>_<secret>`: the prefix may hold underscores, so the parts are counted from the end. */
const SECRET = 64
const KEY_ID = 16

/** By the names of their settings. Created keys join them later. */
export function secretsOf({ keys }: TargetSettings): Map<string, string> {
  return new Map(Object.values(keys).map(({ env, value }) => [env, value]))
}

/** What is known of a target before anything was sent to it. */
export function baseTarget({ keys, ...rest }: TargetSettings, secrets: Secrets): Target {
  return { ...rest, keys: named(keys), secrets, sizes: {} }
}

/** The keys without their secrets. */
export function named(keys: TargetSettings['keys']): Target['keys'] {
  const found = Object.entries(keys).map(([condition, key]) => [condition, keyOf(key)])
  return Object.fromEntries(found) as Target['keys']
}

function keyOf({ env, value }: SuppliedKey): Key {
  const idAt = value.length - SECRET - 1 - KEY_ID
  return { env, prefix: value.slice(0, idAt - 1), keyId: value.slice(idAt, idAt + KEY_ID) }
}
