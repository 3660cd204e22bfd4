import { randomBytes } from 'node:crypto'
import type { TapedKey } from './format.ts'

/** The keys of a recording by their names, with other secrets. */
export function standIns(keys: readonly TapedKey[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const { env, shown, sameAs } of keys) {
    const secret = (sameAs === undefined ? undefined : found.get(sameAs)?.slice(-64)) ?? randomBytes(32).toString('hex')
    found.set(env, shown.replace('****', secret))
  }
  return found
}
