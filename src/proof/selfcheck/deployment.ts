import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Behaviour } from '../../../reference-server/behaviour.ts'
import { extension, home } from '../../core/catalog.ts'
import type { Control } from '../../core/control-module.ts'
import type { Variant } from '../../core/rule.ts'
import type { TargetSettings } from '../../core/settings.ts'
import type { KeyCondition } from '../../core/target.ts'
import type { ControlSource } from '../../engine/control/control-source.ts'

export interface Deployment {
  target(variant: Variant): TargetSettings
  /** The settings that the server prints. */
  readonly env: Readonly<Record<string, string>>
  /** The server's control module. */
  readonly control: ControlSource
  close(): Promise<void>
}

interface Server {
  readonly env: Record<string, string>
  close(): Promise<void>
}

interface Options {
  readonly behaviour: Partial<Behaviour>
  /** Length of a synthetic user list. */
  readonly users?: number
}

/**
 * Starts a reference server in this process with the given behaviour. Imports the server dynamically, so that suite and server
 * stay independent.
 */
export async function deploy(behaviour: Partial<Behaviour> = {}, users?: number): Promise<Deployment> {
  const { start } = await load<{ start(options: Options): Promise<Server> }>('start')
  const { connectControl } = await load<{ connectControl(address: string): Control }>('control/client')
  const server = await start({ behaviour, users })
  return {
    env: server.env,
    target: (variant) => targetOf(server.env, variant),
    control: { module: connectControl(server.env.TENANT_REFERENCE_CONTROL!) },
    close: () => server.close(),
  }
}

const load = <Module>(name: string): Promise<Module> =>
  import(pathToFileURL(join(home, 'reference-server', name + extension)).href)

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
