import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { parse } from 'dotenv'
import { quoted } from '../core/quote.ts'
import { UsageError } from '../core/usage-error.ts'

export type Environment = Readonly<Record<string, string | undefined>>
type Variables = Readonly<Record<string, string>>

/** All variables that only the file has, since a control module may need any of them. */
export function onlyInFile(file: Variables, env: Environment): Record<string, string> {
  return Object.fromEntries(Object.entries(file).filter(([name]) => env[name] === undefined))
}

/** Variables that may be settings. */
export function tenantVariables(variables: Environment): [string, string][] {
  return Object.entries(variables).flatMap(([name, value]) =>
    name.startsWith('TENANT_') && value !== undefined ? [[name, value]] : [],
  )
}

/** All variables of the file that the user named; by default of `.env`, if it exists. */
export function readEnvFile(envFile: string | undefined, cwd: string): Variables {
  try {
    return parse(readFileSync(resolve(cwd, envFile ?? '.env'), 'utf8'))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (envFile === undefined && code === 'ENOENT') return {}
    const why = code === 'ENOENT' ? 'no such file' : `cannot be read (${code})`
    throw new UsageError(envFile === undefined ? `.env: ${why}` : `--env-file: ${why}: ${envFile}`)
  }
}

const READABLE_BY_OTHERS = 0o044
const SECRET = /KEY|TOKEN|SECRET|PASSW/i

/** Warns if other users of this machine can read the secrets in a settings file. */
export function exposureWarnings(path: string, variables: Variables, cwd: string): string[] {
  // Windows has no file modes: Node.js makes them up.
  if (process.platform === 'win32') return []
  const hasSecrets = Object.entries(variables).some(([name, value]) => value && SECRET.test(name))
  if (!hasSecrets || (statSync(resolve(cwd, path)).mode & READABLE_BY_OTHERS) === 0) return []
  return [`${path}: other users of this machine can read the keys in it; chmod 600 ${quoted(path)}`]
}
