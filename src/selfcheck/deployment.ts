import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Behaviour } from '../../reference-server/behaviour.ts'
import { extension, home } from '../catalog.ts'
import type { Variant } from '../rule.ts'
import type { TargetSettings } from '../settings.ts'
import type { KeyCondition } from '../target.ts'

export interface Deployment {
  target(variant: Variant): TargetSettings
  close(): Promise<void>
}

interface Server {
  readonly env: Record<string, string>
  close(): Promise<void>
}

/**
 * A reference server in this process, with what the behaviour says instead of what is lawful. It is found on disk and not
 * imported by name: suite and server stay independent, and only what sets one against the other brings them together.
 */
export async function deploy(behaviour: Partial<Behaviour> = {}): Promise<Deployment> {
  const file = join(home, 'reference-server', `start${extension}`)
  const module = (await import(pathToFileURL(file).href)) as {
    start(options: { behaviour: Partial<Behaviour> }): Promise<Server>
  }
  const server = await module.start({ behaviour })
  return { target: (variant) => targetOf(server.env, variant), close: () => server.close() }
}

const CONDITIONS: readonly KeyCondition[] = ['no-scope', 'no-module', 'revoked', 'expired', 'disabled', 'other-company']

function targetOf(env: Record<string, string>, variant: Variant): TargetSettings {
  const setting = `TENANT_${variant.toUpperCase()}`
  const names = CONDITIONS.map((name) => [name, `${setting}_KEY_${name.toUpperCase().replace('-', '_')}`] as const)
  const supplied = names.filter(([, name]) => env[name]).map(([c, name]) => [c, { env: name, value: env[name]! }])
  return {
    variant,
    baseUrl: env[`${setting}_BASE_URL`]!,
    keys: { active: { env: `${setting}_KEY`, value: env[`${setting}_KEY`]! }, ...Object.fromEntries(supplied) },
    project: env[`${setting}_PROJECT_ID`],
    dataset: env[`${setting}_DATASET_ID`],
    ordered: env[`${setting}_DATASET_ORDERED`] === 'true',
    noScopeEndpoints: ['projects', 'datasets', 'nodes', 'rows', 'company'],
  }
}
