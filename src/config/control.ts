import { resolve } from 'node:path'
import { type ControlSetting, MANUAL } from '../core/settings.ts'
import { UsageError } from '../core/usage-error.ts'

interface Given {
  readonly option?: string
  readonly variable?: string
  readonly cwd: string
  readonly variables: ControlSetting['variables']
  /** Whether the user named a deployment. */
  readonly named: boolean
}

/** The control module that was asked for: by the option, else by the variable. */
export function controlOf({ option, variable, cwd, variables, named }: Given): ControlSetting | undefined {
  const from = option === undefined ? 'TENANT_CONTROL' : '--control'
  const path = option ?? variable
  if (path === undefined) return undefined
  // It would create keys at whatever system it speaks to, for a run against another one.
  if (!named) throw new UsageError(`${from}: no deployment is named; the bundled reference server has its own control`)
  return { from, file: path === MANUAL ? MANUAL : resolve(cwd, path), variables }
}
