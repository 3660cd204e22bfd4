import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Behaviour } from '../../../reference-server/behaviour.ts'
import { Variables } from '../../config/setting-variables.ts'
import { targetOf } from '../../config/targets.ts'
import { extension, home } from '../../core/catalog.ts'
import type { Control } from '../../core/control-module.ts'
import type { Variant } from '../../core/rule.ts'
import type { TargetSettings } from '../../core/settings.ts'
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
  const server = await start({ behaviour, users })
  return {
    env: server.env,
    target: (variant) => targetFrom(server.env, variant),
    control: await connectTo(server.env),
    close: () => server.close(),
  }
}

/** The control module of a reference server, by the settings that it prints. */
export async function connectTo(env: Readonly<Record<string, string>>): Promise<ControlSource> {
  const { connectControl } = await load<{ connectControl(address: string): Control }>('control/client')
  return { module: connectControl(env.TENANT_REFERENCE_CONTROL!) }
}

const load = <Module>(name: string): Promise<Module> =>
  import(pathToFileURL(join(home, 'reference-server', name + extension)).href)

/** Not validated: a fault may print a malformed key. */
export function targetFrom(env: Readonly<Record<string, string>>, variant: Variant): TargetSettings {
  const { TENANT_B_DATASET_ORDER_BY, TENANT_B_NO_SCOPE_ENDPOINTS } = Variables.pick({
    TENANT_B_DATASET_ORDER_BY: true,
    TENANT_B_NO_SCOPE_ENDPOINTS: true,
  }).parse(env)
  return targetOf({ ...env, TENANT_B_DATASET_ORDER_BY, TENANT_B_NO_SCOPE_ENDPOINTS } as Variables, variant)
}
