import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { quoted } from '../core/quote.ts'

const READABLE_BY_OTHERS = 0o044
const SECRET = /KEY|TOKEN|SECRET|PASSW/i

/** A line where others on this machine can read the keys that a file of settings holds. */
export function exposed(path: string, variables: Readonly<Record<string, string>>, cwd: string): string[] {
  // Windows has no such modes: node makes them up.
  if (process.platform === 'win32') return []
  const holdsSecrets = Object.entries(variables).some(([name, value]) => value && SECRET.test(name))
  if (!holdsSecrets || (statSync(resolve(cwd, path)).mode & READABLE_BY_OTHERS) === 0) return []
  return [`${path}: others on this machine can read the keys in it; chmod 600 ${quoted(path)}`]
}
