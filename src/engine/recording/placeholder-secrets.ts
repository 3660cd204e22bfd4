import { randomBytes } from 'node:crypto'
import type { RecordedKey } from './format.ts'

/** Map the names of recorded keys to keys with random secrets. Keys that shared a secret share one again. */
export function placeholderSecrets(keys: readonly RecordedKey[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const { env, shown, sameAs } of keys) {
    const secret = (sameAs === undefined ? undefined : found.get(sameAs)?.slice(-64)) ?? randomBytes(32).toString('hex')
    found.set(env, shown.replace('****', secret))
  }
  return found
}
