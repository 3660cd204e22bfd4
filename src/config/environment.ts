import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parse } from 'dotenv'
import { UsageError } from '../core/usage-error.ts'

export type Environment = Readonly<Record<string, string | undefined>>
type Variables = Readonly<Record<string, string>>

/** The `TENANT_*` variables that are set: those of the environment over those of the file. */
export function readEnvironment(file: Variables, env: Environment): Record<string, string> {
  return Object.fromEntries([...tenantVariables(file), ...tenantVariables(env)])
}

/** Variables of the file that the environment does not have, whatever their names: a control module may need them. */
export function onlyInFile(file: Variables, env: Environment): Record<string, string> {
  return Object.fromEntries(Object.entries(file).filter(([name]) => env[name] === undefined))
}

/** All variables of the file. `envFile`: as named by the user; undefined: `.env`, which may be missing. */
export const readEnvFile = (envFile: string | undefined, cwd: string): Variables => parse(textOf(envFile, cwd))

/** Those that may be settings. */
export function tenantVariables(variables: Environment): [string, string][] {
  return Object.entries(variables).flatMap(([name, value]) =>
    name.startsWith('TENANT_') && value !== undefined ? [[name, value]] : [],
  )
}

function textOf(envFile: string | undefined, cwd: string): string {
  try {
    return readFileSync(resolve(cwd, envFile ?? '.env'), 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (envFile === undefined && code === 'ENOENT') return ''
    const why = code === 'ENOENT' ? 'no such file' : `cannot be read (${code})`
    throw new UsageError(envFile === undefined ? `.env: ${why}` : `--env-file: ${why}: ${envFile}`)
  }
}
